import type { Player } from '#player/player.ts';
import type { PlayerState } from '#player/state/state.ts';

/** Does something the first time that the film has come so far, at once when it has already. */
export function onceWhen(
  player: Pick<Player, 'store'>,
  hasCome: (state: PlayerState) => boolean,
  act: () => void,
): () => void {
  let isDone = false;
  const look = (state: PlayerState) => {
    if (isDone || !hasCome(state)) return;
    isDone = true;
    act();
  };
  look(player.store.getState());
  return player.store.subscribe(look);
}
