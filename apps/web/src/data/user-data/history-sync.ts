// Sends new entries and removals of the history to account servers that have a history.
import {
  deleteWatchHistory,
  importWatchHistory,
  putWatchHistory,
} from '@matinee/shared/contract/watch-history';
import { call } from '#data/api.ts';
import { IgnoredReply } from '#data/response-schemas.ts';
import { isMissingRoute, isUnsupported, noteUnsupported } from '#data/unsupported.ts';
import {
  historyKey,
  historyStore,
  updateHistory,
  type HistoryItem,
  type HistoryRemoval,
} from './history.ts';
import {
  isEntryRejected,
  isoTime,
  isRejected,
  markRejected,
  type SendOptions,
} from './sync/queue.ts';

/** A further change has another id. */
export const historyChangeId = ({ tmdbId, episodeId, updatedAt }: HistoryItem): string =>
  `history/${historyKey(tmdbId, episodeId)}/${updatedAt}`;

/** Includes changes that the server rejected. */
export function pendingHistory(): HistoryItem[] {
  if (isUnsupported('watchHistory')) return [];
  return Object.values(historyStore.getState().items).filter(({ isNew }) => isNew);
}

export const pendingHistoryRemovals = (): HistoryRemoval[] =>
  Object.values(historyStore.getState().removals);

export const isHistoryPending = (): boolean =>
  pendingHistory().some((item) => !isRejected(historyChangeId(item))) ||
  pendingHistoryRemovals().length > 0;

const HISTORY_PER_REQUEST = 500;
/** During playback, progress already syncs the position, so the history may wait. */
const HISTORY_INTERVAL_MS = 30_000;
let historySentAt = -Infinity;

export const isHistoryDue = (): boolean =>
  pendingHistoryRemovals().length > 0 ||
  (Date.now() - historySentAt >= HISTORY_INTERVAL_MS && isHistoryPending());

interface HistorySending extends SendOptions {
  rejections: number;
}

/** Sends many entries per request. Rejects if a retry may succeed. */
export async function sendHistory(userId: string, signal: AbortSignal | undefined): Promise<void> {
  // Send removals first. Later, they would also remove what was watched again in the meantime.
  await sendHistoryRemovals(userId, signal);
  const items = pendingHistory().filter((item) => !isRejected(historyChangeId(item)));
  if (items.length > 0) historySentAt = Date.now();
  const sending: HistorySending = { userId, signal, rejections: 0 };
  for (let from = 0; from < items.length; from += HISTORY_PER_REQUEST)
    await sendHistoryBatch(items.slice(from, from + HISTORY_PER_REQUEST), sending);
}

async function sendHistoryRemovals(userId: string, signal: AbortSignal | undefined): Promise<void> {
  for (const removal of pendingHistoryRemovals()) {
    const { tmdbId, seasonId, episodeId } = removal;
    const args = { params: { userId, tmdbId }, body: { seasonId, episodeId } };
    try {
      await call(deleteWatchHistory, args, { signal, reply: IgnoredReply });
    } catch (error) {
      // A server without the entry has nothing to remove.
      if (!isMissingRoute(error) && !isEntryRejected(error)) throw error;
    }
    markHistoryRemoved(removal);
  }
}

/** On a server, removing a movie also removes a show of the same id, and vice versa. Sends remaining entries again. */
function markHistoryRemoved({ tmdbId, episodeId, updatedAt }: HistoryRemoval): void {
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

/** After this many rejections, batches are not split any further. */
const MAX_REJECTIONS = 20;

/** Splits a rejected batch in halves until the invalid entries are found. */
async function sendHistoryBatch(
  batch: readonly HistoryItem[],
  sending: HistorySending,
): Promise<void> {
  if (isUnsupported('watchHistory')) return;
  try {
    await sendHistoryItems(batch, sending);
    return markHistorySent(batch);
  } catch (error) {
    if (isMissingRoute(error)) return noteUnsupported('watchHistory');
    if (!isEntryRejected(error)) throw error;
  }
  if (batch.length === 1 || sending.rejections >= MAX_REJECTIONS) {
    sending.rejections += 1;
    for (const item of batch) markRejected(historyChangeId(item));
    return;
  }
  const half = Math.ceil(batch.length / 2);
  await sendHistoryBatch(batch.slice(0, half), sending);
  await sendHistoryBatch(batch.slice(half), sending);
}

async function sendHistoryItems(
  batch: readonly HistoryItem[],
  { userId, signal }: HistorySending,
): Promise<void> {
  const options = { signal, reply: IgnoredReply };
  const [first, ...others] = batch.map(historyBody);
  if (!first) return;
  // A single entry has its own path: some servers read `import` there as a title.
  await (others.length === 0
    ? call(putWatchHistory, { params: { userId, tmdbId: first.tmdbId }, body: first }, options)
    : call(importWatchHistory, { params: { userId }, body: [first, ...others] }, options));
}

/** Keeps an entry pending if it has been watched further in the meantime. */
function markHistorySent(sent: readonly HistoryItem[]): void {
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
