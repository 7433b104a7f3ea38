import type { StoreApi } from 'zustand/vanilla';

import type { Engine, QualityWish } from '../engine/engine.ts';
import type { PlayerState } from '../state/state.ts';

/** Which of the pictures and voices of a stream are wanted. */
export interface Choices {
  /** Outlives the stream: each takes the nearest that it has. */
  readonly chooseQuality: (wish: QualityWish) => void;
  /** By the id of a track of this stream; its language is looked for in the next one. */
  readonly chooseAudio: (id: string) => void;
}

export function createChoices(
  store: StoreApi<PlayerState>,
  engine: () => Engine | undefined,
): Choices {
  return {
    chooseQuality: (qualityWish) => {
      const current = engine();
      // Before there is an engine the wish is kept, and the engine is told of it when it comes.
      if (current) current.chooseQuality(qualityWish);
      else store.setState(({ media }) => ({ media: { ...media, qualityWish } }));
    },
    chooseAudio: (id) => engine()?.chooseAudio(id),
  };
}
