import type { StoreApi } from 'zustand/vanilla';

import type { Engine } from '../engine/engine.ts';
import type { PlaybackState } from './playback.ts';

export const PLAYBACK_RATES = [0.25, 0.5, 1, 1.25, 1.5, 1.75, 2] as const;

export interface PlaybackRateCommands {
  readonly setRate: (rate: number) => void;
  /** Steps to the next of the rates, up (1) or down (-1). */
  readonly stepRate: (direction: 1 | -1) => void;
}

export function createPlaybackRate(
  store: StoreApi<Pick<PlaybackState, 'media'>>,
  engine: () => Engine | undefined,
): PlaybackRateCommands {
  const media = () => store.getState().media;

  function setRate(value: number) {
    const rate = Math.min(
      Math.max(value, Math.min(...PLAYBACK_RATES)),
      Math.max(...PLAYBACK_RATES),
    );
    const current = engine();
    if (current) current.setRate(rate);
    else store.setState({ media: { ...media(), rate } });
  }

  return {
    setRate,
    stepRate: (direction) => {
      const index = PLAYBACK_RATES.findIndex((rate) => rate === media().rate);
      const from = index === -1 ? PLAYBACK_RATES.indexOf(1) : index;
      const next = PLAYBACK_RATES[from + direction];
      if (next !== undefined) setRate(next);
    },
  };
}
