import type { Rating } from '@matinee/shared/contract/ratings';
import { z } from 'zod';
import type { TransactionalQueries } from '#database/sql.ts';
import { lockUser } from '#accounts/accounts.ts';
import { enforceQuota } from './quotas.ts';
import { clampTimestamp } from './title-columns.ts';

export interface DatedRating extends Rating {
  readonly ratedAt: string;
}

export interface Ratings {
  list(userId: string): Promise<{ readonly userId: string; readonly ratings: Rating[] }>;
  add(
    userId: string,
    rating: Rating,
  ): Promise<{ readonly userId: string; readonly rating: Rating }>;
  /** Merges ratings. The newer rating of each title wins. Returns the number of titles. */
  merge(userId: string, ratings: readonly DatedRating[]): Promise<number>;
}

export interface RatingRow {
  /** PostgreSQL's bigint arrives as decimal text. */
  readonly tmdbId: string;
  readonly type: Rating['type'];
  readonly rating: number;
  readonly ratedAt: string;
}

const Type = z.enum(['movie', 'tv']);

export function createRatings(db: TransactionalQueries, now: () => number): Ratings {
  return {
    list: async (userId) => {
      const rows = await db.prisma.rating.findMany({
        where: { userId },
        orderBy: [{ type: 'asc' }, { tmdbId: 'asc' }],
      });
      const ratings = rows.map(({ tmdbId, type, rating }) => ({
        tmdb_id: Number(tmdbId),
        type: Type.parse(type),
        rating,
      }));
      return { userId, ratings };
    },
    add: (userId, rating) =>
      db.transaction(async (tx) => {
        await lockUser(tx, userId);
        const key = { userId, type: rating.type, tmdbId: BigInt(rating.tmdb_id) };
        const data = { rating: rating.rating, ratedAt: new Date(now()) };
        await tx.prisma.rating.upsert({
          where: { userId_type_tmdbId: key },
          create: { ...key, ...data },
          update: data,
        });
        await enforceQuota(tx, userId, 'ratings');
        return { userId, rating };
      }),
    merge: (userId, given) =>
      db.transaction(async (tx) => {
        await lockUser(tx, userId);
        const stored = await tx.prisma.rating.findMany({ where: { userId } });
        const ratings = new Map(stored.map((row) => [keyOf(row), row]));
        const newest = newestOfEach(given, now());
        for (const { tmdb_id, type, rating, ratedAt } of newest) {
          const row = { userId, type, tmdbId: BigInt(tmdb_id), rating, ratedAt: new Date(ratedAt) };
          const other = ratings.get(keyOf(row));
          if (!other || other.ratedAt <= row.ratedAt) ratings.set(keyOf(row), row);
        }
        // Use two statements for any number of ratings.
        await tx.prisma.rating.deleteMany({ where: { userId } });
        await tx.prisma.rating.createMany({ data: [...ratings.values()] });
        await enforceQuota(tx, userId, 'ratings');
        return newest.length;
      }),
  };
}

const keyOf = ({ type, tmdbId }: { readonly type: string; readonly tmdbId: bigint }): string =>
  `${type} ${tmdbId}`;

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
    const dated = { ...rating, ratedAt: clampTimestamp(rating.ratedAt, now) };
    const other = newest.get(key);
    if (!other || other.ratedAt <= dated.ratedAt) newest.set(key, dated);
  }
  return [...newest.values()];
}
