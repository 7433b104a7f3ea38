import { createStore } from 'zustand/vanilla';
import type { ApiFailure } from '#data/api.ts';

/** The last change by another device: ISO 8601, null for none, undefined from servers that do not report it. */
export type NewsAt = string | null | undefined;

export type SyncStatus =
  | { readonly is: 'off' }
  /** The server no longer accepts the session. Pending changes wait for the next login. */
  | { readonly is: 'signedOut' }
  | { readonly is: 'syncing' }
  /** `at` in milliseconds since 1970. */
  | { readonly is: 'synced'; readonly at: number; readonly newsAt: NewsAt }
  /** The app continues with the data of this browser. */
  | { readonly is: 'notSynced'; readonly failure: ApiFailure };

export const syncStore = createStore<SyncStatus>(() => ({ is: 'off' }));

export function setSyncStatus(status: SyncStatus): void {
  syncStore.setState(status, true);
}
