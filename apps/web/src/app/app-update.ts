// Knows when a newer version of the app than that of this page waits to take over.
import { createStore } from 'zustand/vanilla';
import { pause } from '#lib/sleep.ts';
import { newestShell } from '#service-worker/cache.ts';

const LOOK_EVERY_MS = 3_600_000;
/** From the page's start; what is fetched then is for the next visit. */
const FIRST_AFTER_MS = 5_000;

export const updateStore = createStore<{ readonly isReady: boolean }>(() => ({ isReady: false }));

let waiting: ServiceWorker | null = null;

/** Only where the browser has workers: on https and on this very machine. */
export async function startUpdates(signal: AbortSignal): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    // A first visit has no older version, and is still loading images.
    if (!navigator.serviceWorker.controller) await pause(FIRST_AFTER_MS, signal);
    const registration = await navigator.serviceWorker.register('/sw.js', {
      updateViaCache: 'none',
    });
    if (!signal.aborted) watch(registration, signal);
  } catch {
    // Called off, forbidden by the visitor, or the disk is full: then there is only what the network brings.
  }
}

/** The waiting version takes over, and the page begins anew with it. */
export function takeUpdate(): void {
  const worker = waiting;
  if (!worker) return;
  // Another tab has let it in already.
  if (worker.state === 'activated') return location.reload();
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') location.reload();
  });
  giveWay(worker);
}

function giveWay(worker: ServiceWorker): void {
  worker.postMessage({ type: 'SKIP_WAITING' });
}

function watch(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  const look = async (): Promise<void> => {
    const next = registration.active && registration.waiting;
    // A page that was opened after the update is of its version already: only the worker is not.
    const isHere = next !== null && (await isOfNewest());
    if (isHere) giveWay(next);
    waiting = isHere ? null : next;
    updateStore.setState({ isReady: waiting !== null });
  };
  const lookAgain = (): void => void look();
  const follow = (): void =>
    registration.installing?.addEventListener('statechange', lookAgain, { signal });
  registration.addEventListener('updatefound', follow, { signal });
  follow();
  lookAgain();
  const timer = setInterval(() => {
    if (navigator.onLine) registration.update().catch(() => undefined);
  }, LOOK_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** The name of this very file changes with the version. */
async function isOfNewest(): Promise<boolean> {
  const cacheName = newestShell(await caches.keys());
  return (
    cacheName !== undefined && (await caches.match(import.meta.url, { cacheName })) !== undefined
  );
}
