import type { TitleMetadata } from '#title-metadata.ts';
import { findStarter, findStarterByImdb, loadStarter } from '#starter-catalog/starter-catalog.ts';
import type { StarterTitle } from '#starter-catalog/starter-title.ts';
import type { SearchTarget } from './search-target.ts';

/** An item that a person has looked at and found to be this title. */
export interface KnownItem {
  readonly identifier: string;
  readonly file?: string;
  readonly of: StarterTitle;
}

let identifiers: ReadonlySet<string> | undefined;

export function isKnownItem(identifier: string): boolean {
  identifiers ??= new Set(
    loadStarter()
      .flatMap((title) => itemsOf(title))
      .map((item) => item.identifier),
  );
  return identifiers.has(identifier);
}

export function knownItems(wanted: SearchTarget): readonly KnownItem[] {
  const found = curatedTitle(wanted);
  return found ? itemsOf(found, wanted) : [];
}

/** The film as the starter catalogue knows it. Of a series only the listed episodes are known to be free. */
export function knownMovie(wanted: SearchTarget): TitleMetadata | undefined {
  const found = curatedTitle(wanted);
  if (found?.kind !== 'movie') return undefined;
  const { imdbId, originalTitle, title, year } = found;
  const titles = originalTitle === undefined ? [title] : [title, originalTitle];
  return { titles, year, imdbId };
}

function curatedTitle(wanted: SearchTarget): StarterTitle | undefined {
  const kind = wanted.kind === 'movie' ? 'movie' : 'tv';
  const found =
    findStarter(kind, wanted.tmdb) ??
    (wanted.imdbId === undefined ? undefined : findStarterByImdb(wanted.imdbId));
  return found?.kind === kind ? found : undefined;
}

function itemsOf(title: StarterTitle, wanted?: SearchTarget): readonly KnownItem[] {
  if (title.kind === 'movie') {
    return title.streams.flatMap((stream) =>
      stream.source === 'archive.org' ? [item(title, stream)] : [],
    );
  }
  return title.seasons
    .filter(({ number }) => !wanted || number === wanted.season)
    .flatMap(({ episodes }) => episodes)
    .filter(({ number }) => !wanted || number === wanted.episode)
    .map((episode) => item(title, episode));
}

function item(
  of: StarterTitle,
  { identifier, file }: { readonly identifier: string; readonly file?: string },
): KnownItem {
  return { identifier, of, ...(file === undefined ? {} : { file }) };
}
