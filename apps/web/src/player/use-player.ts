import { createContext, useContext } from 'react';
import { useStore } from 'zustand';

import type { Player } from './store/player.ts';
import type { PlayerState } from './store/state.ts';

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
