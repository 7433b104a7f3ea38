import type { StoreApi } from 'zustand/vanilla';

import type { Engine, QualityPreference } from '../engine/engine.ts';
import type { PlaybackState } from './playback.ts';

type QualitySlice = Pick<PlaybackState, 'media'>;

export const isQualityAutomatic = ({ media }: QualitySlice) =>
  media.qualityPreference === 'auto' || media.qualityPreference === 'auto-4k';

export interface QualityCommands {
  /** Outlives the stream: each stream plays the nearest quality that it has. */
  readonly chooseQuality: (preference: QualityPreference) => void;
}

export function createQuality(
  store: StoreApi<QualitySlice>,
  engine: () => Engine | undefined,
): QualityCommands {
  return {
    chooseQuality: (qualityPreference) => {
      const current = engine();
      // Without an engine, the state keeps the value. The next engine starts with it.
      if (current) current.chooseQuality(qualityPreference);
      else store.setState(({ media }) => ({ media: { ...media, qualityPreference } }));
    },
  };
}
