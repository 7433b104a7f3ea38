// How the viewer rated movies and shows: `__MW::ratings`, written at once, sent to an account later.
import type { MediaType } from '@matinee/shared/media/media';
import { z } from 'zod';
import type { AnyDatedRating, AnyRating } from '#data/response-schemas.ts';
import { createPersisted } from '#data/storage/persisted-store.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import { mergeTabs } from './merge-lww.ts';
import { readableRecord } from './readable.ts';

const RatingItem = z.lazy(() =>
  z.looseObject({
    tmdbId: z.string(),
    type: z.enum(['movie', 'show']),
    /** 1 to 10; 0 once it was taken back, which servers have no other word for. */
    rating: z.number().min(0).max(10),
    /** Milliseconds since 1970. */
    updatedAt: z.number(),
    /** The account server has not been told. */
    isNew: z.boolean().catch(false).default(false),
  }),
);
export type RatingItem = z.infer<typeof RatingItem>;

/** By `ratingKey`. */
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

/** Nothing is written, and no other tab hears of it, where nothing has changed. */
function areSame(one: Items, other: Items): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

export interface RatedTitle {
  readonly type: MediaType;
  readonly tmdbId: string;
}

/** Movies and shows have numbers of their own. */
export const ratingKey = ({ type, tmdbId }: RatedTitle): string => `${type}/${tmdbId}`;

/** A selector: from 1 to 10, or 0 for what has not been rated. */
export const ratingOf =
  (title: RatedTitle) =>
  ({ ratings }: { readonly ratings: Items }): number =>
    ratings[ratingKey(title)]?.rating ?? 0;

/** 0 takes the rating back. */
export function rate({ type, tmdbId }: RatedTitle, rating: number, now = Date.now()): void {
  const item = { tmdbId, type, rating, updatedAt: serverTime(now), isNew: true };
  updateRatings((ratings) => ({ ...ratings, [ratingKey(item)]: item }));
}

/** Somebody without an account took these back; an account's ratings are not to follow. */
export function withoutRemovals(ratings: Items): Items {
  return Object.fromEntries(Object.entries(ratings).filter(([, { rating }]) => rating > 0));
}

export interface RemoteRatings {
  readonly rows: readonly AnyRating[];
  /** When they were asked for, by the server's clock. */
  readonly asOf: number;
  /** Keys of what waited to be sent then. */
  readonly waited: ReadonlySet<string>;
}

/** Servers tell no time: what is new here stays, and for everything else they are right. */
export function mergeRemoteRatings(ratings: Items, { rows, asOf, waited }: RemoteRatings): Items {
  const isOurs = (key: string, { isNew, updatedAt }: RatingItem): boolean =>
    isNew || waited.has(key) || updatedAt >= asOf;
  const ours = Object.entries(ratings).filter(([key, item]) => isOurs(key, item));
  const theirs = rows.map(({ tmdb_id, type, rating }) => {
    const item: RatingItem = { tmdbId: tmdb_id, type, rating, updatedAt: asOf - 1, isNew: false };
    const before = ratings[ratingKey(item)];
    return [ratingKey(item), before?.rating === rating ? before : item] as const;
  });
  return Object.fromEntries([...theirs, ...ours]);
}

export function ratingItems(rows: readonly AnyDatedRating[]): Items {
  const items = rows.map(({ tmdb_id: tmdbId, type, rating, ratedAt }): RatingItem => ({
    tmdbId,
    type,
    rating,
    updatedAt: ratedAt,
    isNew: false,
  }));
  return Object.fromEntries(items.map((item) => [ratingKey(item), item]));
}

export function newRatings(): RatingItem[] {
  return Object.values(ratingsStore.getState().ratings).filter(({ isNew }) => isNew);
}
