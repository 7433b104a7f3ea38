import type { Rating } from '@matinee/shared/contract/ratings';
import type { Statements } from '#db/statements.ts';
import { holdOwner, ownerIsGone } from './owner.ts';
import type { PagedRows } from './paged-rows.ts';
import { hasRoom, isFull, type WithRoom } from './room.ts';
import { isoTime, replaceWhere } from './title-rows.ts';
import { writeTime } from './write-time.ts';

export interface DatedRating extends Rating {
  readonly ratedAt: string;
}

export interface Ratings {
  list(userId: string): Promise<{ readonly userId: string; readonly ratings: Rating[] }>;
  add(
    userId: string,
    rating: Rating,
  ): Promise<{ readonly userId: string; readonly rating: Rating }>;
  /** Of each title the newer rating stays; answers how many titles these are of. */
  merge(userId: string, ratings: readonly DatedRating[]): Promise<number>;
}

export interface RatingRow {
  /** PostgreSQL's bigint arrives as decimal text. */
  readonly tmdbId: string;
  readonly type: Rating['type'];
  readonly rating: number;
  readonly ratedAt: string;
}

const COLUMNS = `tmdb_id AS "tmdbId", type, rating, ${isoTime('rated_at')} AS "ratedAt"`;

export const RATING_ROWS: PagedRows<RatingRow> = {
  table: 'ratings',
  columns: COLUMNS,
  where: 'user_id = $1',
  order: 'type, ratings.tmdb_id',
  after: '(type, ratings.tmdb_id) > ($2, $3::bigint)',
  keyOf: ({ type, tmdbId }) => [type, tmdbId],
};

const LIST = `SELECT ${COLUMNS} FROM ratings WHERE user_id = $1 ORDER BY type, tmdb_id`;

/** A row of its own for each title: of ratings at the same time none overwrites another title's. */
const upsert = (lock: 'SHARE' | 'NO KEY UPDATE', wins: string): string => `
  WITH owner AS (${holdOwner(lock)}),
  item AS (
    SELECT owner.id AS user_id, item.* FROM owner,
      json_to_recordset($2::json) AS item(type text, tmdb_id bigint, rating float8, rated_at timestamptz)),
  room AS (${hasRoom('ratings', ['user_id', 'type', 'tmdb_id'])}),
  stored AS (
    INSERT INTO ratings (user_id, type, tmdb_id, rating, rated_at)
    SELECT user_id, type, tmdb_id, rating, rated_at FROM item, room WHERE "hasRoom"
    ON CONFLICT (user_id, type, tmdb_id) DO UPDATE SET ${replaceWhere(wins, 'ratings', ['rating', 'rated_at'])})
  SELECT "hasRoom" FROM owner CROSS JOIN room`;

const ADD = upsert('SHARE', 'true');
const MERGE = upsert('NO KEY UPDATE', 'excluded.rated_at >= ratings.rated_at');

export function createRatings({ query }: Statements, now: () => number): Ratings {
  const write = async (statement: string, userId: string, ratings: readonly DatedRating[]) => {
    const records = ratings.map(({ ratedAt, ...rating }) => ({ ...rating, rated_at: ratedAt }));
    const [owner] = await query<WithRoom>(statement, [userId, JSON.stringify(records)]);
    if (!owner) throw ownerIsGone();
    if (!owner.hasRoom) throw isFull('ratings');
  };
  const read = async (userId: string) =>
    (await query<RatingRow>(LIST, [userId])).map(toDatedRating);
  return {
    list: async (userId) => ({
      userId,
      ratings: (await read(userId)).map(({ tmdb_id, type, rating }) => ({ tmdb_id, type, rating })),
    }),
    add: async (userId, rating) => {
      await write(ADD, userId, [{ ...rating, ratedAt: writeTime(null, now()) }]);
      return { userId, rating };
    },
    merge: async (userId, ratings) => {
      const newest = newestOfEach(ratings, now());
      await write(MERGE, userId, newest);
      return newest.length;
    },
  };
}

export const toDatedRating = ({ tmdbId, type, rating, ratedAt }: RatingRow): DatedRating => ({
  tmdb_id: Number(tmdbId),
  type,
  rating,
  ratedAt,
});

function newestOfEach(ratings: readonly DatedRating[], now: number): readonly DatedRating[] {
  const newest = new Map<string, DatedRating>();
  for (const rating of ratings) {
    const key = `${rating.type} ${rating.tmdb_id}`;
    const dated = { ...rating, ratedAt: writeTime(rating.ratedAt, now) };
    const other = newest.get(key);
    if (!other || other.ratedAt <= dated.ratedAt) newest.set(key, dated);
  }
  return [...newest.values()];
}
