// What must be done, in this order, as soon as there is a page; it waits for nothing that is only needed to draw.
import { headStart } from '#features/watch/head-start.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { catalogueHeadStart } from './catalogue-head-start.ts';
import { pathOfHash } from './hash-path.ts';

export function boot(): void {
  const path = pathOfHash(location.hash);
  if (path !== undefined) history.replaceState(null, '', path);
  headStart.begin(location.pathname);
  catalogueHeadStart(location.pathname);
  if (document.readyState === 'complete') startLater();
  else addEventListener('load', startLater, { once: true });
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
