import type { StoreApi } from 'zustand/vanilla';

import type { Engine } from '../engine/engine.ts';
import type { PlaybackState } from './playback.ts';

const HIDE_VOLUME_AFTER_MS = 3_000;
const PROBE_LIMIT_MS = 1_000;

/** The level itself is `media.volume`, which the engine reports. */
interface VolumeState {
  /** False if only the device's buttons change the volume. */
  readonly isAdjustable: boolean;
  /** True for a moment after a key has changed the volume. */
  readonly isShown: boolean;
}

export interface VolumeSlice extends Pick<PlaybackState, 'media'> {
  readonly volume: VolumeState;
}

export const initialVolume: VolumeState = { isAdjustable: true, isShown: false };

export type VolumeLevel = 'off' | 'low' | 'medium' | 'high';

export const audibleVolume = ({ media }: VolumeSlice) => (media.muted ? 0 : media.volume);

export function volumeLevel(state: VolumeSlice): VolumeLevel {
  const volume = audibleVolume(state);
  if (volume === 0) return 'off';
  if (volume <= 0.33) return 'low';
  return volume <= 0.66 ? 'medium' : 'high';
}

export interface VolumeCommands {
  readonly setVolume: (value: number) => void;
  readonly changeVolumeBy: (step: number) => void;
  readonly toggleMute: () => void;
  readonly showVolume: () => void;
}

interface Volume {
  readonly commands: VolumeCommands;
  /** Detects whether scripts can set the volume, until the signal ends. */
  readonly detect: (page: Document, signal: AbortSignal) => Promise<void>;
  readonly stop: () => void;
}

export function createVolume(
  store: StoreApi<VolumeSlice>,
  engine: () => Engine | undefined,
): Volume {
  const { media: first } = store.getState();
  let lastAudible = first.volume > 0 ? first.volume : 1;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const media = () => store.getState().media;
  const isSilent = () => audibleVolume(store.getState()) === 0;
  const set = (patch: Partial<VolumeState>) =>
    store.setState(({ volume }) => ({ volume: { ...volume, ...patch } }));

  function setVolume(value: number) {
    if (Number.isNaN(value)) return;
    const volume = Math.min(Math.max(value, 0), 1);
    if (volume > 0) lastAudible = volume;
    apply(volume, volume === 0);
  }

  /** Without an engine, the state keeps the value. The next engine starts with it. */
  function apply(volume: number, muted: boolean) {
    const current = engine();
    if (current) current.setVolume(volume, muted);
    else store.setState({ media: { ...media(), volume, muted } });
  }

  return {
    commands: {
      setVolume,
      changeVolumeBy: (step) => setVolume((isSilent() ? 0 : media().volume) + step),
      toggleMute: () =>
        isSilent() ? setVolume(media().volume || lastAudible) : apply(media().volume, true),
      showVolume: () => {
        clearTimeout(timer);
        if (!store.getState().volume.isShown) set({ isShown: true });
        timer = setTimeout(() => set({ isShown: false }), HIDE_VOLUME_AFTER_MS);
      },
    },
    detect: async (page, signal) => {
      const isAdjustable = await canSetVolume(page.createElement('video'), signal);
      if (!signal.aborted) set({ isAdjustable });
    },
    stop: () => clearTimeout(timer),
  };
}

/** On iPhone only the buttons change the volume, and a detached video fires no `volumechange`. */
export function canSetVolume(
  probe: Pick<HTMLVideoElement, 'volume' | 'addEventListener'>,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PROBE_LIMIT_MS);
    const settle = (isAdjustable: boolean) => () => {
      clearTimeout(timer);
      resolve(isAdjustable);
    };
    probe.addEventListener('volumechange', settle(true), { once: true, signal });
    signal.addEventListener('abort', settle(false), { once: true });
    probe.volume = 0.5;
  });
}
