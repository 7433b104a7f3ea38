// What must be done, in this order, before anything is drawn.
import { startLanguages } from '#i18n/index.ts';
import { pathOfHash } from './redirects.ts';

export function boot(): void {
  const path = pathOfHash(location.hash);
  if (path !== undefined) history.replaceState(null, '', path);
  startLanguages();
}
