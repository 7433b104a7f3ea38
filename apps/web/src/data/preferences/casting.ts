import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

/** Ours alone: earlier clients asked Google about every visitor. */
const Casting = z.looseObject({ hasCast: z.boolean().catch(false).default(false) });

const persisted = createPersisted({ key: '__MW::casting', schema: Casting });

/** Whether this browser has ever cast: only then the sender's script is fetched without being asked for. */
export const castingStore = persisted.store;

export function rememberCasting(): void {
  if (!castingStore.getState().hasCast) persisted.update((state) => ({ ...state, hasCast: true }));
}
