import { Quality } from '@matinee/shared/media/stream';
import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted.ts';

const Preferences = z.looseObject({
  enableThumbnails: z.boolean().catch(false).default(false),
  enableAutoplay: z.boolean().catch(true).default(true),
  sourceOrder: z.array(z.string()).catch([]).default([]),
});
export type Preferences = z.infer<typeof Preferences>;

const preferences = createPersisted({ key: '__MW::preferences', schema: Preferences });

export const preferencesStore = preferences.store;

export function setPreferences(patch: Partial<Preferences>): void {
  preferences.update((state) => ({ ...state, ...patch }));
}

const QualityChoice = z.looseObject({
  automaticQuality: z.boolean().catch(true).default(true),
  lastChosenQuality: Quality.nullable().catch(null).default(null),
});
export type QualityChoice = z.infer<typeof QualityChoice>;

const quality = createPersisted({
  key: '__MW::quality',
  schema: z.looseObject({ quality: QualityChoice.prefault({}) }),
});

export const qualityStore = quality.store;

export function setQuality(patch: Partial<QualityChoice>): void {
  quality.update((state) => ({ ...state, quality: { ...state.quality, ...patch } }));
}
