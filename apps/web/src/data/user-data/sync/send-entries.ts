// Sends the watch history and the ratings, whose entries are marked as new, to servers that have them.
import {
  deleteWatchHistory,
  importWatchHistory,
  putWatchHistory,
} from '@matinee/shared/contract/watch-history';
import { ApiRequestError, call } from '#data/api.ts';
import { IgnoredReply } from '#data/response-schemas.ts';
import { isMissingRoute, isUnsupported, noteUnsupported } from '#data/unsupported.ts';
import { historyKey, updateHistory, type HistoryItem, type HistoryRemoval } from '../history.ts';
import { isoTime } from './send-changes.ts';
import {
  historyChangeId,
  isHistoryPending,
  isRejected,
  markRejected,
  pendingHistory,
  pendingHistoryRemovals,
  pendingRatings,
  ratingChangeId,
} from './queue.ts';
import { addRating } from '@matinee/shared/contract/ratings';
import { catchUpRatings, ratingKey, updateRatings, type RatingItem } from '../ratings.ts';

const MAX_BATCH = 500;
/** During playback the progress carries what is new, so the history may wait. */
const INTERVAL_MS = 30_000;
let sentAt = -Infinity;

export const isHistoryDue = (): boolean =>
  pendingHistoryRemovals().length > 0 || (Date.now() - sentAt >= INTERVAL_MS && isHistoryPending());

interface Sending {
  readonly userId: string;
  readonly signal: AbortSignal | undefined;
  rejections: number;
}

/** Many entries at once. Rejects with ApiError when a retry may succeed. */
export async function sendHistory(userId: string, signal: AbortSignal | undefined): Promise<void> {
  // Removals first, or they would also remove what was watched again since.
  await sendRemovals(userId, signal);
  const items = pendingHistory().filter((item) => !isRejected(historyChangeId(item)));
  if (items.length > 0) sentAt = Date.now();
  const sending: Sending = { userId, signal, rejections: 0 };
  for (let from = 0; from < items.length; from += MAX_BATCH)
    await sendBatch(items.slice(from, from + MAX_BATCH), sending);
}

/** A repeated request would be rejected again. */
const REJECTED: ReadonlySet<number> = new Set([400, 413, 422]);
const isRejection = (error: unknown): error is ApiRequestError =>
  error instanceof ApiRequestError && REJECTED.has(error.status);

async function sendRemovals(userId: string, signal: AbortSignal | undefined): Promise<void> {
  for (const removal of pendingHistoryRemovals()) {
    const { tmdbId, seasonId, episodeId } = removal;
    const args = { params: { userId, tmdbId }, body: { seasonId, episodeId } };
    try {
      await call(deleteWatchHistory, args, { signal, reply: IgnoredReply });
    } catch (error) {
      // A server without the entry has nothing to remove.
      if (!isMissingRoute(error) && !isRejection(error)) throw error;
    }
    markRemovalSent(removal);
  }
}

/** Removing a movie also removes a show of the same id, and the reverse: entries that remain are sent again. */
function markRemovalSent({ tmdbId, episodeId, updatedAt }: HistoryRemoval): void {
  const key = historyKey(tmdbId, episodeId);
  updateHistory((state) => {
    const { [key]: sent, ...others } = state.removals;
    const items = Object.entries(state.items).map(([id, item]): [string, HistoryItem] => [
      id,
      episodeId === undefined && item.tmdbId === tmdbId ? { ...item, isNew: true } : item,
    ]);
    return {
      ...state,
      items: Object.fromEntries(items),
      removals: sent?.updatedAt === updatedAt ? others : state.removals,
    };
  });
}

/** After so many rejections the rest of a batch is not split further. */
const MAX_REJECTIONS = 20;

/** Splits a rejected batch in halves until the invalid entries are found. */
async function sendBatch(batch: readonly HistoryItem[], sending: Sending): Promise<void> {
  if (isUnsupported('watchHistory')) return;
  try {
    await sendEntries(batch, sending);
    return markSent(batch);
  } catch (error) {
    if (isMissingRoute(error)) return noteUnsupported('watchHistory');
    if (!isRejection(error)) throw error;
  }
  if (batch.length === 1 || sending.rejections >= MAX_REJECTIONS) {
    sending.rejections += 1;
    for (const item of batch) markRejected(historyChangeId(item));
    return;
  }
  const half = Math.ceil(batch.length / 2);
  await sendBatch(batch.slice(0, half), sending);
  await sendBatch(batch.slice(half), sending);
}

async function sendEntries(
  batch: readonly HistoryItem[],
  { userId, signal }: Sending,
): Promise<void> {
  const options = { signal, reply: IgnoredReply };
  const [first, ...others] = batch.map(historyBody);
  if (!first) return;
  // A single entry has its own path: some servers read `import` there as a title.
  await (others.length === 0
    ? call(putWatchHistory, { params: { userId, tmdbId: first.tmdbId }, body: first }, options)
    : call(importWatchHistory, { params: { userId }, body: [first, ...others] }, options));
}

function historyBody(item: HistoryItem) {
  const { tmdbId, title, year = 0, poster, type, watched, duration, completed } = item;
  const { seasonId, seasonNumber, episodeId, episodeNumber, updatedAt } = item;
  return {
    tmdbId,
    meta: { title, year, type, ...(poster && { poster }) },
    watched,
    duration,
    completed,
    seasonId,
    seasonNumber,
    episodeId,
    episodeNumber,
    watchedAt: isoTime(updatedAt),
  };
}

/** An entry that was watched further meanwhile stays pending. */
function markSent(sent: readonly HistoryItem[]): void {
  const keyOf = ({ tmdbId, episodeId }: HistoryItem): string => historyKey(tmdbId, episodeId);
  const times = new Map(sent.map((item) => [keyOf(item), item.updatedAt]));
  updateHistory((state) => ({
    ...state,
    items: Object.fromEntries(
      Object.entries(state.items).map(([key, item]) => [
        key,
        times.get(key) === item.updatedAt ? { ...item, isNew: false } : item,
      ]),
    ),
  }));
}

/** One after the other: some movie-web servers lose one of two that arrive together. Rejects like `sendHistory`. */
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
      if (!isRejection(error)) throw error;
      markRejected(ratingChangeId(item));
    }
  }
}

/** A rating that was changed meanwhile stays pending. */
function markRatingSent(sent: RatingItem): void {
  const key = ratingKey(sent);
  updateRatings((ratings) => {
    const item = ratings[key];
    if (item?.updatedAt !== sent.updatedAt) return ratings;
    return { ...ratings, [key]: { ...item, isNew: false } };
  });
}
