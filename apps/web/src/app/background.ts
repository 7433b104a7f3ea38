// What goes on beside the pages, once the first of them is drawn.
import { startSync } from '#data/account/sync.ts';
import { startPing } from '#data/connectivity/ping.ts';
import { foldProgress } from '#data/library/progress.ts';
import { migrateLegacyStores } from '#data/migrations/migrate.ts';

/** Ends with `signal`; the page itself goes on until it is gone. */
export function startBackground(signal = new AbortController().signal): void {
  foldWhileIdle(signal);
  startPing({ signal });
  startSync(signal);
  void migrateLegacyStores(signal);
}

const FOLD_EVERY_MS = 30_000;

/** Also when the page may be about to go; what is saved after that is in the journal. */
function foldWhileIdle(signal: AbortSignal): void {
  const timer = setInterval(() => whenIdle(foldProgress), FOLD_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  addEventListener('pagehide', foldProgress, { signal });
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'hidden' && foldProgress(),
    { signal },
  );
}

/** Safari has no idle callbacks. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) globalThis.requestIdleCallback(work);
  else setTimeout(work, 0);
}
