import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';

import type { Player } from './player.ts';
import { areControlsVisible } from './features/controls.ts';
import type { PlayerState } from './state/state.ts';

export const PlayerContext = createContext<Player | null>(null);

export function usePlayer(): Player {
  const player = useContext(PlayerContext);
  if (!player) throw new Error('usePlayer needs a PlayerProvider around it');
  return player;
}

/** Renders again only when what the selector picks has changed: pick little. */
export function usePlayerState<T>(selector: (state: PlayerState) => T): T {
  return useStore(usePlayer().store, selector);
}

/** Readers of the screen hear the time of hidden controls, too, but nobody counts its seconds there. */
const UNSEEN_SECONDS = 30;

/** For what goes on with the film: while nobody sees it, it is drawn so seldom that a slow device does not notice. */
export function useSeenState<T>(selector: (state: PlayerState) => T): T {
  const { store } = usePlayer();
  const subscribe = useCallback(
    (tell: () => void) => {
      let toldAt = store.getState().media.time;
      return store.subscribe((state) => {
        const { time } = state.media;
        if (!areControlsVisible(state) && Math.abs(time - toldAt) < UNSEEN_SECONDS) return;
        toldAt = time;
        tell();
      });
    },
    [store],
  );
  return useSyncExternalStore(subscribe, () => selector(store.getState()));
}
