// Keeps the id of a title whose files were renamed or moved, because bookmarks and progress contain it.
import type { LibraryIndex } from '../index/library-index.ts';
import { withNotes, type FileRecord, type TitleRecord } from '../index/library-records.ts';

export interface Move {
  /** The previous record. */
  readonly before: FileRecord;
  /** The current record, in the index. */
  readonly file: FileRecord;
  /** The IDs of titles that no client has seen yet. */
  readonly newTitles: ReadonlySet<TitleRecord['id']>;
}

/**
 * Renames the old title if no other file has it and the new name wasn't known before. An ID in the new name overrides
 * the old title's.
 */
export function reassignTitleId(index: LibraryIndex, { before, file, newTitles }: Move): void {
  const from = index.recordOf(before);
  const to = index.recordOf(file);
  if (!from || !to || from.id === to.id || from.kind !== to.kind) return;
  const isLeft = index.filesOf(from).every(({ missingSince }) => missingSince !== null);
  if (!isLeft || !newTitles.has(to.id)) return;
  if (from.tmdbId !== null && to.tmdbId !== null && from.tmdbId !== to.tmdbId) return;
  const files = index.filesOf(to);
  const { key, originalTitle, year, isVideo } = to;
  const { setName, people, notes, posterFile, backdropFile } = to;
  const named = { title: to.title, originalTitle, year, isVideo, matchedAt: null };
  index.removeTitle(to);
  const title = {
    ...from,
    // Keep TMDB's name, and an administrator's correction.
    ...(from.tmdbId === null && from.correction === null && named),
    key,
    tmdbId: to.tmdbId ?? from.tmdbId,
    imdbId: to.imdbId ?? from.imdbId,
    setName,
    people: namedOnes(people, from.people),
    notes,
    posterFile,
    backdropFile,
  };
  index.putTitle(withNotes(title));
  for (const each of files) index.putFile({ ...each, titleId: from.id });
}

const namedOnes = (people: readonly string[], before: readonly string[]): readonly string[] =>
  people.length > 0 ? people : before;
