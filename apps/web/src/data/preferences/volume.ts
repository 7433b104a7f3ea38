import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

const clamp = (volume: number): number => Math.min(1, Math.max(0, volume));

/** Earlier clients stored what a drag gave them, 1.15 or -0.15. */
const Volume = z.looseObject({ volume: z.number().catch(1).default(1).transform(clamp) });

const persisted = createPersisted({ key: '__MW::volume', schema: Volume });

export const volumeStore = persisted.store;

export function setVolume(volume: number): void {
  persisted.update((state) => ({ ...state, volume }));
}
