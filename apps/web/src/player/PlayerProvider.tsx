import type { ReactNode } from 'react';

import type { Player } from './player.ts';
import { PlayerContext } from './use-player.ts';

interface PlayerProviderProps {
  readonly player: Player;
  readonly children: ReactNode;
}

export function PlayerProvider({ player, children }: PlayerProviderProps) {
  return <PlayerContext value={player}>{children}</PlayerContext>;
}
