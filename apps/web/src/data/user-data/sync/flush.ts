// Sends pending changes to the account server: every 2 s, at once when the page is hidden, from one tab at a time, and with
// growing delays while the server fails. Bookmarks and progress go first, in order and in batches.
import { listBookmarks, putBookmarks, putGroupOrder } from '@matinee/shared/contract/bookmarks';
import { getMeta } from '@matinee/shared/contract/meta';
import { importProgress } from '@matinee/shared/contract/progress';
import { createStore } from 'zustand/vanilla';
import { ApiRequestError, call, type ApiFailure } from '#data/api.ts';
import { isSettingPending, sendSettings } from '#data/preferences/settings-sync.ts';
import { LenientBookmarks, LenientMeta } from '#data/response-schemas.ts';
import { backendUrl, sessionStore } from '#data/session.ts';
import { withTabLock } from '#data/storage/tab-lock.ts';
import { isMissingRoute, isUnsupported, noteUnsupported, noteVersion } from '#data/unsupported.ts';
import { bookmarksStore, updateBookmarks } from '../bookmarks.ts';
import {
  historyChangeId,
  isHistoryDue,
  isHistoryPending,
  pendingHistory,
  sendHistory,
} from '../history-sync.ts';
import {
  allPendingLists,
  areListsPending,
  clearUnconfirmedLists,
  listChangeId,
  sendLists,
} from '../lists-sync.ts';
import { allPendingRatings, pendingRatings, ratingChangeId, sendRatings } from '../ratings-sync.ts';
import { bookmarkOf, withStored } from './merge.ts';
import {
  batchesOf,
  bookmarkBody,
  callOptions,
  catchUp,
  clearRejected,
  hasPendingChanges,
  isGroupOrderPending,
  isRejected,
  markRejected,
  pendingChanges,
  progressBody,
  removeSent,
  sendSingly,
  sendTogether,
  type PendingChange,
  type SendOptions,
} from './queue.ts';

interface FlushState {
  /** The reason why pending changes could not be sent. Undefined after a success. */
  readonly failure: ApiFailure | undefined;
  /** Earliest time of the next attempt, in milliseconds since 1970. */
  readonly retryAt: number;
}

const NO_FAILURE: FlushState = { failure: undefined, retryAt: 0 };

export const flushStore = createStore<FlushState>(() => NO_FAILURE);

const INTERVAL_MS = 2_000;
/** The pause after the first failure. Each further failure doubles it. */
const RETRY_MS = 5_000;
const MAX_RETRY_MS = 300_000;

let failures = 0;
let capabilities: { readonly server: string; readonly maxChanges: number | undefined } | undefined;
let running: Promise<boolean> | undefined;

/** True if nothing that this server accepts is pending. False if sending failed or another tab is sending. */
export function flushChanges(signal?: AbortSignal): Promise<boolean> {
  return flush(signal, isHistoryPending);
}

function flush(signal: AbortSignal | undefined, withHistory: () => boolean): Promise<boolean> {
  running ??= withTabLock('matinee-outbox', () => sendAll(signal, withHistory()))
    .then((isSent) => isSent ?? false)
    .finally(() => (running = undefined));
  return running;
}

async function sendAll(signal: AbortSignal | undefined, withHistory: boolean): Promise<boolean> {
  const { account } = sessionStore.getState();
  catchUp();
  if (!account || !hasPending(withHistory)) return true;
  const { userId } = account;
  try {
    if (hasPendingChanges())
      await sendChanges({ userId, signal, maxChanges: await fetchMaxChanges(signal) });
    await sendKinds([
      () => sendSettings(userId, signal),
      () => (withHistory ? sendHistory(userId, signal) : undefined),
      () => sendRatings(userId, signal),
      () => sendLists(userId, signal),
    ]);
    failures = 0;
    // Use a new object, so that subscribers also learn of rejected changes.
    flushStore.setState({ ...NO_FAILURE }, true);
    return true;
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
    failures += 1;
    const { failure } = error;
    const delayMs = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (failures - 1));
    const retryAfterMs = failure.is === 'rejected' ? failure.retryAfterMs : undefined;
    flushStore.setState({ failure, retryAt: Date.now() + (retryAfterMs ?? delayMs) });
    return false;
  }
}

/** Sends all kinds even if the account is full (409): deletions still work, and free quota. */
async function sendKinds(senders: readonly (() => Promise<void> | undefined)[]): Promise<void> {
  let quotaError: ApiRequestError | undefined;
  for (const send of senders) {
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiRequestError && error.status === 409)) throw error;
      quotaError ??= error;
    }
  }
  if (quotaError) throw quotaError;
}

/** Whether changes are pending that this server has not rejected. */
export function hasPending(withHistory = isHistoryPending()): boolean {
  const { account } = sessionStore.getState();
  if (!account) return false;
  const { userId } = account;
  return (
    hasPendingChanges() ||
    withHistory ||
    pendingRatings().length > 0 ||
    areListsPending(userId) ||
    isSettingPending(userId)
  );
}

/** Whether the server has rejected a change that this device still has. */
export function hasRejected(userId: string): boolean {
  return [
    ...pendingChanges().map(({ change }) => change.id),
    ...pendingHistory().map(historyChangeId),
    ...allPendingRatings().map(ratingChangeId),
    ...allPendingLists(userId).map(listChangeId),
  ].some(isRejected);
}

async function fetchMaxChanges(signal: AbortSignal | undefined): Promise<number | undefined> {
  const server = backendUrl() ?? '';
  if (capabilities?.server !== server) {
    const { maxChanges, version } = await call(getMeta, {}, { signal, reply: LenientMeta });
    capabilities = { server, maxChanges };
    noteVersion(server, version);
  }
  return capabilities.maxChanges;
}

interface SendChangesOptions extends SendOptions {
  /** The number of changes that one request may contain. Undefined for servers without `PUT /changes`. */
  readonly maxChanges: number | undefined;
}

/** Rejects at the first failure that a retry may solve. Changes sent before that have left the queue. */
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
    // One of the changes is invalid. It must not delay the others.
    if (!isSent) await sendWithoutChangesRoute(batch, options);
  }
}

const BOOKMARKS_PER_REQUEST = 250;
const IMPORTS_PER_REQUEST = 1_000;
/** A smaller number is sent one by one, because the bookmarks of one request lose their order. */
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

/** Returns the changes that are left to send. */
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

/** Returns the changes that are left to send. */
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

/** Whether second-generation servers would empty the stored groups, because the addition has none. */
function mayEmptyGroups({ kind, change }: PendingChange): boolean {
  const isAddition = kind === 'bookmark' && change.action === 'add';
  return isAddition && change.group === undefined && !isUnsupported('groupOrder');
}

/** Adds the groups that another device may have assigned to a title. */
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

/** Ids of changes that a hidden page has sent without receiving a response yet. */
const inFlight = new Set<string>();

/** Browsers send at most 64 KiB of `keepalive` requests for a closed page. */
const KEEPALIVE = { maxCount: 100, maxCharacters: 15_000 };

/** The page may close at any moment. The browser completes `keepalive` requests without it. */
export function flushBeforeClose(): void {
  const { account } = sessionStore.getState();
  const pending = pendingChanges().filter(
    ({ change }) => !isRejected(change.id) && !inFlight.has(change.id),
  );
  const [batch] = batchesOf(pending, KEEPALIVE);
  if (!account || !batch) return;
  const options = { userId: account.userId, keepalive: true };
  const isKnown = capabilities?.server === backendUrl();
  // A server without `PUT /changes` responds with 404, and nothing is lost.
  if (!isKnown || capabilities?.maxChanges !== undefined)
    return sendKeepalive(batch, () => sendTogether(batch, options));
  for (const one of batch)
    if (!mayEmptyGroups(one)) sendKeepalive([one], () => sendSingly(one, options));
}

/** Changes stay in the queue until the server has confirmed them. */
function sendKeepalive(pending: readonly PendingChange[], send: () => Promise<void>): void {
  for (const { change } of pending) inFlight.add(change.id);
  void send()
    .then(() => removeSent(pending), ignore)
    .finally(() => {
      for (const { change } of pending) inFlight.delete(change.id);
    });
}

const ignore = (): void => undefined;

/** Allows the next attempt at once, because the browser is online again or the user wants it. */
export function retryFlush(): void {
  failures = 0;
  flushStore.setState({ retryAt: 0 });
}

export interface FlushOptions {
  /** The server no longer accepts this session. */
  readonly onUnauthorized: () => void;
  readonly signal: AbortSignal;
}

export function startFlushing({ onUnauthorized, signal }: FlushOptions): void {
  const tick = async (): Promise<void> => {
    if (!hasPending(isHistoryDue()) || Date.now() < flushStore.getState().retryAt) return;
    await flush(signal, isHistoryDue);
    const { failure } = flushStore.getState();
    if (failure?.is === 'rejected' && [401, 403].includes(failure.status)) onUnauthorized();
  };
  const timer = setInterval(() => void tick().catch(ignore), INTERVAL_MS);
  addEventListener('online', retryFlush, { signal });
  addEventListener('pagehide', flushBeforeClose, { signal });
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'hidden' && flushBeforeClose(),
    { signal },
  );
  const unsubscribe = sessionStore.subscribe(({ account }, before) => {
    if (account?.userId === before.account?.userId) return;
    clearRejected();
    clearUnconfirmedLists();
    retryFlush();
    flushStore.setState(NO_FAILURE);
  });
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    unsubscribe();
  });
}
