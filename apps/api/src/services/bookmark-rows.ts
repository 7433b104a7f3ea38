// Rows of bookmarks, and the statements that read and write many of them at once.
import type { Bookmark, BookmarkInput } from '@matinee/shared/contract/bookmarks';
import type { Statements } from '#db/statements.ts';
import { jsonText } from '#http/json-text.ts';
import { BOOKMARK_JSON } from './bookmark-json.ts';
import { writtenOf, type Told } from './chunks.ts';
import { listInOrder } from './json-columns.ts';
import { holdOwnerInSight, isOutOfSight, type InSight } from './owner.ts';
import type { PagedRows } from './paged-rows.ts';
import { hasRoom, isFull, type WithRoom } from './room.ts';
import { isoTime, replaceWhere, toMeta, type TitleColumns } from './title-rows.ts';

export interface BookmarkRow extends TitleColumns {
  readonly tmdbId: string;
  readonly groups: string[];
  readonly favoriteEpisodes: string[];
  readonly updatedAt: string;
}

export type BookmarkWrite = BookmarkInput & { readonly updatedAt: string };

const COLUMNS = `tmdb_id AS "tmdbId", type, title, year, poster, groups, favorite_episodes AS "favoriteEpisodes",
  ${isoTime('updated_at')} AS "updatedAt"`;

export const BOOKMARK_ROWS: PagedRows<BookmarkRow> = {
  table: 'bookmarks',
  columns: COLUMNS,
  where: 'user_id = $1',
  order: 'tmdb_id',
  after: 'tmdb_id > $2',
  keyOf: ({ tmdbId }) => [tmdbId],
};

const WINS = 'excluded.updated_at >= bookmarks.updated_at';
/** What was not given stays: $3 and $4 are JSON objects whose keys are the ids without groups, without favourites. */
const given = (absent: string): string => `${WINS} AND NOT ${absent}::jsonb ? excluded.tmdb_id`;

const WRITTEN =
  'user_id, tmdb_id, type, title, year, poster, groups, favorite_episodes, updated_at';

/** $2: the bookmarks as JSON, numbered from 0 by `n`. To be followed by a SELECT from `owner`, `item` and `stored`. */
const upsert = (returning: string): string => `
  WITH owner AS (${holdOwnerInSight('NO KEY UPDATE')}),
  item AS (
    SELECT owner.id AS user_id, item.* FROM owner, json_to_recordset($2::json) AS item(
      n int, tmdb_id text, type text, title text, year int, poster text, groups text[], favorite_episodes text[],
      updated_at timestamptz)
    WHERE "isInSight"),
  room AS (${hasRoom('bookmarks', ['user_id', 'tmdb_id'])}),
  stored AS (
    INSERT INTO bookmarks (${WRITTEN})
    SELECT ${WRITTEN} FROM item, room WHERE "hasRoom" AND NOT EXISTS (
      SELECT FROM deletions d
      WHERE d.user_id = item.user_id AND d.kind = 'bookmark' AND d.tmdb_id = item.tmdb_id
        AND d.deleted_at > item.updated_at)
    ON CONFLICT (user_id, tmdb_id) DO UPDATE SET
      ${replaceWhere(WINS, 'bookmarks', ['type', 'title', 'year', 'poster', 'updated_at'])},
      ${replaceWhere(given('$3'), 'bookmarks', ['groups'])},
      ${replaceWhere(given('$4'), 'bookmarks', ['favorite_episodes'])}
    RETURNING ${returning})`;

/** Answers what is stored of each then, and one row of NULLs when that is nothing. */
const PUT = `${upsert(COLUMNS)} SELECT "isInSight", "hasRoom", stored.* FROM owner CROSS JOIN room LEFT JOIN stored ON true`;

/** Answers the JSON of what is stored of each then, or, where a later deletion left none, of the item as it came. */
const PUT_MANY = `${upsert(`tmdb_id AS key, ${BOOKMARK_JSON} AS json`)}
  SELECT bool_and("isInSight") AS "isInSight", bool_and("hasRoom") AS "hasRoom",
    ${listInOrder(`COALESCE(stored.json, ${BOOKMARK_JSON})`)} AS json
  FROM owner CROSS JOIN room LEFT JOIN item ON true LEFT JOIN stored ON stored.key = item.tmdb_id
  HAVING count(*) > 0`;

/** What is stored then, by id: what was saved last, or nothing after a later deletion. No id may occur twice. */
export async function writeBookmarks(
  { query }: Statements,
  userId: string,
  items: readonly BookmarkWrite[],
): Promise<ReadonlyMap<string, BookmarkRow>> {
  const rows = await query<InSight & WithRoom & (BookmarkRow | { readonly tmdbId: null })>(PUT, [
    userId,
    ...tellBookmarks(items),
  ]);
  if (isOutOfSight(rows)) return writeBookmarks({ query }, userId, items);
  if (rows.some((row) => !row.hasRoom)) throw isFull('bookmarks');
  return new Map(rows.flatMap((row) => (row.tmdbId === null ? [] : [[row.tmdbId, row]])));
}

/** The JSON of each then, in their order. */
export async function putBookmarks(
  { query }: Statements,
  userId: string,
  told: Told,
): Promise<Buffer> {
  const rows = await query<InSight & WithRoom & { json: string | null }>(PUT_MANY, [
    userId,
    ...told.values,
  ]);
  if (isOutOfSight(rows)) return putBookmarks({ query }, userId, told);
  if (rows.some((row) => !row.hasRoom)) throw isFull('bookmarks');
  return writtenOf(rows);
}

/** One after the other, where the later leaves what it was not given. */
export const onTopOf = <Item extends BookmarkInput>(
  later: Item,
  earlier: Item | undefined,
): Item => ({
  ...later,
  meta: {
    ...later.meta,
    year: later.meta.year ?? earlier?.meta.year ?? null,
    poster: later.meta.poster ?? earlier?.meta.poster ?? null,
  },
  group: later.group ?? earlier?.group ?? null,
  favoriteEpisodes: later.favoriteEpisodes ?? earlier?.favoriteEpisodes ?? null,
});

/** What the statements are told of some bookmarks, from $2 on. No id may occur twice. */
export const tellBookmarks = (items: readonly BookmarkWrite[]): Told['values'] => [
  jsonText(items.map(toRecord)).json,
  idsAsKeys(items.filter(({ group }) => group === null)),
  idsAsKeys(items.filter(({ favoriteEpisodes }) => favoriteEpisodes === null)),
];

const idsAsKeys = (items: readonly BookmarkWrite[]): string =>
  JSON.stringify(Object.fromEntries(items.map(({ tmdbId }) => [tmdbId, true])));

function toRecord({ meta, tmdbId, group, favoriteEpisodes, updatedAt }: BookmarkWrite, n: number) {
  return {
    n,
    tmdb_id: tmdbId,
    ...meta,
    groups: group ?? [],
    favorite_episodes: favoriteEpisodes ?? [],
    updated_at: updatedAt,
  };
}

export function toBookmark(row: BookmarkRow): Bookmark {
  return {
    tmdbId: row.tmdbId,
    meta: toMeta(row),
    group: row.groups,
    favoriteEpisodes: row.favoriteEpisodes,
    updatedAt: row.updatedAt,
  };
}

/** What a write answers: the row, or, where a later deletion left none, the bookmark as it came. */
export function toSavedBookmark(row: BookmarkRow | undefined, item: BookmarkWrite): Bookmark {
  if (row) return toBookmark(row);
  const { tmdbId, meta, group, favoriteEpisodes, updatedAt } = item;
  return {
    tmdbId,
    meta: toMeta(meta),
    group: group ?? [],
    favoriteEpisodes: favoriteEpisodes ?? [],
    updatedAt,
  };
}
