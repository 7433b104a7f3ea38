// While somebody looks at the page, the account is asked every few seconds whether another device has changed something of
// it. That is one small answer, for which our server looks up two keys; the library is asked for only when there is news.
// Servers that do not tell are left alone: theirs is asked for when somebody returns to the page, and twice a day.
import { onlineStore } from '#data/connectivity/online-store.ts';
import { sessionStore } from '#data/session.ts';
import { refresh, SessionGone } from './check-session.ts';
import { syncStore } from './sync-status.ts';

const EVERY_MS = 3_000;
/** While the server is away. */
const PATIENCE_MS = 300_000;
/** So many times as long as it took to read a library passes before it is read again, however much another device does. */
const REST = 9;

/** `sync` hears the news. */
export function startListening(sync: () => Promise<void>, signal: AbortSignal): void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function listen(): Promise<number> {
    try {
      const isNew = await isNews(signal);
      failures = 0;
      if (!isNew) return EVERY_MS;
    } catch {
      failures += 1;
      return Math.min(PATIENCE_MS, EVERY_MS * 2 ** failures);
    }
    const from = Date.now();
    await sync();
    return Math.max(EVERY_MS, REST * (Date.now() - from));
  }

  const wait = (forMs: number): void => {
    if (!signal.aborted) timer = setTimeout(() => void listen().then(wait), forMs);
  };
  wait(EVERY_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** A session that is over is news, too. */
async function isNews(signal: AbortSignal): Promise<boolean> {
  const { account } = sessionStore.getState();
  const status = syncStore.getState();
  if (!account || status.is !== 'synced' || status.newsAt === undefined) return false;
  if (document.visibilityState !== 'visible' || !onlineStore.getState().isOnline) return false;
  try {
    return (await refresh(account, signal)) !== status.newsAt;
  } catch (error) {
    if (error instanceof SessionGone) return true;
    throw error;
  }
}
