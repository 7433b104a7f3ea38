import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

/** Ours alone: earlier clients forgot it. */
const AudioPreferences = z.looseObject({
  /** A language tag. */
  lastSelectedLanguage: z.string().nullable().catch(null).default(null),
  nightMode: z.boolean().catch(false).default(false),
});

const persisted = createPersisted({ key: '__MW::audio', schema: AudioPreferences });

export const audioStore = persisted.store;

export function setAudioLanguage(lastSelectedLanguage: string): void {
  persisted.update((state) => ({ ...state, lastSelectedLanguage }));
}

export function setNightMode(nightMode: boolean): void {
  persisted.update((state) => ({ ...state, nightMode }));
}
