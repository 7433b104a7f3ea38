import type { StoreApi } from 'zustand/vanilla';

import { isRunning } from './playback.ts';
import type { PlaybackState } from './playback.ts';

/** Keeps the screen on while video plays. Call the returned function to stop. */
export function holdWakeLock(
  store: StoreApi<PlaybackState>,
  lock: WakeLock = createWakeLock(),
): () => void {
  if (isRunning(store.getState())) lock.request(true);
  const unsubscribe = store.subscribe((state, before) => {
    const isWanted = isRunning(state);
    if (isWanted !== isRunning(before)) lock.request(isWanted);
  });
  return () => {
    unsubscribe();
    lock.destroy();
  };
}

export interface WakeLock {
  readonly request: (isWanted: boolean) => void;
  readonly destroy: () => void;
}

type Locks = Pick<Navigator['wakeLock'], 'request'>;
type Page = EventTarget & { readonly visibilityState: string };

/** Browsers offer wake locks on secure pages only. */
const browserLocks = (): Locks | undefined =>
  'wakeLock' in navigator ? navigator.wakeLock : undefined;

export function createWakeLock(
  page: Page = document,
  locks: Locks | undefined = browserLocks(),
): WakeLock {
  const life = new AbortController();
  let isWanted = false;
  let isPending = false;
  let held: Pick<WakeLockSentinel, 'release' | 'released'> | undefined;

  async function settle(): Promise<void> {
    // A change in the meantime is handled after the pending request.
    if (isPending) return;
    const isDue = isWanted && page.visibilityState === 'visible';
    const isHeld = held !== undefined && !held.released;
    if (isDue === isHeld) return;
    isPending = true;
    const isDone = await change(isDue);
    isPending = false;
    if (isDone) await settle();
  }

  /** Resolves with false if the browser denies the request, for example on a low battery. */
  async function change(isDue: boolean): Promise<boolean> {
    try {
      if (isDue) held = await locks?.request('screen');
      else {
        const released = held;
        held = undefined;
        await released?.release();
      }
      return locks !== undefined;
    } catch {
      return false;
    }
  }

  // Browsers release the lock of a hidden page.
  page.addEventListener('visibilitychange', () => void settle(), { signal: life.signal });
  const request = (wanted: boolean) => {
    isWanted = wanted;
    void settle();
  };
  return {
    request,
    destroy: () => {
      life.abort();
      request(false);
    },
  };
}
