import { startTransition, useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';

/**
 * Like `useStore`, for what need not be seen at once: React draws a store's change in the task that made it, whatever else that
 * does, and this in a task of its own, which whoever uses the page may interrupt.
 */
export function useStoreInTurn<S, T>(
  store: Pick<StoreApi<S>, 'getState' | 'subscribe'>,
  /** A function of the module. */
  select: (state: S) => T,
): T {
  const [selected, setSelected] = useState(() => select(store.getState()));
  useEffect(() => {
    const follow = () => startTransition(() => setSelected(() => select(store.getState())));
    // It may have changed before anybody listened.
    follow();
    return store.subscribe(follow);
  }, [store, select]);
  return selected;
}
