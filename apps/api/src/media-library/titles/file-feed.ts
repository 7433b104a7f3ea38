// Puts the videos of one store into the index.
import type { FoundFile } from './found-files.ts';
import type { LibraryIndex } from './library-index.ts';
import type { FilePlace, FileRecord, TitleRecord } from './library-records.ts';
import { takeOverTitle } from './take-over-title.ts';
import { storablePeople, type ClaimedTitle } from './title-of-file.ts';

export interface FileFeed {
  /** The title's record, which is added if there is none. */
  readonly titleOf: (claimed: ClaimedTitle) => TitleRecord;
  readonly put: (found: FoundFile) => void;
  readonly markMissing: (file: FileRecord) => void;
  readonly newPaths: ReadonlySet<string>;
  /** Ids of titles that nobody can have used yet. */
  readonly newTitles: ReadonlySet<TitleRecord['id']>;
  /** Called after a complete scan: the two halves of a move may come in any order. */
  readonly forgetNew: () => void;
}

export interface FileFeedOptions {
  readonly index: LibraryIndex;
  readonly storeId: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function createFileFeed({ index, storeId, now }: FileFeedOptions): FileFeed {
  const newPaths = new Set<string>();
  const newTitles = new Set<TitleRecord['id']>();

  function titleOf(claimed: ClaimedTitle): TitleRecord {
    const known = index.titleWithKey(claimed.kind, claimed.key);
    if (known) return withNotes(index, known, claimed);
    const title = index.addTitle(claimed);
    newTitles.add(title.id);
    return title;
  }

  return {
    titleOf,
    put: (found) => {
      const before = index.fileAt(storeId, found.path);
      // An administrator's correction stays.
      const place = before?.pinned ? before : placeIn(titleOf(found.title), found);
      const file = recordOf(found, { storeId, before, place, now: now() });
      if (before === undefined) newPaths.add(file.path);
      if (before !== undefined && isEqual(before, file)) return;
      index.putFile(file);
      // Its notes or the name of its folder changed.
      if (before !== undefined && before.titleId !== file.titleId)
        takeOverTitle(index, { before, file, newTitles });
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

const placeIn = ({ kind, id }: TitleRecord, { season, episodes }: FoundFile): FilePlace => ({
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

function recordOf(
  { title: _title, size, modifiedAt, ...found }: FoundFile,
  { storeId, before, place, now }: Recorded,
): FileRecord {
  const { kind, titleId, season, episodes } = place;
  const isSame = before !== undefined && (size === undefined || before.size === size);
  return {
    ...found,
    store: storeId,
    kind,
    titleId,
    season,
    episodes,
    pinned: before?.pinned ?? null,
    size: size ?? before?.size ?? null,
    identity: isSame ? before.identity : null,
    media: isSame ? before.media : null,
    hasFrame: isSame && before.hasFrame,
    seasonPoster: seasonPosterIn(place, found),
    addedAt: before?.addedAt ?? new Date(Math.min(modifiedAt ?? now, now)),
    missingSince: null,
  };
}

/** The picture is not that of a season to which an administrator has moved the file. */
const seasonPosterIn = (
  place: FilePlace,
  { season, seasonPoster }: Pick<FoundFile, 'season' | 'seasonPoster'>,
): string | null => (place.season === season ? (seasonPoster ?? null) : null);

/** Notes may name a set later, or another one, and more people. */
function withNotes(index: LibraryIndex, known: TitleRecord, claimed: ClaimedTitle): TitleRecord {
  const setName = claimed.setName ?? known.setName;
  const people = storablePeople([...claimed.people, ...known.people]);
  const isKnown = claimed.people.every((name) => known.people.includes(name));
  if (setName === known.setName && isKnown) return known;
  const renamed = { ...known, setName, people };
  index.putTitle(renamed);
  return renamed;
}

function isEqual(before: FileRecord, file: FileRecord): boolean {
  return (
    before.kind === file.kind &&
    before.titleId === file.titleId &&
    before.season === file.season &&
    before.episodes.join() === file.episodes.join() &&
    before.episodeName === file.episodeName &&
    before.height === file.height &&
    before.isPlayable === file.isPlayable &&
    before.size === file.size &&
    before.missingSince === file.missingSince &&
    before.extra === file.extra &&
    before.seasonPoster === file.seasonPoster
  );
}
