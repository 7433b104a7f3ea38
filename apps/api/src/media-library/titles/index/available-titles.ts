// Titles as users see them. Records with the same TMDB ID are one title.
import type { TmdbKind } from '@matinee/shared/media/media';
import { withNotes, type AvailableTitle, type TitleRecord } from './library-records.ts';
import type { FileTable, TitleTable } from './record-tables.ts';

export interface AvailableTitles {
  /** Finds a title by its TMDB ID or its local ID. */
  readonly find: (kind: TmdbKind, id: number) => AvailableTitle | undefined;
  /** Returns all titles with files. After changes, returns a new list, at most every 5 seconds, of reused objects. */
  readonly all: () => readonly AvailableTitle[];
  /** Makes the next call of `all` create a new list. */
  readonly refresh: () => void;
  /** Call it when the title or its files have changed. */
  readonly mark: (title: TitleRecord | undefined) => void;
}

interface Tables {
  readonly titles: Readonly<Record<TmdbKind, TitleTable>>;
  readonly files: FileTable;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const LIST_TTL_MS = 5_000;

export function createAvailableTitles({ titles, files, now }: Tables): AvailableTitles {
  const available = {
    movie: new Map<number, AvailableTitle>(),
    tv: new Map<number, AvailableTitle>(),
  };
  /** The IDs of outdated entries of `held`. */
  const stale = { movie: new Set<number>(), tv: new Set<number>() };
  let list: { readonly at: number; readonly titles: readonly AvailableTitle[] } = {
    at: 0,
    titles: [],
  };

  function merged(records: readonly TitleRecord[]): AvailableTitle | undefined {
    const present = records
      .flatMap(files.ofTitle)
      .filter(({ missingSince }) => missingSince === null);
    // Prefer the record with TMDB's texts.
    const main = records.find(({ matchedAt }) => matchedAt !== null) ?? records[0];
    if (main === undefined || present.length === 0) return undefined;
    const record = records.length === 1 ? main : records.reduce(completed, main);
    return { record, id: record.tmdbId ?? record.id, files: present };
  }

  function find(kind: TmdbKind, id: number): AvailableTitle | undefined {
    const own = titles[kind].get(id);
    const tmdbId = own === undefined ? id : own.tmdbId;
    if (tmdbId !== null) return merged(titles[kind].withTmdbId(tmdbId));
    return own && merged([own]);
  }

  function renew(kind: TmdbKind): void {
    for (const id of stale[kind]) {
      const title = find(kind, id);
      // Leave out extras. The titles that they belong to list them.
      const isExtra = title?.files.every(({ extra }) => extra !== null);
      if (title?.id === id && !isExtra) available[kind].set(id, title);
      else available[kind].delete(id);
    }
    stale[kind].clear();
  }

  return {
    find,
    all: () => {
      const time = now();
      const isStale = stale.movie.size + stale.tv.size > 0;
      if (isStale && time - list.at >= LIST_TTL_MS) {
        renew('movie');
        renew('tv');
        list = { at: time, titles: [...available.movie.values(), ...available.tv.values()] };
      }
      return list.titles;
    },
    refresh: () => {
      list = { at: 0, titles: list.titles };
    },
    mark: (title) => {
      if (title) stale[title.kind].add(title.tmdbId ?? title.id);
    },
  };
}

/** Fills the fields that the first record lacks from the other. */
function completed(first: TitleRecord, other: TitleRecord): TitleRecord {
  const record = withNotes({ ...first, notes: first.notes ?? other.notes });
  return {
    ...record,
    imdbId: record.imdbId ?? other.imdbId,
    overview: record.overview || other.overview,
    rating: record.rating ?? other.rating,
    runtime: record.runtime ?? other.runtime,
    people: record.people.length > 0 ? record.people : other.people,
    posterFile: record.posterFile ?? other.posterFile,
    backdropFile: record.backdropFile ?? other.backdropFile,
  };
}
