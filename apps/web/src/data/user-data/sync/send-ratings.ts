// Sends ratings one after the other: some movie-web servers lose one of two that arrive together.
import { addRating } from '@matinee/shared/contract/ratings';
import { ApiRequestError, call } from '#data/api.ts';
import { IgnoredReply } from '#data/response-schemas.ts';
import { isMissingRoute, noteUnsupported } from '#data/unsupported.ts';
import { catchUpRatings, ratingKey, updateRatings, type RatingItem } from '../ratings.ts';
import { markRejected, pendingRatings, ratingChangeId } from './queue.ts';

/** A repeated request would be rejected again. */
const REJECTED: ReadonlySet<number> = new Set([400, 413, 422]);

/** Rejects with ApiError when a retry may succeed. */
export async function sendRatings(userId: string, signal: AbortSignal | undefined): Promise<void> {
  catchUpRatings();
  for (const item of pendingRatings()) {
    const { type, tmdbId, rating } = item;
    const wireType = type === 'movie' ? type : 'tv';
    const body = { tmdb_id: Number(tmdbId), type: wireType, rating } as const;
    try {
      await call(addRating, { params: { userId }, body }, { signal, reply: IgnoredReply });
      markSent(item);
    } catch (error) {
      if (isMissingRoute(error)) return noteUnsupported('ratings');
      if (!(error instanceof ApiRequestError && REJECTED.has(error.status))) throw error;
      markRejected(ratingChangeId(item));
    }
  }
}

/** A rating that was changed meanwhile stays pending. */
function markSent(sent: RatingItem): void {
  const key = ratingKey(sent);
  updateRatings((ratings) => {
    const item = ratings[key];
    if (item?.updatedAt !== sent.updatedAt) return ratings;
    return { ...ratings, [key]: { ...item, isNew: false } };
  });
}
