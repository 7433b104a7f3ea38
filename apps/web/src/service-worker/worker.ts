// The service worker: serves the app shell and the latest responses without a network.
import {
  strategyFor,
  deleteOutdated,
  isUpgrade,
  precache,
  cacheFirst,
  networkFirst,
  pageOrShell,
} from './cache.ts';

// TypeScript's library for web workers conflicts with its library for pages.
interface ExtendableEvent extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** Navigation preload: the browser's request while the worker starts. */
  readonly preloadResponse: Promise<Response | undefined>;
  readonly respondWith: (response: Promise<Response>) => void;
}

interface MessageEvent extends ExtendableEvent {
  readonly data: unknown;
}

interface WindowClient {
  readonly url: string;
  navigate(url: string): Promise<unknown>;
}

interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  readonly skipWaiting: () => Promise<void>;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    readonly claim: () => Promise<void>;
    readonly matchAll: (options: {
      readonly type: 'window';
      readonly includeUncontrolled: boolean;
    }) => Promise<readonly WindowClient[]>;
  };
}

declare const self: WorkerScope;
/** Defined by vite-service-worker.ts. */
declare const __SHELL__: { readonly version: string; readonly files: readonly string[] };

const { version, files } = __SHELL__;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});
// The same message as in movie-web clients, so that their worker also gives way.
self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) event.waitUntil(self.skipWaiting());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const strategy = strategyFor(request, location.origin);
  if (strategy === 'page') {
    const fromServer = event.preloadResponse.then((early) => early ?? fetch(request));
    event.respondWith(pageOrShell(version, fromServer));
  }
  if (strategy === 'asset') event.respondWith(cacheFirst(request));
  if (strategy === 'latest') {
    event.respondWith(networkFirst(request, fetch(request), (work) => event.waitUntil(work)));
  }
});

async function install(): Promise<void> {
  await precache(version, files);
  if (await isUpgrade()) await self.skipWaiting();
}

/** Reloads pages of an earlier client: they would request files that this server never had. */
async function activate(): Promise<void> {
  const hasOldPages = await isUpgrade();
  await deleteOutdated(version);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  if (!hasOldPages) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Not awaited: navigations wait for this worker to be active.
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
