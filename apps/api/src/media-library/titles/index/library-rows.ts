// Reads and writes the index of titles in the database.
import type { Database } from '#database/database.ts';
import type { FileRecord, TitleRecord } from './library-records.ts';
import {
  DELETE_FILES,
  DELETE_TITLES,
  INSERT_FILES,
  INSERT_TITLES,
  LIST_FILES,
  LIST_TITLES,
} from './library-rows.sql.ts';
import type { UnsavedRecords, UnsavedTitle } from './record-changes.ts';

export interface LibraryRows {
  readonly load: () => Promise<{
    readonly titles: readonly TitleRecord[];
    readonly files: readonly FileRecord[];
  }>;
  /** Returns a number that increases with each correction on any replica. */
  readonly revision: () => Promise<number>;
  readonly nextRevision: () => Promise<number>;
  /** Saves all of the changes, or none of them. */
  readonly save: (changes: UnsavedRecords) => Promise<void>;
}

/** The server handles other requests between two batches. */
const ROWS_AT_ONCE = 2_000;

const IS_ONLY = { isOnly: true };

export function createLibraryRows(
  db: Pick<Database, 'prisma' | 'query' | 'transaction'>,
): LibraryRows {
  const { libraryRevision } = db.prisma;
  return {
    revision: async () =>
      Number((await libraryRevision.findUnique({ where: IS_ONLY }))?.revision ?? 0),
    nextRevision: async () => {
      const { revision } = await libraryRevision.upsert({
        where: IS_ONLY,
        create: { ...IS_ONLY, revision: 1 },
        update: { revision: { increment: 1 } },
      });
      return Number(revision);
    },
    load: async () => {
      const [titles, files] = await Promise.all([
        db.query<TitleRecord>(LIST_TITLES, []),
        db.query<FileRecord>(LIST_FILES, []),
      ]);
      return { titles, files };
    },
    save: async (changes) => {
      if (changes.titles.size === 0 && changes.files.size === 0) return;
      const titles = [...changes.titles.values()];
      const files = [...changes.files.values()];
      await db.transaction(async ({ query }) => {
        const run = async (statement: string, rows: readonly object[]): Promise<void> => {
          for (const part of parts(rows)) await query(statement, [JSON.stringify(part)]);
        };
        // Delete all old rows first, because a key may have moved from one row to another.
        await run(
          DELETE_TITLES,
          titles.filter(replacesRow).map(({ record: { kind, id } }) => ({ kind, id })),
        );
        await run(
          DELETE_FILES,
          files.map(({ record: { store, path } }) => ({ store, path })),
        );
        await run(INSERT_TITLES, remaining(titles).map(toTitleRow));
        await run(INSERT_FILES, remaining(files).map(toFileRow));
      });
    },
  };
}

/** Returns whether the record may replace a row. Another replica may have stored, matched or corrected a new title. */
const replacesRow = ({ record, isNew }: UnsavedTitle): boolean =>
  !isNew || record.matchedAt !== null || record.correction !== null;

function parts<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );
}

const remaining = <T>(changes: readonly { record: T; isRemoved: boolean }[]): T[] =>
  changes.flatMap(({ record, isRemoved }) => (isRemoved ? [] : [record]));

const toTitleRow = (title: TitleRecord) => ({
  kind: title.kind,
  id: title.id,
  key: title.key,
  title: title.title,
  original_title: title.originalTitle,
  year: title.year,
  is_video: title.isVideo,
  tmdb_id: title.tmdbId,
  imdb_id: title.imdbId,
  matched_at: title.matchedAt,
  overview: title.overview,
  genre_ids: title.genreIds,
  rating: title.rating,
  runtime: title.runtime,
  poster: title.poster,
  backdrop: title.backdrop,
  poster_file: title.posterFile,
  backdrop_file: title.backdropFile,
  correction: title.correction,
  set_name: title.setName,
  people: title.people,
  notes: title.notes,
});

const toFileRow = (file: FileRecord) => ({
  store: file.store,
  path: file.path,
  kind: file.kind,
  title_id: file.titleId,
  season: file.season,
  episodes: file.episodes,
  episode_name: file.episodeName,
  episode_overview: file.episodeOverview,
  height: file.height,
  is_playable: file.isPlayable,
  size: file.size,
  modified_at: file.modifiedAt,
  identity: file.identity,
  added_at: file.addedAt,
  missing_since: file.missingSince,
  extra: file.extra,
  media: file.media,
  pinned: file.pinned,
  has_frame: file.hasFrame,
  season_poster: file.seasonPoster,
});
