// The history goes to servers that keep one, many entries at once.
import { importWatchHistory, putWatchHistory } from '@matinee/shared/contract/watch-history';
import { Anything } from '#data/answers.ts';
import { ApiError, call } from '#data/api.ts';
import { historyKey, historyStore, updateHistory, type HistoryItem } from './history.ts';
import { momentOf } from './wire.ts';

const AT_ONCE = 500;

export function unsentHistory(): HistoryItem[] {
  return Object.values(historyStore.getState().items).filter(({ isNew }) => isNew);
}

export const isHistoryNew = (): boolean => unsentHistory().length > 0;

/** While a film runs, what is new of it is told by its progress. */
const EVERY_MS = 30_000;
let sentAt = -Infinity;

export const isHistoryDue = (): boolean => Date.now() - sentAt >= EVERY_MS && isHistoryNew();

export async function sendHistory(userId: string, signal: AbortSignal | undefined): Promise<void> {
  const waiting = unsentHistory();
  if (waiting.length > 0) sentAt = Date.now();
  for (let from = 0; from < waiting.length; from += AT_ONCE) {
    const batch = waiting.slice(from, from + AT_ONCE);
    await sendBatch(batch, { userId, signal });
    settle(batch);
  }
}

interface Options {
  readonly userId: string;
  readonly signal: AbortSignal | undefined;
}

/** Of what a server has no place for, or will not have, it is not told again. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 405, 422]);

async function sendBatch(batch: readonly HistoryItem[], { userId, signal }: Options) {
  const options = { signal, reply: Anything };
  const [first, ...others] = batch.map(bodyOf);
  if (!first) return;
  try {
    // One alone has a path of its own: some servers take the other for a title.
    await (others.length === 0
      ? call(putWatchHistory, { params: { userId, tmdbId: first.tmdbId }, body: first }, options)
      : call(importWatchHistory, { params: { userId }, body: [first, ...others] }, options));
  } catch (error) {
    if (!(error instanceof ApiError && REFUSALS.has(error.status))) throw error;
  }
}

function bodyOf(item: HistoryItem) {
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
    watchedAt: momentOf(updatedAt),
  };
}

/** What was watched further meanwhile is news again. */
function settle(sent: readonly HistoryItem[]): void {
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

const keyOf = ({ tmdbId, episodeId }: HistoryItem): string => historyKey(tmdbId, episodeId);
