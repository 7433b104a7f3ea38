// Sends new ratings to account servers that have them.
import { addRating } from '@matinee/shared/contract/ratings';
import { call } from '#data/api.ts';
import { IgnoredReply } from '#data/response-schemas.ts';
import { isMissingRoute, isUnsupported, noteUnsupported } from '#data/unsupported.ts';
import {
  catchUpRatings,
  ratingKey,
  ratingsStore,
  updateRatings,
  type RatingItem,
} from './ratings.ts';
import { isEntryRejected, isRejected, markRejected } from './sync/queue.ts';

/** A further change has another id. */
export const ratingChangeId = (item: RatingItem): string =>
  `rating/${ratingKey(item)}/${item.updatedAt}`;

/** Servers accept only TMDB ids. Ratings of library titles without one stay in this browser. */
const hasTmdbId = ({ tmdbId }: RatingItem): boolean => /^\d{1,15}$/.test(tmdbId);

/** Includes ratings that the server rejected. */
export function allPendingRatings(): RatingItem[] {
  if (isUnsupported('ratings')) return [];
  return Object.values(ratingsStore.getState().ratings).filter(
    (item) => item.isNew && hasTmdbId(item),
  );
}

export const pendingRatings = (): RatingItem[] =>
  allPendingRatings().filter((item) => !isRejected(ratingChangeId(item)));

/** Sends ratings one by one: some movie-web servers lose one of two simultaneous ones. Rejects if a retry may succeed. */
export async function sendRatings(userId: string, signal: AbortSignal | undefined): Promise<void> {
  catchUpRatings();
  for (const item of pendingRatings()) {
    const { type, tmdbId, rating } = item;
    const wireType = type === 'movie' ? type : 'tv';
    const body = { tmdb_id: Number(tmdbId), type: wireType, rating } as const;
    try {
      await call(addRating, { params: { userId }, body }, { signal, reply: IgnoredReply });
      markRatingSent(item);
    } catch (error) {
      if (isMissingRoute(error)) return noteUnsupported('ratings');
      if (!isEntryRejected(error)) throw error;
      markRejected(ratingChangeId(item));
    }
  }
}

/** Keeps a rating pending if it has changed in the meantime. */
function markRatingSent(sent: RatingItem): void {
  const key = ratingKey(sent);
  updateRatings((ratings) => {
    const item = ratings[key];
    if (item?.updatedAt !== sent.updatedAt) return ratings;
    return { ...ratings, [key]: { ...item, isNew: false } };
  });
}
