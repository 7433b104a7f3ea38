// Sends pending changes to the account server: every 2 s, at once when the page is hidden, from one tab at a time, and with
// growing delays while the server fails.
import { getMeta } from '@matinee/shared/contract/meta';
import { createStore } from 'zustand/vanilla';
import { ApiRequestError, call, type ApiFailure } from '#data/api.ts';
import { isSettingPending, sendSettings } from '#data/preferences/settings-sync.ts';
import { LenientMeta } from '#data/response-schemas.ts';
import { backendUrl, sessionStore } from '#data/session.ts';
import { withTabLock } from '#data/storage/tab-lock.ts';
import { noteVersion } from '#data/unsupported.ts';
import {
  areListsPending,
  batchesOf,
  catchUp,
  clearRejected,
  hasPendingChanges,
  isHistoryPending,
  isRejected,
  pendingChanges,
  pendingRatings,
  removeSent,
  type PendingChange,
} from './queue.ts';
import {
  isHistoryDue,
  mayEmptyGroups,
  sendChanges,
  sendHistory,
  sendRatings,
  sendSingly,
  sendTogether,
} from './send.ts';
import { clearUnconfirmedLists, sendLists } from './sync-lists.ts';

interface FlushState {
  /** The reason why pending changes could not be sent; undefined after a success. */
  readonly failure: ApiFailure | undefined;
  /** Earliest time of the next attempt, in milliseconds since 1970. */
  readonly retryAt: number;
}

const NO_FAILURE: FlushState = { failure: undefined, retryAt: 0 };

export const flushStore = createStore<FlushState>(() => NO_FAILURE);

const INTERVAL_MS = 2_000;
/** After the first failure; each further one doubles it. */
const RETRY_MS = 5_000;
const MAX_RETRY_MS = 300_000;

let failures = 0;
let capabilities: { readonly server: string; readonly maxChanges: number | undefined } | undefined;
let running: Promise<boolean> | undefined;

/** True when nothing is pending that this server takes; false when it failed or another tab is sending. */
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
    // A new object, so that subscribers hear of rejected changes, too.
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

/** A full account rejects additions with 409 but still deletes, which frees quota: the other kinds are sent all the same. */
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

/** Whether anything waits that this server has not rejected. */
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

async function fetchMaxChanges(signal: AbortSignal | undefined): Promise<number | undefined> {
  const server = backendUrl() ?? '';
  if (capabilities?.server !== server) {
    const { maxChanges, version } = await call(getMeta, {}, { signal, reply: LenientMeta });
    capabilities = { server, maxChanges };
    noteVersion(server, version);
  }
  return capabilities.maxChanges;
}

/** Ids of changes that a hidden page has sent, without a response yet. */
const inFlight = new Set<string>();

/** Browsers carry 64 KiB of `keepalive` requests for a closed page. */
const KEEPALIVE = { maxCount: 100, maxCharacters: 15_000 };

/** The page may be closed in a moment: the browser completes `keepalive` requests without it. */
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

/** Allows the next attempt at once: the browser is online again, or the user requests it. */
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
