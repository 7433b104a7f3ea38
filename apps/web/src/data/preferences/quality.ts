import { Quality } from '@matinee/shared/media/stream';
import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

export const QualityChoice = z.looseObject({
  automaticQuality: z.boolean().catch(true).default(true),
  /** Ours: of a film in files the largest is taken too. */
  automatic4k: z.boolean().catch(false).default(false),
  lastChosenQuality: Quality.nullable().catch(null).default(null),
});

const persisted = createPersisted({
  key: '__MW::quality',
  schema: z.looseObject({ quality: QualityChoice.prefault({}) }),
});

export const qualityStore = persisted.store;

/** Going back to automatic keeps the last choice. */
export function setQuality(chosen: Quality | 'auto' | 'auto-4k'): void {
  const choice =
    chosen === 'auto' || chosen === 'auto-4k'
      ? { automaticQuality: true, automatic4k: chosen === 'auto-4k' }
      : { automaticQuality: false, lastChosenQuality: chosen };
  saveQuality(choice);
}

export function saveQuality(choice: Partial<z.infer<typeof QualityChoice>>): void {
  persisted.update((state) => ({ ...state, quality: { ...state.quality, ...choice } }));
}
