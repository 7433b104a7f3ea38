// What must be done, in this order, as soon as there is a page; it waits for nothing that is only needed to draw.
import { whenIdle } from '#lib/when-idle.ts';
import { leaveHash } from './hash-path.ts';
import { prefetch } from './prefetch.ts';

const LATEST_MS = 5_000;

export function boot(): void {
  leaveHash();
  prefetch(location.pathname);
  if (document.readyState === 'complete') return startLater();
  // Pictures that do not come keep a page from being complete for minutes.
  const waiting = new AbortController();
  const goOn = (): void => {
    if (!waiting.signal.aborted) startLater();
    waiting.abort();
  };
  addEventListener('load', goOn, { signal: waiting.signal });
  setTimeout(goOn, LATEST_MS);
}

/** Nothing on the first page waits for an account, and it waits for the first page. */
function startLater(): void {
  const start = (): void =>
    void import('./background.ts').then(
      ({ startBackground }) => startBackground(),
      // Where it does not come the app has not come either, and has said so.
      () => undefined,
    );
  whenIdle(start, 3_000);
}
