import type { StoreApi } from 'zustand/vanilla';

import { hasMedia } from './playback.ts';
import type { PlaybackState } from './playback.ts';

const HIDE_CONTROLS_AFTER_MS = 3_000;
const ROLL_MS = 1_000;

interface ControlsState {
  readonly pointer: 'away' | 'hover' | 'tapped';
  /** After touch input the large buttons are shown, and a pause does not show the controls. */
  readonly touch: boolean;
  /** A pointer rests on the controls. */
  readonly held: boolean;
  readonly menuOpen: boolean;
  /** The keyboard focus is within the controls. */
  readonly focused: boolean;
  readonly timeFormat: 'elapsed' | 'remaining';
  readonly rolling: boolean;
  /** The list of keyboard shortcuts is open. */
  readonly helpShown: boolean;
}

export interface ControlsSlice extends PlaybackState {
  readonly controls: ControlsState;
}

export const initialControls: ControlsState = {
  pointer: 'away',
  touch: false,
  held: false,
  menuOpen: false,
  focused: false,
  timeFormat: 'elapsed',
  rolling: false,
  helpShown: false,
};

export function areControlsVisible(state: ControlsSlice): boolean {
  const { pointer, touch, held, menuOpen, focused } = state.controls;
  if (pointer !== 'away' || held || menuOpen || focused || state.scrub !== null) return true;
  // Without a moving video, the controls cover nothing.
  if (!hasMedia(state) || !state.media.hasPlayed || state.phase === 'ended') return true;
  return state.media.paused && !touch;
}

export interface Controls {
  /** Shows the controls for a while, after a mouse move or a key. */
  readonly wake: () => void;
  readonly leave: () => void;
  readonly tap: () => void;
  readonly sawPointer: (kind: string) => void;
  readonly hold: (held: boolean) => void;
  readonly focus: (focused: boolean) => void;
  readonly openMenu: (menuOpen: boolean) => void;
  readonly toggleTimeFormat: () => void;
  readonly roll: () => void;
  readonly showHelp: (helpShown: boolean) => void;
  readonly stop: () => void;
}

export function createControls(store: StoreApi<ControlsSlice>): Controls {
  const hideLater = createTimer();
  const stopRollingLater = createTimer();

  const now = () => store.getState().controls;

  /** Notifies subscribers only of changes, because a mouse sends hundreds of moves. */
  function set(patch: Partial<ControlsState>) {
    const differs = Object.entries(patch).some(([key, value]) => Reflect.get(now(), key) !== value);
    if (differs) store.setState({ controls: { ...now(), ...patch } });
  }

  const away = () => set({ pointer: 'away' });

  function wake() {
    if (now().pointer !== 'tapped') set({ pointer: 'hover' });
    hideLater.start(HIDE_CONTROLS_AFTER_MS, away);
  }

  return {
    wake,
    leave: () => {
      if (now().pointer !== 'hover') return;
      hideLater.stop();
      away();
    },
    tap: () => {
      const isShown = areControlsVisible(store.getState());
      set({ pointer: isShown ? 'away' : 'tapped', held: false, touch: true });
      if (isShown) hideLater.stop();
      else hideLater.start(HIDE_CONTROLS_AFTER_MS, away);
    },
    sawPointer: (kind) => {
      set({ touch: kind !== 'mouse' });
      // Touching a control keeps the controls open.
      if (kind !== 'mouse' && now().pointer === 'tapped') {
        hideLater.start(HIDE_CONTROLS_AFTER_MS, away);
      }
    },
    hold: (held) => set({ held }),
    focus: (focused) => set({ focused }),
    openMenu: (menuOpen) => set({ menuOpen }),
    toggleTimeFormat: () =>
      set({ timeFormat: now().timeFormat === 'elapsed' ? 'remaining' : 'elapsed' }),
    roll: () => {
      set({ rolling: true });
      stopRollingLater.start(ROLL_MS, () => set({ rolling: false }));
    },
    showHelp: (helpShown) => set({ helpShown }),
    stop: () => {
      for (const timer of [hideLater, stopRollingLater]) timer.stop();
    },
  };
}

function createTimer() {
  let handle: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(handle);
  return {
    start: (ms: number, run: () => void) => {
      stop();
      handle = setTimeout(run, ms);
    },
    stop,
  };
}
