// When the account is asked: at the start, when somebody signs in, when another device has changed something, on return to
// the page, when the network is back, and every twelve hours.
import { flushOutbox, startOutbox } from '#data/user-data/sync/outbox.ts';
import { restampWhenTold } from '#data/user-data/sync/fix-timestamps.ts';
import { sessionStore, updateSession } from '#data/session.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { ownerOf } from './account-store.ts';
import { startListening } from './poll-changes.ts';
import { restore } from './pull.ts';
import { syncStore } from './sync-status.ts';

const EVERY_MS = 12 * 60 * 60 * 1000;
/** Of a page that somebody returns to. */
const STALE_MS = 60_000;
/** While the server is away. */
const RETRY_MS = 60_000;

let running: Promise<void> | undefined;

/** Hears what other devices did, then tells what was done here. */
export function syncNow(signal?: AbortSignal): Promise<void> {
  running ??= syncOnce(signal).finally(() => (running = undefined));
  return running;
}

async function syncOnce(signal: AbortSignal | undefined): Promise<void> {
  const status = await restore(signal);
  if (status.is === 'synced') await flushOutbox(signal);
}

export function startSync(signal: AbortSignal): void {
  claimLibrary();
  const stopRestamping = restampWhenTold();
  const sync = (): Promise<void> => syncNow(signal).catch(() => undefined);
  const run = (): void => void sync();
  startOutbox({ onRejected: run, signal });
  startListening(sync, signal);
  run();
  const timers = [setInterval(run, EVERY_MS), setInterval(() => isAway() && run(), RETRY_MS)];
  addEventListener('online', run, { signal });
  document.addEventListener('visibilitychange', () => isReturnDue() && run(), { signal });
  const forget = sessionStore.subscribe(({ account }, before) => {
    // Whoever has just logged in looks at a page that is being drawn.
    if (account && account.sessionId !== before.account?.sessionId) whenIdle(run);
  });
  signal.addEventListener('abort', () => {
    for (const timer of timers) clearInterval(timer);
    forget();
    stopRestamping();
  });
}

/** Who was signed in by an earlier client owns what is here. */
function claimLibrary(): void {
  const { account, libraryOwner } = sessionStore.getState();
  if (account && libraryOwner === null) updateSession({ libraryOwner: ownerOf(account) });
}

const isAway = (): boolean => syncStore.getState().is === 'notSynced';

function isReturnDue(): boolean {
  const status = syncStore.getState();
  if (document.visibilityState !== 'visible') return false;
  return status.is !== 'synced' || Date.now() - status.at > STALE_MS;
}
