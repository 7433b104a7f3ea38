// Puts the videos of one store into the index.
import { isDeepStrictEqual } from 'node:util';
import type { IdentifiedFile } from './identified-files.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import {
  withNotes,
  type FilePlace,
  type FileRecord,
  type TitleRecord,
} from '../index/library-records.ts';
import { reassignTitleId } from '../files/reassign-title-id.ts';
import { validPeople, type ParsedTitle } from '../index/parsed-title.ts';

export interface FileIndexer {
  /** Returns the title's record. Adds one if there is none. */
  readonly titleOf: (found: Pick<IdentifiedFile, 'title' | 'path'>) => TitleRecord;
  readonly put: (found: IdentifiedFile) => void;
  readonly markMissing: (file: FileRecord) => void;
  /** The paths of files with new content. */
  readonly newPaths: Set<string>;
  /** The IDs of titles that no client has seen yet. */
  readonly newTitles: Set<TitleRecord['id']>;
  /** Clears both sets. Call it after a complete scan, because a move's old and new path may be scanned in any order. */
  readonly forgetNew: () => void;
}

export interface FileIndexerOptions {
  readonly index: LibraryIndex;
  readonly storeId: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function createFileIndexer({ index, storeId, now }: FileIndexerOptions): FileIndexer {
  const newPaths = new Set<string>();
  const newTitles = new Set<TitleRecord['id']>();

  function titleOf({ title: parsed, path }: Pick<IdentifiedFile, 'title' | 'path'>): TitleRecord {
    const known = index.titleWithKey(parsed.kind, parsed.key);
    if (known) return withClaim(index, known, { parsed, file: `${storeId}/${path}` });
    const title = index.addTitle(parsed);
    newTitles.add(title.id);
    return title;
  }

  return {
    titleOf,
    put: (found) => {
      const before = index.fileAt(storeId, found.path);
      // An administrator's correction stays.
      const place = before?.pinned ? before : placeIn(titleOf(found), found);
      const file = recordOf(found, { storeId, before, place, now: now() });
      if (before === undefined || !isSameFile(before, found)) newPaths.add(file.path);
      if (before !== undefined && !isSameFile(before, found))
        rememberReplaced(index, before, new Date(now()));
      if (before !== undefined && isEqual(before, file)) return;
      index.putFile(file);
      // The file's notes or the name of its folder have changed.
      if (before !== undefined && before.titleId !== file.titleId)
        reassignTitleId(index, { before, file, newTitles });
    },
    markMissing: (file) => {
      if (file.missingSince === null) index.putFile({ ...file, missingSince: new Date(now()) });
    },
    newPaths,
    newTitles,
    forgetNew: () => {
      newPaths.clear();
      newTitles.clear();
    },
  };
}

const placeIn = ({ kind, id }: TitleRecord, { season, episodes }: IdentifiedFile): FilePlace => ({
  kind,
  titleId: id,
  season,
  episodes,
});

interface Recorded {
  readonly storeId: string;
  readonly before: FileRecord | undefined;
  readonly place: FilePlace;
  /** Milliseconds since 1970. */
  readonly now: number;
}

function recordOf(source: IdentifiedFile, { storeId, before, place, now }: Recorded): FileRecord {
  const { title: _title, size, modifiedAt, ...found } = source;
  const { kind, titleId, season, episodes } = place;
  return {
    ...found,
    store: storeId,
    kind,
    titleId,
    season,
    episodes,
    pinned: before?.pinned ?? null,
    size: size ?? before?.size ?? null,
    modifiedAt: modifiedAt === undefined ? (before?.modifiedAt ?? null) : new Date(modifiedAt),
    ...contentOf(before, source),
    episodeOverview: found.episodeOverview ?? null,
    seasonPoster: seasonPosterIn(place, found),
    addedAt: before?.addedAt ?? new Date(Math.min(modifiedAt ?? now, now)),
    missingSince: null,
  };
}

/** Returns the known facts about the content if it is unchanged. */
function contentOf(before: FileRecord | undefined, source: IdentifiedFile) {
  if (before === undefined || !isSameFile(before, source))
    return { identity: null, media: null, hasFrame: false };
  const { identity, media, hasFrame } = before;
  return { identity, media, hasFrame };
}

/** Returns false if the path has another file now, or the file was rewritten. */
function isSameFile(before: FileRecord, { size, modifiedAt }: IdentifiedFile): boolean {
  if (size !== undefined && size !== before.size) return false;
  return (
    modifiedAt === undefined ||
    before.modifiedAt === null ||
    modifiedAt === before.modifiedAt.getTime()
  );
}

/** The limit for one path. Scans may see several unfinished versions of a file that is written slowly. */
const MAX_REPLACED = 3;

/**
 * Keeps a replaced file as missing, because its content may be found at another path. Uses a path with an empty name
 * in it, which no file has.
 */
function rememberReplaced(index: LibraryIndex, file: FileRecord, now: Date): void {
  if (file.identity === null) return;
  const { store, path, missingSince } = file;
  const others = index.replacedFiles(store, path);
  for (const each of others.slice(MAX_REPLACED - 1)) index.removeFile(each);
  index.putFile({
    ...file,
    path: `${path}//${file.identity}`,
    missingSince: missingSince ?? now,
  });
}

/** Returns no picture if an administrator has moved the file to another season. */
const seasonPosterIn = (
  place: FilePlace,
  { season, seasonPoster }: Pick<IdentifiedFile, 'season' | 'seasonPoster'>,
): string | null => (place.season === season ? (seasonPoster ?? null) : null);

interface Claim {
  readonly parsed: ParsedTitle;
  /** The store and the path. */
  readonly file: string;
}

/** Updates a known title, because notes may be added later or change. */
function withClaim(index: LibraryIndex, known: TitleRecord, claim: Claim): TitleRecord {
  const { parsed } = claim;
  const setName = parsed.setName ?? known.setName;
  const people = validPeople([...parsed.people, ...known.people]);
  const isKnown = parsed.people.every((name) => known.people.includes(name));
  const notes = notesOf(index, known, claim);
  if (setName === known.setName && isKnown && isDeepStrictEqual(notes, known.notes)) return known;
  const { title, originalTitle, year } = parsed;
  // Match again to get the catalog's texts that the previous notes replaced.
  const isReplaced = known.notes !== null && notes !== known.notes && known.correction === null;
  const noted = withNotes({
    ...known,
    ...(isReplaced && { ...NO_TEXTS, title, originalTitle, year }),
    setName,
    people,
    notes,
  });
  index.putTitle(noted);
  return noted;
}

const NO_TEXTS = { matchedAt: null, overview: '', genreIds: [], rating: null, runtime: null };

/** If several files have notes about one title, uses the first file's. */
function notesOf(
  index: LibraryIndex,
  { notes }: TitleRecord,
  { parsed, file }: Claim,
): TitleRecord['notes'] {
  if (notes === null || notes.file === file) return parsed.notes;
  const slash = notes.file.indexOf('/');
  const other = index.fileAt(notes.file.slice(0, slash), notes.file.slice(slash + 1));
  return other?.missingSince === null ? notes : parsed.notes;
}

function isEqual(before: FileRecord, file: FileRecord): boolean {
  return (
    before.kind === file.kind &&
    before.titleId === file.titleId &&
    before.season === file.season &&
    before.episodes.join() === file.episodes.join() &&
    before.episodeName === file.episodeName &&
    before.episodeOverview === file.episodeOverview &&
    before.height === file.height &&
    before.isPlayable === file.isPlayable &&
    before.size === file.size &&
    before.modifiedAt?.getTime() === file.modifiedAt?.getTime() &&
    before.missingSince === file.missingSince &&
    before.extra === file.extra &&
    before.seasonPoster === file.seasonPoster
  );
}
