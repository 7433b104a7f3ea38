// Ratings go to servers that keep them, one after the other: some of them lose one of two that arrive together.
import { addRating } from '@matinee/shared/contract/ratings';
import { Anything } from '#data/response-schemas.ts';
import { ApiError, call } from '#data/api.ts';
import { isUnsupported, noteUnsupported } from '#data/unsupported.ts';
import {
  catchUpRatings,
  newRatings,
  ratingKey,
  updateRatings,
  type RatingItem,
} from '../ratings.ts';

/** Changes that this server refused, with their time then: they stay here. */
const refused = new Map<string, number>();

export function offerRatingsAgain(): void {
  refused.clear();
}

/** Titles of an operator's own that have no number in the catalogue are rated here alone. */
const hasNumber = ({ tmdbId }: RatingItem): boolean => /^\d{1,15}$/.test(tmdbId);

/** All that this server has not been told and might take. */
export function unsentRatings(): RatingItem[] {
  if (isUnsupported('ratings')) return [];
  return newRatings().filter(
    (item) => hasNumber(item) && refused.get(ratingKey(item)) !== item.updatedAt,
  );
}

const NO_PLACE: ReadonlySet<number> = new Set([404, 405]);
const REFUSALS: ReadonlySet<number> = new Set([...NO_PLACE, 400, 413, 422]);

/** Rejects with ApiError when another try may mend it. */
export async function sendRatings(userId: string, signal: AbortSignal | undefined): Promise<void> {
  catchUpRatings();
  for (const item of unsentRatings()) {
    const status = await send(item, { userId, signal });
    if (status !== undefined && NO_PLACE.has(status)) return noteUnsupported('ratings');
    if (status === undefined) settle(item);
    else refused.set(ratingKey(item), item.updatedAt);
  }
}

interface Sending {
  readonly userId: string;
  readonly signal: AbortSignal | undefined;
}

/** The status of a no that would be said again; undefined when it was taken. */
async function send(
  { type, tmdbId, rating }: RatingItem,
  { userId, signal }: Sending,
): Promise<number | undefined> {
  const body = { tmdb_id: Number(tmdbId), type: type === 'movie' ? type : 'tv', rating } as const;
  try {
    await call(addRating, { params: { userId }, body }, { signal, reply: Anything });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.has(error.status)) return error.status;
    throw error;
  }
}

/** One that was changed meanwhile is news again. */
function settle(sent: RatingItem): void {
  const key = ratingKey(sent);
  updateRatings((ratings) => {
    const item = ratings[key];
    if (item?.updatedAt !== sent.updatedAt) return ratings;
    return { ...ratings, [key]: { ...item, isNew: false } };
  });
}
