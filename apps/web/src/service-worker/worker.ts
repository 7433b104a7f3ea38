// Installed by browsers beside the pages: what is drawn without a network comes from here.
import { answerTo } from './route.ts';
import {
  forgetOutdated,
  hasForerunner,
  keepShell,
  keptOrFetched,
  latest,
  pageOr,
} from './cache.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;
/** Written in by the build. */
declare const __SHELL__: { readonly version: string; readonly files: readonly string[] };

const { version, files } = __SHELL__;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});
// As clients of the family say it, so that theirs gives way as well.
self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) event.waitUntil(self.skipWaiting());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const answer = answerTo(request, location.origin);
  if (answer === 'page') {
    const fromServer = event.preloadResponse.then((early) => early ?? fetch(request));
    event.respondWith(pageOr(version, fromServer));
  }
  if (answer === 'asset') event.respondWith(keptOrFetched(request));
  if (answer === 'latest') {
    event.respondWith(latest(request, fetch(request), (work) => event.waitUntil(work)));
  }
});

async function install(): Promise<void> {
  await keepShell(version, files);
  if (await hasForerunner()) await self.skipWaiting();
}

/** Pages of another client would go on asking for files that this server never had: they begin anew. */
async function activate(): Promise<void> {
  const isSuccessor = await hasForerunner();
  await forgetOutdated(version);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  if (!isSuccessor) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Not waited for: a page arrives only once this worker is active.
  for (const page of pages) page.navigate(page.url).catch(() => undefined);
}

function isSkipWaiting(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'SKIP_WAITING'
  );
}
