// The history goes to servers that keep one, many entries at once.
import {
  deleteWatchHistory,
  importWatchHistory,
  putWatchHistory,
} from '@matinee/shared/contract/watch-history';
import { Anything } from '#data/response-schemas.ts';
import { ApiError, call } from '#data/api.ts';
import { isUnsupported, noteUnsupported } from '#data/unsupported.ts';
import {
  historyKey,
  historyStore,
  updateHistory,
  type HistoryItem,
  type HistoryRemoval,
} from '../history.ts';
import { momentOf } from './serialize.ts';

const AT_ONCE = 500;

/** All that the server has not been sent, although it keeps a history. */
export function unsentHistory(): HistoryItem[] {
  if (isUnsupported('watchHistory')) return [];
  return Object.values(historyStore.getState().items).filter(({ isNew }) => isNew);
}

/** What a server would not have, with its time then: it stays here as news, for the next server, visit or change. */
const refused = new Map<string, number>();

export function offerHistoryAgain(): void {
  refused.clear();
}

const waiting = (): HistoryItem[] =>
  unsentHistory().filter((item) => refused.get(keyOf(item)) !== item.updatedAt);

/** Removals that no server has received. */
export const historyRemovals = (): HistoryRemoval[] =>
  Object.values(historyStore.getState().removals);

export const isHistoryNew = (): boolean => waiting().length > 0 || historyRemovals().length > 0;

/** While a film runs, what is new of it is told by its progress. */
const EVERY_MS = 30_000;
let sentAt = -Infinity;

export const isHistoryDue = (): boolean =>
  historyRemovals().length > 0 || (Date.now() - sentAt >= EVERY_MS && isHistoryNew());

/** Rejects with ApiError when another try may mend it. */
export async function sendHistory(userId: string, signal: AbortSignal | undefined): Promise<void> {
  // First: what was watched again after it was removed comes back.
  await sendRemovals(userId, signal);
  const items = waiting();
  if (items.length > 0) sentAt = Date.now();
  const sending: Sending = { userId, signal, refusals: 0 };
  for (let from = 0; from < items.length; from += AT_ONCE)
    await sendBatch(items.slice(from, from + AT_ONCE), sending);
}

async function sendRemovals(userId: string, signal: AbortSignal | undefined): Promise<void> {
  for (const removal of historyRemovals()) {
    const { tmdbId, seasonId, episodeId } = removal;
    const args = { params: { userId, tmdbId }, body: { seasonId, episodeId } };
    try {
      await call(deleteWatchHistory, args, { signal, reply: Anything });
    } catch (error) {
      // A server without the entry has nothing to remove.
      if (!(error instanceof ApiError && REFUSALS.has(error.status))) throw error;
    }
    settleRemoval(removal);
  }
}

/** Movies and shows may share a number, and the server has forgotten what was of the other one. */
function settleRemoval({ tmdbId, episodeId, updatedAt }: HistoryRemoval): void {
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

interface Sending {
  readonly userId: string;
  readonly signal: AbortSignal | undefined;
  refusals: number;
}

const NO_PLACE: ReadonlySet<number> = new Set([404, 405]);
const REFUSALS: ReadonlySet<number> = new Set([...NO_PLACE, 400, 413, 422]);
/** What else is refused after so many is not looked into. */
const LOOKED_INTO = 20;

/** Where a server will not have all of it, halves of it find what holds up the others. */
async function sendBatch(batch: readonly HistoryItem[], sending: Sending): Promise<void> {
  if (isUnsupported('watchHistory')) return;
  const status = await refusalOf(batch, sending);
  if (status === undefined) return settle(batch);
  if (NO_PLACE.has(status)) return noteUnsupported('watchHistory');
  if (batch.length === 1 || sending.refusals >= LOOKED_INTO) {
    sending.refusals += 1;
    return refuse(batch);
  }
  const half = Math.ceil(batch.length / 2);
  await sendBatch(batch.slice(0, half), sending);
  await sendBatch(batch.slice(half), sending);
}

/** The status of a no that would be said again; undefined where all of it was taken. */
async function refusalOf(
  batch: readonly HistoryItem[],
  { userId, signal }: Sending,
): Promise<number | undefined> {
  const options = { signal, reply: Anything };
  const [first, ...others] = batch.map(bodyOf);
  if (!first) return undefined;
  try {
    // One alone has a path of its own: some servers take the other for a title.
    await (others.length === 0
      ? call(putWatchHistory, { params: { userId, tmdbId: first.tmdbId }, body: first }, options)
      : call(importWatchHistory, { params: { userId }, body: [first, ...others] }, options));
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.has(error.status)) return error.status;
    throw error;
  }
}

function refuse(batch: readonly HistoryItem[]): void {
  for (const item of batch) refused.set(keyOf(item), item.updatedAt);
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
