import type { StoreApi } from 'zustand/vanilla';

import { areControlsVisible } from '../state/selectors.ts';
import type { ControlsState, PlayerState } from '../state/state.ts';

const HIDE_CONTROLS_AFTER_MS = 3_000;
const ROLL_MS = 1_000;

/** When the controls show and when they go. */
export interface Controls {
  /** A mouse has moved, or a key has done something worth seeing. */
  readonly wake: () => void;
  readonly leave: () => void;
  readonly tap: () => void;
  readonly sawPointer: (kind: string) => void;
  readonly hold: (held: boolean) => void;
  readonly focus: (focused: boolean) => void;
  readonly openMenu: (menuOpen: boolean) => void;
  readonly showVolume: () => void;
  readonly toggleTimeFormat: () => void;
  readonly roll: () => void;
  readonly showHelp: (helpShown: boolean) => void;
  readonly stop: () => void;
}

export function createControls(store: StoreApi<PlayerState>): Controls {
  const hideLater = createTimer();
  const hideVolumeLater = createTimer();
  const stopRollingLater = createTimer();

  const now = () => store.getState().controls;

  /** Mouse moves come in hundreds: only what differs reaches the subscribers. */
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
      // Using the controls keeps them.
      if (kind !== 'mouse' && now().pointer === 'tapped') {
        hideLater.start(HIDE_CONTROLS_AFTER_MS, away);
      }
    },
    hold: (held) => set({ held }),
    focus: (focused) => set({ focused }),
    openMenu: (menuOpen) => set({ menuOpen }),
    showVolume: () => {
      set({ volumeShown: true });
      hideVolumeLater.start(HIDE_CONTROLS_AFTER_MS, () => set({ volumeShown: false }));
    },
    toggleTimeFormat: () =>
      set({ timeFormat: now().timeFormat === 'elapsed' ? 'remaining' : 'elapsed' }),
    roll: () => {
      set({ rolling: true });
      stopRollingLater.start(ROLL_MS, () => set({ rolling: false }));
    },
    showHelp: (helpShown) => set({ helpShown }),
    stop: () => {
      for (const timer of [hideLater, hideVolumeLater, stopRollingLater]) timer.stop();
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
