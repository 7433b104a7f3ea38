import type { Rating } from '@matinee/shared/contract/ratings';
import type { Statements } from '#db/statements.ts';
import { ownerIsGone } from './owner.ts';
import type { PagedRows } from './paged-rows.ts';
import { QUOTAS, quotaExceeded, type WithQuota } from './quotas.ts';
import { isoTime } from './title-columns.ts';
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

/**
 * $1: the account, $2: the ratings as JSON, $3: whether an older one leaves a newer one. A row of its own for each title, so
 * that of ratings at the same time none overwrites another title's. No row where the account is gone.
 */
const PUT = `
  WITH owner AS (SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE),
  item AS (
    SELECT owner.id AS user_id, item.* FROM owner,
      json_to_recordset($2::json) AS item(type text, tmdb_id bigint, rating float8, rated_at timestamptz)),
  quota AS (
    SELECT added = 0 OR added + (SELECT count(*) FROM ratings WHERE user_id = $1) <= ${QUOTAS.ratings.max} AS "hasRoom"
    FROM (SELECT count(*) AS added FROM item WHERE NOT EXISTS (
      SELECT FROM ratings r
      WHERE r.user_id = item.user_id AND r.type = item.type AND r.tmdb_id = item.tmdb_id)) AS new),
  stored AS (
    INSERT INTO ratings (user_id, type, tmdb_id, rating, rated_at)
    SELECT user_id, type, tmdb_id, rating, rated_at FROM item, quota WHERE "hasRoom"
    ON CONFLICT (user_id, type, tmdb_id) DO UPDATE SET rating = excluded.rating, rated_at = excluded.rated_at
    WHERE NOT $3 OR excluded.rated_at >= ratings.rated_at)
  SELECT "hasRoom" FROM owner CROSS JOIN quota`;

export function createRatings({ query }: Statements, now: () => number): Ratings {
  const write = async (
    userId: string,
    ratings: readonly DatedRating[],
    { keepsNewer }: { readonly keepsNewer: boolean },
  ) => {
    const records = ratings.map(({ ratedAt, ...rating }) => ({ ...rating, rated_at: ratedAt }));
    const [owner] = await query<WithQuota>(PUT, [userId, JSON.stringify(records), keepsNewer]);
    if (!owner) throw ownerIsGone();
    if (!owner.hasRoom) throw quotaExceeded('ratings');
  };
  const read = async (userId: string) =>
    (await query<RatingRow>(LIST, [userId])).map(toDatedRating);
  return {
    list: async (userId) => ({
      userId,
      ratings: (await read(userId)).map(({ tmdb_id, type, rating }) => ({ tmdb_id, type, rating })),
    }),
    add: async (userId, rating) => {
      const rated = { ...rating, ratedAt: writeTime(null, now()) };
      await write(userId, [rated], { keepsNewer: false });
      return { userId, rating };
    },
    merge: async (userId, ratings) => {
      const newest = newestOfEach(ratings, now());
      await write(userId, newest, { keepsNewer: true });
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
