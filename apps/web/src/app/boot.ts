// What must be done, in this order, as soon as there is a page; it waits for nothing that is only needed to draw.
import { headStart } from '#features/watch/head-start.ts';
import { pathOfHash } from './hash-path.ts';

export function boot(): void {
  const path = pathOfHash(location.hash);
  if (path !== undefined) history.replaceState(null, '', path);
  headStart.begin(location.pathname);
}
