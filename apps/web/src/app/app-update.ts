// Reports when a newer version of the app waits to be activated.
import { createStore } from 'zustand/vanilla';
import { sleep } from '#lib/scheduling.ts';
import { newestShell } from '#service-worker/cache.ts';

const CHECK_EVERY_MS = 3_600_000;
/** Waits after the start of the page, because the files are for the next visit. */
const FIRST_AFTER_MS = 5_000;

export const updateStore = createStore<{ readonly isReady: boolean }>(() => ({ isReady: false }));

let waiting: ServiceWorker | null = null;

/** Does nothing if the browser has no service workers. They exist on https and on localhost. */
export async function startUpdates(signal: AbortSignal): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    // A first visit has no older version, and is still loading images.
    if (!navigator.serviceWorker.controller) await sleep(FIRST_AFTER_MS, signal);
    const registration = await navigator.serviceWorker.register('/sw.js', {
      updateViaCache: 'none',
    });
    if (!signal.aborted) watch(registration, signal);
  } catch {
    // Aborted, forbidden by the user, or the disk is full: the app works without a cache.
  }
}

/** Activates the waiting version and reloads the page. */
export function applyUpdate(): void {
  const worker = waiting;
  if (!worker) return;
  // Another tab has activated it already.
  if (worker.state === 'activated') return location.reload();
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') location.reload();
  });
  skipWaiting(worker);
}

function skipWaiting(worker: ServiceWorker): void {
  worker.postMessage({ type: 'SKIP_WAITING' });
}

function watch(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  const check = async (worker: ServiceWorker | null): Promise<void> => {
    const isDue = worker !== null && worker.state !== 'installing' && worker.state !== 'redundant';
    // Another worker waits by now.
    if (!isDue && waiting !== worker) return;
    // A page that was opened after the update already has the new version: only the worker is older.
    const isHere = isDue && (await isNewestVersion());
    if (isHere && worker.state === 'installed') skipWaiting(worker);
    // Once another tab has activated the worker, this page still has the previous version.
    waiting = isDue && !isHere ? worker : null;
    updateStore.setState({ isReady: waiting !== null });
  };
  const followInstalling = (): void => {
    const { active, installing } = registration;
    // The first worker does not replace another one.
    if (active)
      installing?.addEventListener('statechange', () => void check(installing), { signal });
  };
  registration.addEventListener('updatefound', followInstalling, { signal });
  followInstalling();
  void check(registration.active && registration.waiting);
  const timer = setInterval(() => {
    if (navigator.onLine) registration.update().catch(() => undefined);
  }, CHECK_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** The file name of this module changes with the version. */
async function isNewestVersion(): Promise<boolean> {
  const cacheName = newestShell(await caches.keys());
  return (
    cacheName !== undefined && (await caches.match(import.meta.url, { cacheName })) !== undefined
  );
}
