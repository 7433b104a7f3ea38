import { createStore } from 'zustand/vanilla';
import type { ApiFailure } from '#data/api.ts';

export type SyncStatus =
  /** Nobody is signed in. */
  | { readonly is: 'off' }
  /** The server no longer knew the session: what it had not been told is kept for the next time. */
  | { readonly is: 'signedOut' }
  | { readonly is: 'syncing' }
  /** `at` in milliseconds since 1970. */
  | { readonly is: 'synced'; readonly at: number }
  /** Everything works on, from what is here. */
  | { readonly is: 'notSynced'; readonly failure: ApiFailure };

export const syncStore = createStore<SyncStatus>(() => ({ is: 'off' }));

export function setSyncStatus(status: SyncStatus): void {
  syncStore.setState(status, true);
}
