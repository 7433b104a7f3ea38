import type { StoreApi } from 'zustand/vanilla';

import type { Scrub } from './scrub.ts';
import type { GestureHint, GesturesState, PlayerState } from '../state/state.ts';
import type { Transport } from './transport.ts';

const FAST_RATE = 2;
const HINT_MS = 800;
/** Darker, and nobody would find the way back. */
const DIMMEST = 0.15;

/** What fingers on the picture ask for; each says over the picture what it has done. */
export interface Gestures {
  /** Goes on counting while the last skip is still shown. */
  readonly skip: (seconds: number) => void;
  /** Twice as fast for as long as it is held. */
  readonly fast: (isHeld: boolean) => void;
  /** Shows where a swipe that began at one second would lead; the film goes there when it ends. */
  readonly seek: (from: number, to: number) => void;
  readonly endSeek: (isWanted: boolean) => void;
  readonly setVolume: (volume: number) => void;
  readonly setBrightness: (brightness: number) => void;
  readonly setFit: (fit: GesturesState['fit']) => void;
  readonly stop: () => void;
}

export function createGestures(
  store: StoreApi<PlayerState>,
  transport: Pick<Transport, 'seekBy' | 'setRate' | 'setVolume'>,
  scrub: Scrub,
): Gestures {
  const { now, set, show, stop } = createHints(store);
  let rateBefore: number | undefined;

  function endSeek(isWanted: boolean) {
    if (now().hint?.kind !== 'seek') return;
    if (isWanted) scrub.commit();
    else scrub.cancel();
    set({ hint: null });
  }

  return {
    skip: (seconds) => {
      const { hint } = now();
      const sum = hint?.kind === 'skip' && hint.seconds * seconds > 0 ? hint.seconds : 0;
      transport.seekBy(seconds);
      show({ kind: 'skip', seconds: sum + seconds });
    },
    fast: (isHeld) => {
      if (isHeld === (rateBefore !== undefined)) return;
      if (isHeld) {
        rateBefore = store.getState().media.rate;
        transport.setRate(FAST_RATE);
        show({ kind: 'fast', rate: FAST_RATE }, true);
        return;
      }
      transport.setRate(rateBefore ?? 1);
      rateBefore = undefined;
      set({ hint: null });
    },
    seek: (from, to) => {
      scrub.move(to);
      show({ kind: 'seek', from }, true);
    },
    endSeek,
    setVolume: (volume) => {
      transport.setVolume(volume);
      show({ kind: 'volume', level: store.getState().media.volume });
    },
    setBrightness: (wanted) => {
      const brightness = Math.min(1, Math.max(DIMMEST, wanted));
      set({ brightness });
      show({ kind: 'brightness', level: brightness });
    },
    setFit: (fit) => {
      if (fit !== now().fit) set({ fit });
    },
    stop: () => {
      stop();
      endSeek(false);
    },
  };
}

function createHints(store: StoreApi<PlayerState>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => store.getState().gestures;
  const set = (patch: Partial<GesturesState>) =>
    store.setState({ gestures: { ...now(), ...patch } });
  const stop = () => clearTimeout(timer);

  function show(hint: GestureHint, isLasting = false) {
    stop();
    set({ hint });
    if (!isLasting) timer = setTimeout(() => set({ hint: null }), HINT_MS);
  }

  return { now, set, show, stop };
}
