import type { StoreApi } from 'zustand/vanilla';

import { seekRange } from '../state/selectors.ts';
import type { PlayerState } from '../state/state.ts';
import type { Transport } from './transport.ts';

/** Dragging the bar: the film waits, the label follows the finger, and the jump happens on release. */
export interface Scrub {
  readonly move: (seconds: number) => void;
  readonly commit: () => void;
  readonly cancel: () => void;
}

export function createScrub(
  store: StoreApi<PlayerState>,
  { play, pause, seek }: Pick<Transport, 'play' | 'pause' | 'seek'>,
): Scrub {
  let goesOn = false;

  const set = (scrub: number | null) =>
    store.setState((state) => ({ controls: { ...state.controls, scrub } }));

  function end() {
    const { scrub } = store.getState().controls;
    if (scrub === null) return undefined;
    set(null);
    return scrub;
  }

  function resume() {
    if (goesOn) play();
    goesOn = false;
  }

  return {
    move: (seconds) => {
      const { controls, media } = store.getState();
      const { start, end } = seekRange(store.getState());
      if (controls.scrub === null) {
        goesOn = !media.paused;
        pause();
      }
      set(Math.min(Math.max(seconds, start), end));
    },
    commit: () => {
      const seconds = end();
      if (seconds === undefined) return;
      seek(seconds);
      resume();
    },
    cancel: () => {
      if (end() !== undefined) resume();
    },
  };
}
