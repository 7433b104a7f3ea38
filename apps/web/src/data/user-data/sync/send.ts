// Sends pending changes: bookmarks and progress in order and in batches, where the server takes them; then new entries of the
// history, and ratings, where the server has them. What was sent is no longer pending.
import {
  addBookmark,
  deleteBookmark,
  listBookmarks,
  putBookmarks,
  putGroupOrder,
} from '@matinee/shared/contract/bookmarks';
import { putChanges } from '@matinee/shared/contract/changes';
import { deleteProgress, importProgress, putProgress } from '@matinee/shared/contract/progress';
import { addRating } from '@matinee/shared/contract/ratings';
import {
  deleteWatchHistory,
  importWatchHistory,
  putWatchHistory,
} from '@matinee/shared/contract/watch-history';
import { ApiRequestError, call } from '#data/api.ts';
import { IgnoredReply, LenientBookmarks } from '#data/response-schemas.ts';
import { isMissingRoute, isUnsupported, noteUnsupported } from '#data/unsupported.ts';
import type { BookmarkChange } from '../bookmark-schema.ts';
import { bookmarksStore, updateBookmarks } from '../bookmarks.ts';
import { historyKey, updateHistory, type HistoryItem, type HistoryRemoval } from '../history.ts';
import type { ProgressChange } from '../progress-schema.ts';
import { catchUpRatings, ratingKey, updateRatings, type RatingItem } from '../ratings.ts';
import { bookmarkOf, withStored } from './merge.ts';
import {
  batchesOf,
  bookmarkBody,
  changeBody,
  episodeIds,
  historyBody,
  historyChangeId,
  isGroupOrderPending,
  isHistoryPending,
  isRejected,
  markRejected,
  pendingChanges,
  pendingHistory,
  pendingHistoryRemovals,
  pendingRatings,
  progressBody,
  ratingChangeId,
  removeSent,
  type PendingChange,
} from './queue.ts';

export interface SendOptions {
  readonly userId: string;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean | undefined;
}

export interface SendChangesOptions extends SendOptions {
  /** Changes that one request may carry; undefined on servers without `PUT /changes`. */
  readonly maxChanges: number | undefined;
}

/** Rejects at the first failure that a retry may solve; what was sent before has left the queue. */
export async function sendChanges(options: SendChangesOptions): Promise<void> {
  const pending = pendingChanges().filter(({ change }) => !isRejected(change.id));
  if (options.maxChanges === undefined)
    await sendWithoutChangesRoute(await withStoredGroups(pending, options), options);
  else await sendInBatches(pending, options, options.maxChanges);
  if (isGroupOrderPending()) await sendGroupOrder(options);
}

async function sendInBatches(
  pending: readonly PendingChange[],
  options: SendOptions,
  maxCount: number,
): Promise<void> {
  for (const batch of batchesOf(pending, { maxCount })) {
    const isSent = await trySend(batch, () => sendTogether(batch, options));
    // One of them is invalid and must not hold up the others.
    if (!isSent) await sendWithoutChangesRoute(batch, options);
  }
}

const BOOKMARKS_PER_REQUEST = 250;
const IMPORTS_PER_REQUEST = 1_000;
/** Fewer go singly, because the bookmarks of one request lose their order. */
const MIN_BOOKMARKS_TOGETHER = 20;

async function sendWithoutChangesRoute(
  pending: readonly PendingChange[],
  options: SendOptions,
): Promise<void> {
  const rest = await sendImports(await sendAdditions(pending, options), options);
  for (const one of rest)
    if (!(await trySend([one], () => sendSingly(one, options)))) markRejected(one.change.id);
}

type Pending<K extends PendingChange['kind']> = Extract<PendingChange, { kind: K }>;

/** Returns what is left to send. */
async function sendAdditions(
  pending: readonly PendingChange[],
  options: SendOptions,
): Promise<PendingChange[]> {
  const isAddition = (one: PendingChange): one is Pending<'bookmark'> =>
    one.kind === 'bookmark' && one.change.action === 'add';
  const additions = pending.filter(isAddition);
  if (additions.length < MIN_BOOKMARKS_TOGETHER) return [...pending];
  const rest: PendingChange[] = pending.filter((one) => !isAddition(one));
  for (const batch of batchesOf(additions, { maxCount: BOOKMARKS_PER_REQUEST })) {
    const body = batch.map(({ change }) => bookmarkBody(change));
    const send = () =>
      call(putBookmarks, { params: { userId: options.userId }, body }, callOptions(options));
    if (!(await trySend(batch, send))) rest.push(...batch);
  }
  return rest;
}

/** Returns what is left to send. */
async function sendImports(
  pending: readonly PendingChange[],
  options: SendOptions,
): Promise<PendingChange[]> {
  const isImport = (one: PendingChange): one is Pending<'progress'> =>
    one.kind === 'progress' && one.change.isImported === true;
  const rest: PendingChange[] = pending.filter((one) => !isImport(one));
  for (const batch of batchesOf(pending.filter(isImport), { maxCount: IMPORTS_PER_REQUEST })) {
    const body = batch.flatMap(({ change }) => progressBody(change) ?? []);
    const send = () =>
      call(importProgress, { params: { userId: options.userId }, body }, callOptions(options));
    if (!(await trySend(batch, send))) rest.push(...batch);
  }
  return rest;
}

/** A repeated request would be rejected again. */
const REJECTED: ReadonlySet<number> = new Set([400, 404, 405, 409, 413, 422]);

/** False when the server rejected the request; throws when a retry may succeed. */
async function trySend(
  pending: readonly PendingChange[],
  send: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await send();
  } catch (error) {
    if (error instanceof ApiRequestError && REJECTED.has(error.status)) return false;
    throw error;
  }
  removeSent(pending);
  return true;
}

async function sendGroupOrder(options: SendOptions): Promise<void> {
  const { groupOrder } = bookmarksStore.getState();
  try {
    const args = { params: { userId: options.userId }, body: [...groupOrder] };
    await call(putGroupOrder, args, callOptions(options));
  } catch (error) {
    if (!isMissingRoute(error)) throw error;
    noteUnsupported('groupOrder');
    return;
  }
  updateBookmarks((state) => ({
    ...state,
    isGroupOrderNew: state.groupOrder.join('\n') !== groupOrder.join('\n'),
  }));
}

/** An addition without groups: second-generation servers would empty those that they have stored. */
export function mayEmptyGroups({ kind, change }: PendingChange): boolean {
  const isAddition = kind === 'bookmark' && change.action === 'add';
  return isAddition && change.group === undefined && !isUnsupported('groupOrder');
}

/** Adds the groups that another device may have given to a title. */
async function withStoredGroups(
  pending: readonly PendingChange[],
  { userId, signal }: SendOptions,
): Promise<readonly PendingChange[]> {
  if (!pending.some(mayEmptyGroups)) return pending;
  const options = { signal, reply: LenientBookmarks };
  const rows = await call(listBookmarks, { params: { userId } }, options);
  const stored = new Map(rows.map((row) => [row.tmdbId, bookmarkOf(row)]));
  return pending.map((one) =>
    one.kind === 'bookmark'
      ? { ...one, change: withStored(one.change, stored.get(one.change.tmdbId)) }
      : one,
  );
}

/** Sends all of them in one request, to servers that have `PUT /changes`. */
export async function sendTogether(
  pending: readonly PendingChange[],
  options: SendOptions,
): Promise<void> {
  const body = pending.flatMap((one) => changeBody(one) ?? []);
  if (body.length === 0) return;
  await call(putChanges, { params: { userId: options.userId }, body }, callOptions(options));
}

/** An entry that is there, or gone, already counts as sent. */
export async function sendSingly(pending: PendingChange, options: SendOptions): Promise<void> {
  try {
    await (pending.kind === 'bookmark'
      ? sendBookmark(pending.change, options)
      : sendProgress(pending.change, options));
  } catch (error) {
    if (!isAlreadyDone(error)) throw error;
  }
}

function isAlreadyDone(error: unknown): boolean {
  return (
    error instanceof ApiRequestError &&
    error.failure.is === 'rejected' &&
    /already/i.test(error.failure.message ?? '')
  );
}

async function sendBookmark(change: BookmarkChange, options: SendOptions): Promise<void> {
  const params = { userId: options.userId, tmdbId: change.tmdbId };
  await (change.action === 'delete'
    ? call(deleteBookmark, { params }, callOptions(options))
    : call(addBookmark, { params, body: bookmarkBody(change) }, callOptions(options)));
}

async function sendProgress(change: ProgressChange, options: SendOptions): Promise<void> {
  const params = { userId: options.userId, tmdbId: change.tmdbId };
  if (change.action === 'delete') {
    await call(deleteProgress, { params, body: episodeIds(change) }, callOptions(options));
    return;
  }
  const body = progressBody(change);
  if (body) await call(putProgress, { params, body }, callOptions(options));
}

function callOptions({ signal, keepalive }: SendOptions) {
  return { signal, keepalive, reply: IgnoredReply };
}

const HISTORY_PER_REQUEST = 500;
/** During playback the progress carries what is new, so the history may wait. */
const HISTORY_INTERVAL_MS = 30_000;
let historySentAt = -Infinity;

export const isHistoryDue = (): boolean =>
  pendingHistoryRemovals().length > 0 ||
  (Date.now() - historySentAt >= HISTORY_INTERVAL_MS && isHistoryPending());

interface HistorySending extends SendOptions {
  rejections: number;
}

/** Many entries at once. Rejects with ApiError when a retry may succeed. */
export async function sendHistory(userId: string, signal: AbortSignal | undefined): Promise<void> {
  // Removals first, or they would also remove what was watched again since.
  await sendHistoryRemovals(userId, signal);
  const items = pendingHistory().filter((item) => !isRejected(historyChangeId(item)));
  if (items.length > 0) historySentAt = Date.now();
  const sending: HistorySending = { userId, signal, rejections: 0 };
  for (let from = 0; from < items.length; from += HISTORY_PER_REQUEST)
    await sendHistoryBatch(items.slice(from, from + HISTORY_PER_REQUEST), sending);
}

/** Of entries of the history and of ratings; other statuses concern the route or the quota. */
const REJECTED_ENTRY: ReadonlySet<number> = new Set([400, 413, 422]);
const isEntryRejected = (error: unknown): error is ApiRequestError =>
  error instanceof ApiRequestError && REJECTED_ENTRY.has(error.status);

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

/** Removing a movie also removes a show of the same id, and the reverse: entries that remain are sent again. */
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

/** After so many rejections the rest of a batch is not split further. */
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

/** An entry that was watched further meanwhile stays pending. */
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
      if (!isEntryRejected(error)) throw error;
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
