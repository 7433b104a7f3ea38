import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';

import type { Player } from './player.ts';
import { areControlsVisible } from './features/controls.ts';
import type { PlayerState } from './state/state.ts';

export const PlayerContext = createContext<Player | null>(null);

export function usePlayer(): Player {
  const player = useContext(PlayerContext);
  if (!player) throw new Error('usePlayer() needs a PlayerContext around it');
  return player;
}

/** Renders when the selected value changes; select as little as possible. */
export function usePlayerState<T>(selector: (state: PlayerState) => T): T {
  return useStore(usePlayer().store, selector);
}

/** Screen readers also read the time of hidden controls, but not every second. */
const HIDDEN_INTERVAL_SECONDS = 30;

/** Selects state that changes with time. Hidden controls render it rarely, to spare slow devices. */
export function useThrottledState<T>(selector: (state: PlayerState) => T): T {
  const { store } = usePlayer();
  const subscribe = useCallback(
    (notify: () => void) => {
      let notifiedAt = store.getState().media.time;
      return store.subscribe((state) => {
        const { time } = state.media;
        if (!areControlsVisible(state) && Math.abs(time - notifiedAt) < HIDDEN_INTERVAL_SECONDS)
          return;
        notifiedAt = time;
        notify();
      });
    },
    [store],
  );
  return useSyncExternalStore(subscribe, () => selector(store.getState()));
}
