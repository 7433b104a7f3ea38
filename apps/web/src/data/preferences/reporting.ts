import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';

/** Matinee's alone: movie-web clients always report. */
const Reporting = z.looseObject({ enabled: z.boolean().catch(true).default(true) });

const persisted = createPersisted({ key: '__MW::reporting', schema: Reporting });

export const reportingStore = persisted.store;

/** Whether results of sources are reported to the operator. */
export function setReporting(enabled: boolean): void {
  persisted.update((state) => ({ ...state, enabled }));
}
