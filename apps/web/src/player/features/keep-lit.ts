import type { StoreApi } from 'zustand/vanilla';

import { createWakeLock } from '../engine/wake-lock.ts';
import type { WakeLock } from '../engine/wake-lock.ts';
import { isRunning } from '../state/selectors.ts';
import type { PlayerState } from '../state/state.ts';

/** The screen does not go dark over a film that runs. */
export function keepLit(
  store: StoreApi<PlayerState>,
  lock: WakeLock = createWakeLock(),
): () => void {
  if (isRunning(store.getState())) lock.want(true);
  const unsubscribe = store.subscribe((state, before) => {
    const isWanted = isRunning(state);
    if (isWanted !== isRunning(before)) lock.want(isWanted);
  });
  return () => {
    unsubscribe();
    lock.destroy();
  };
}
