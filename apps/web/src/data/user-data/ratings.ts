// The user's ratings of movies and shows: `__MW::ratings`, stored at once, sent to an account later.
import type { MediaType } from '@matinee/shared/media/media';
import { z } from 'zod';
import type { LenientDatedRating } from '#data/response-schemas.ts';
import { createPersisted } from '#data/storage/persisted-store.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import { mergeTabs } from './merge-lww.ts';
import { readableRecord } from '../storage/persisted-store.ts';

const RatingItem = z.lazy(() =>
  z.looseObject({
    tmdbId: z.string(),
    type: z.enum(['movie', 'show']),
    /** 1 to 10; 0 for a removed rating, also on the wire. */
    rating: z.number().min(0).max(10),
    /** Milliseconds since 1970. */
    updatedAt: z.number(),
    /** The account server has not received it. */
    isNew: z.boolean().catch(false).default(false),
  }),
);
export type RatingItem = z.infer<typeof RatingItem>;

/** Keyed by `ratingKey`. */
export const RatingItems = z.lazy(() => readableRecord(RatingItem));
type Items = Readonly<Record<string, RatingItem>>;

const persisted = createPersisted({
  key: '__MW::ratings',
  schema: z.lazy(() => z.looseObject({ ratings: RatingItems })),
  empty: { ratings: {} },
  merge: ({ base, mine, theirs }) => ({
    ...theirs,
    ratings: mergeTabs({ base: base.ratings, mine: mine.ratings, theirs: theirs.ratings }),
  }),
});

export const ratingsStore = persisted.store;
export const catchUpRatings = persisted.catchUp;

export function updateRatings(change: (ratings: Items) => Items): void {
  persisted.update((state) => {
    const ratings = change(state.ratings);
    return areSame(ratings, state.ratings) ? state : { ...state, ratings: { ...ratings } };
  });
}

/** Without a change, nothing is stored and no other tab is notified. */
function areSame(one: Items, other: Items): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

export interface RatedTitle {
  readonly type: MediaType;
  readonly tmdbId: string;
}

/** A movie and a show may share a TMDB id. */
export const ratingKey = ({ type, tmdbId }: RatedTitle): string => `${type}/${tmdbId}`;

/** A selector: 1 to 10, or 0 without a rating. */
export const ratingOf =
  (title: RatedTitle) =>
  ({ ratings }: { readonly ratings: Items }): number =>
    ratings[ratingKey(title)]?.rating ?? 0;

/** 0 removes the rating. */
export function rate({ type, tmdbId }: RatedTitle, rating: number, now = Date.now()): void {
  const item = { tmdbId, type, rating, updatedAt: serverTime(now), isNew: true };
  updateRatings((ratings) => ({ ...ratings, [ratingKey(item)]: item }));
}

/** Removals made without an account must not remove an account's ratings. */
export function withoutRemovals(ratings: Items): Items {
  return Object.fromEntries(Object.entries(ratings).filter(([, { rating }]) => rating > 0));
}

export function ratingItems(rows: readonly LenientDatedRating[]): Items {
  const items = rows.map(({ tmdb_id: tmdbId, type, rating, ratedAt }): RatingItem => ({
    tmdbId,
    type,
    rating,
    updatedAt: ratedAt,
    isNew: false,
  }));
  return Object.fromEntries(items.map((item) => [ratingKey(item), item]));
}
