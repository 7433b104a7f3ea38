// Pulls and flushes the account: at the start, after signing in, when another device has changed something, when the
// page is visible again, when the network is back, and every twelve hours.
import { onlineStore } from '#data/online.ts';
import { sessionStore, updateSession } from '#data/session.ts';
import { flushChanges, startFlushing } from '#data/user-data/sync/flush.ts';
import { correctTimesOnSkew } from '#data/user-data/sync/queue.ts';
import { whenIdle } from '#lib/scheduling.ts';
import { ownerOf } from './account-store.ts';
import { checkSession, pullAccount, SessionExpiredError } from './pull.ts';
import { syncStore } from './sync-status.ts';

const INTERVAL_MS = 12 * 60 * 60 * 1000;
/** A visible page pulls again when its last pull is older. */
const STALE_MS = 60_000;
/** The pause while the server cannot be reached. */
const RETRY_MS = 60_000;

let running: Promise<void> | undefined;

export function syncNow(signal?: AbortSignal): Promise<void> {
  running ??= syncOnce(signal).finally(() => (running = undefined));
  return running;
}

async function syncOnce(signal: AbortSignal | undefined): Promise<void> {
  const status = await pullAccount(signal);
  if (status.is === 'synced') await flushChanges(signal);
}

export function startSync(signal: AbortSignal): void {
  claimUnownedLibrary();
  const stopCorrecting = correctTimesOnSkew();
  const sync = (): Promise<void> => syncNow(signal).catch(() => undefined);
  const run = (): void => void sync();
  startFlushing({ onUnauthorized: run, signal });
  startPolling(sync, signal);
  run();
  const timers = [
    setInterval(run, INTERVAL_MS),
    setInterval(() => syncStore.getState().is === 'notSynced' && run(), RETRY_MS),
  ];
  addEventListener('online', run, { signal });
  document.addEventListener('visibilitychange', () => isPullDue() && run(), { signal });
  const unsubscribe = sessionStore.subscribe(({ account }, before) => {
    // The page after a login is still rendering.
    if (account && account.sessionId !== before.account?.sessionId) whenIdle(run);
  });
  signal.addEventListener('abort', () => {
    for (const timer of timers) clearInterval(timer);
    unsubscribe();
    stopCorrecting();
  });
}

/** Movie-web clients store an account without an owner of the library. */
function claimUnownedLibrary(): void {
  const { account, libraryOwner } = sessionStore.getState();
  if (account && libraryOwner === null) updateSession({ libraryOwner: ownerOf(account) });
}

function isPullDue(): boolean {
  const status = syncStore.getState();
  if (document.visibilityState !== 'visible') return false;
  return status.is !== 'synced' || Date.now() - status.at > STALE_MS;
}

/** Each poll costs the server two key lookups. */
const POLL_MS = 3_000;
/** The longest pause while the server fails. */
const MAX_POLL_MS = 300_000;
/** The pause after a pull is this many times its duration, however often another device changes something. */
const PAUSE_FACTOR = 9;
const MAX_PAUSE_MS = 60_000;

/** Asks the server every 3 s, while the page is visible, whether another device has changed something. */
export function startPolling(sync: () => Promise<void>, signal: AbortSignal): void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function poll(): Promise<number> {
    try {
      const isChanged = await hasChanged(signal);
      failures = 0;
      if (!isChanged) return POLL_MS;
    } catch {
      failures += 1;
      return Math.min(MAX_POLL_MS, POLL_MS * 2 ** failures);
    }
    const startedAt = Date.now();
    await sync();
    const pauseMs = PAUSE_FACTOR * (Date.now() - startedAt);
    return Math.min(Math.max(POLL_MS, pauseMs), MAX_PAUSE_MS);
  }

  const schedule = (delayMs: number): void => {
    if (!signal.aborted) timer = setTimeout(() => void poll().then(schedule), delayMs);
  };
  schedule(POLL_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Servers without `newsAt` are not polled. An expired session counts as a change. */
async function hasChanged(signal: AbortSignal): Promise<boolean> {
  const { account } = sessionStore.getState();
  const status = syncStore.getState();
  if (!account || status.is !== 'synced' || status.newsAt === undefined) return false;
  if (document.visibilityState !== 'visible' || !onlineStore.getState().isOnline) return false;
  try {
    return (await checkSession(account, signal)) !== status.newsAt;
  } catch (error) {
    if (error instanceof SessionExpiredError) return true;
    throw error;
  }
}
