/** Keeps the screen lit while somebody watches. */
export interface WakeLock {
  readonly want: (wanted: boolean) => void;
  readonly destroy: () => void;
}

type Locks = Pick<Navigator['wakeLock'], 'request'>;
type Page = EventTarget & { readonly visibilityState: string };

/** Browsers have it on secure pages only; without it the screen goes dark as it always did. */
const browserLocks = (): Locks | undefined =>
  'wakeLock' in navigator ? navigator.wakeLock : undefined;

export function createWakeLock(
  page: Page = document,
  locks: Locks | undefined = browserLocks(),
): WakeLock {
  const life = new AbortController();
  let isWanted = false;
  let isAsking = false;
  let held: Pick<WakeLockSentinel, 'release' | 'released'> | undefined;

  async function settle(): Promise<void> {
    // Who has changed his mind meanwhile is heard once the browser has answered.
    if (isAsking) return;
    const isDue = isWanted && page.visibilityState === 'visible';
    const isHeld = held !== undefined && !held.released;
    if (isDue === isHeld) return;
    isAsking = true;
    const isDone = await change(isDue);
    isAsking = false;
    if (isDone) await settle();
  }

  /** False where the browser refuses, as it does on an empty battery. */
  async function change(isDue: boolean): Promise<boolean> {
    try {
      if (isDue) held = await locks?.request('screen');
      else await held?.release();
      return locks !== undefined;
    } catch {
      return false;
    }
  }

  // The browser takes it back from a page that is hidden.
  page.addEventListener('visibilitychange', () => void settle(), { signal: life.signal });
  const want = (wanted: boolean) => {
    isWanted = wanted;
    void settle();
  };
  return {
    want,
    destroy: () => {
      life.abort();
      want(false);
    },
  };
}
