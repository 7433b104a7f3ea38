import { Quality } from '@matinee/shared/media/stream';
import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted.ts';

const QualityChoice = z.looseObject({
  automaticQuality: z.boolean().catch(true).default(true),
  lastChosenQuality: Quality.nullable().catch(null).default(null),
});

const persisted = createPersisted({
  key: '__MW::quality',
  schema: z.looseObject({ quality: QualityChoice.prefault({}) }),
});

export const qualityStore = persisted.store;

/** Going back to automatic keeps the last choice. */
export function setQuality(chosen: Quality | 'auto'): void {
  const choice =
    chosen === 'auto'
      ? { automaticQuality: true }
      : { automaticQuality: false, lastChosenQuality: chosen };
  persisted.update((state) => ({ ...state, quality: { ...state.quality, ...choice } }));
}
