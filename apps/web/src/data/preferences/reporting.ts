import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

/** Ours alone: earlier clients told without asking. */
const Reporting = z.looseObject({ enabled: z.boolean().catch(true).default(true) });

const persisted = createPersisted({ key: '__MW::reporting', schema: Reporting });

export const reportingStore = persisted.store;

/** Whether the operator may hear how the sources did. */
export function setReporting(enabled: boolean): void {
  persisted.update((state) => ({ ...state, enabled }));
}
