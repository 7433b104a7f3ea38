import type { StoreApi } from 'zustand/vanilla';

import type { PlaybackRateCommands } from './playback-rate.ts';
import type { PlaybackCommands, PlaybackState } from './playback.ts';
import type { VolumeCommands } from './volume.ts';

const FAST_RATE = 2;
const HINT_MS = 800;
/** On a darker screen, the viewer could not see how to undo the gesture. */
const MIN_BRIGHTNESS = 0.15;

/** The effect of a touch gesture, shown over the video. */
export type GestureHint =
  | { readonly kind: 'skip'; readonly seconds: number }
  | { readonly kind: 'seek'; readonly from: number }
  | { readonly kind: 'volume' | 'brightness'; readonly level: number }
  | { readonly kind: 'fast'; readonly rate: number };

interface GesturesState {
  /** `contain` letterboxes the video, `fill` crops it to the screen. */
  readonly fit: 'contain' | 'fill';
  /** 0-1; 1 does not dim the video. */
  readonly brightness: number;
  readonly hint: GestureHint | null;
}

export interface GesturesSlice extends PlaybackState {
  readonly gestures: GesturesState;
}

export const initialGestures: GesturesState = { fit: 'contain', brightness: 1, hint: null };

/** Commands of touch gestures; each shows a hint of its effect. */
export interface Gestures {
  /** Adds to the shown number of seconds while the last hint is visible. */
  readonly skip: (seconds: number) => void;
  /** Plays at double rate while held. */
  readonly fast: (isHeld: boolean) => void;
  /** Previews a seek by swipe; `endSeek` commits or cancels it. */
  readonly seek: (from: number, to: number) => void;
  readonly endSeek: (isCommitted: boolean) => void;
  readonly setVolume: (volume: number) => void;
  readonly setBrightness: (brightness: number) => void;
  readonly setFit: (fit: GesturesState['fit']) => void;
  readonly stop: () => void;
}

type PlayerCommands = Pick<PlaybackCommands, 'seekBy' | 'scrub'> &
  Pick<PlaybackRateCommands, 'setRate'> &
  Pick<VolumeCommands, 'setVolume'>;

export function createGestures(
  store: StoreApi<GesturesSlice>,
  { seekBy, scrub, setRate, setVolume }: PlayerCommands,
): Gestures {
  const { now, set, show, stop } = createHints(store);
  let rateBefore: number | undefined;

  function endSeek(isCommitted: boolean) {
    if (now().hint?.kind !== 'seek') return;
    if (isCommitted) scrub.commit();
    else scrub.cancel();
    set({ hint: null });
  }

  return {
    skip: (seconds) => {
      const { hint } = now();
      const sum = hint?.kind === 'skip' && hint.seconds * seconds > 0 ? hint.seconds : 0;
      seekBy(seconds);
      show({ kind: 'skip', seconds: sum + seconds });
    },
    fast: (isHeld) => {
      if (isHeld === (rateBefore !== undefined)) return;
      if (isHeld) {
        rateBefore = store.getState().media.rate;
        setRate(FAST_RATE);
        show({ kind: 'fast', rate: FAST_RATE }, true);
        return;
      }
      setRate(rateBefore ?? 1);
      rateBefore = undefined;
      set({ hint: null });
    },
    seek: (from, to) => {
      scrub.move(to);
      show({ kind: 'seek', from }, true);
    },
    endSeek,
    setVolume: (volume) => {
      setVolume(volume);
      show({ kind: 'volume', level: store.getState().media.volume });
    },
    setBrightness: (value) => {
      const brightness = Math.min(1, Math.max(MIN_BRIGHTNESS, value));
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

function createHints(store: StoreApi<GesturesSlice>) {
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
