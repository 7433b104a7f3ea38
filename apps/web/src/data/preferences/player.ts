// Preferences that the player remembers by itself. Each has the storage key of movie-web clients.
import { Quality } from '@matinee/shared/media/stream';
import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

const clamp = (volume: number): number => Math.min(1, Math.max(0, volume));

/** Movie-web clients store 1.15 or -0.15 after a drag. */
const Volume = z.looseObject({ volume: z.number().catch(1).default(1).transform(clamp) });

const volumePersisted = createPersisted({ key: '__MW::volume', schema: Volume });

export const volumeStore = volumePersisted.store;

export function setVolume(volume: number): void {
  volumePersisted.update((state) => ({ ...state, volume }));
}

/** Only in Matinee. */
const AudioPreferences = z.looseObject({
  /** A language tag. */
  lastSelectedLanguage: z.string().nullable().catch(null).default(null),
  nightMode: z.boolean().catch(false).default(false),
});

const audioPersisted = createPersisted({ key: '__MW::audio', schema: AudioPreferences });

export const audioStore = audioPersisted.store;

export function setAudioLanguage(lastSelectedLanguage: string): void {
  audioPersisted.update((state) => ({ ...state, lastSelectedLanguage }));
}

export function setNightMode(nightMode: boolean): void {
  audioPersisted.update((state) => ({ ...state, nightMode }));
}

/** Only in Matinee: movie-web clients load Google's script for every visitor. */
const Casting = z.looseObject({ hasCast: z.boolean().catch(false).default(false) });

const castingPersisted = createPersisted({ key: '__MW::casting', schema: Casting });

/** Whether this browser has ever cast. Only then does the sender's script load at the start. */
export const castingStore = castingPersisted.store;

export function rememberCasting(): void {
  if (!castingStore.getState().hasCast)
    castingPersisted.update((state) => ({ ...state, hasCast: true }));
}

export const QualityChoice = z.looseObject({
  automaticQuality: z.boolean().catch(true).default(true),
  /** Matinee's: allows 4K files in automatic mode. */
  automatic4k: z.boolean().catch(false).default(false),
  lastChosenQuality: Quality.nullable().catch(null).default(null),
});

const qualityPersisted = createPersisted({
  key: '__MW::quality',
  schema: z.looseObject({ quality: QualityChoice.prefault({}) }),
});

export const qualityStore = qualityPersisted.store;

/** The automatic modes keep the last chosen quality. */
export function setQuality(chosen: Quality | 'auto' | 'auto-4k'): void {
  const change =
    chosen === 'auto' || chosen === 'auto-4k'
      ? { automaticQuality: true, automatic4k: chosen === 'auto-4k' }
      : { automaticQuality: false, lastChosenQuality: chosen };
  saveQuality(change);
}

export function saveQuality(choice: Partial<z.infer<typeof QualityChoice>>): void {
  qualityPersisted.update((state) => ({ ...state, quality: { ...state.quality, ...choice } }));
}
