import type { StoreApi } from 'zustand/vanilla';

import type { Engine } from '../engine/engine.ts';
import type { Neighbours, PlayerState } from '../state/state.ts';

export const SPEEDS = [0.25, 0.5, 1, 1.25, 1.5, 1.75, 2] as const;

/** What a person can ask of a film: each command reads the store when it happens and talks to the engine. */
export interface Transport {
  readonly play: () => void;
  readonly pause: () => void;
  readonly togglePlay: () => void;
  readonly seek: (seconds: number) => void;
  readonly seekBy: (seconds: number) => void;
  readonly setVolume: (value: number) => void;
  readonly changeVolumeBy: (step: number) => void;
  readonly toggleMute: () => void;
  readonly setRate: (rate: number) => void;
  /** To the next of the speeds, up (1) or down (-1). */
  readonly stepRate: (direction: 1 | -1) => void;
  /** Until they are others: the keys for the next and the previous one lead there. */
  readonly setNeighbours: (neighbours: Neighbours) => void;
}

const clamp = (value: number, high: number, low = 0) => Math.min(Math.max(value, low), high);

export function createTransport(
  store: StoreApi<PlayerState>,
  engine: () => Engine | undefined,
): Transport {
  const { media: first } = store.getState();
  let lastAudible = first.volume > 0 ? first.volume : 1;

  const media = () => store.getState().media;

  function seek(seconds: number) {
    if (Number.isNaN(seconds)) return;
    const { duration, live } = media();
    const end = duration > 0 ? duration : Number.MAX_SAFE_INTEGER;
    engine()?.seek(live ? clamp(seconds, live.end, live.start) : clamp(seconds, end));
  }

  function setVolume(value: number) {
    if (Number.isNaN(value)) return;
    const volume = clamp(value, 1);
    if (volume > 0) lastAudible = volume;
    tellVolume(volume, volume === 0);
  }

  /** Before there is an engine the wish is kept, and the engine is told of it when it comes. */
  function tellVolume(volume: number, muted: boolean) {
    const current = engine();
    if (current) current.setVolume(volume, muted);
    else store.setState({ media: { ...media(), volume, muted } });
  }

  function setRate(wanted: number) {
    const rate = Math.min(Math.max(wanted, SPEEDS[0]), SPEEDS[SPEEDS.length - 1] ?? 1);
    const current = engine();
    if (current) current.setRate(rate);
    else store.setState({ media: { ...media(), rate } });
  }

  const play = () => engine()?.play();
  const pause = () => engine()?.pause();
  const isSilent = () => media().muted || media().volume === 0;

  return {
    play,
    pause,
    togglePlay: () => (media().paused ? play() : pause()),
    seek,
    seekBy: (seconds) => seek(media().time + seconds),
    setVolume,
    changeVolumeBy: (step) => setVolume((isSilent() ? 0 : media().volume) + step),
    toggleMute: () =>
      isSilent() ? setVolume(media().volume || lastAudible) : tellVolume(media().volume, true),
    setRate,
    stepRate: (direction) => {
      const at = SPEEDS.findIndex((speed) => speed === media().rate);
      const from = at === -1 ? SPEEDS.indexOf(1) : at;
      const next = SPEEDS[from + direction];
      if (next !== undefined) setRate(next);
    },
    setNeighbours: (neighbours) => store.setState({ neighbours }),
  };
}
