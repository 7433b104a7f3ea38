import { createStore } from 'zustand/vanilla';
import type { ApiFailure } from '#data/api.ts';

/** undefined: it tells nothing of the kind. */
export type NewsAt = string | null | undefined;

export type SyncStatus =
  /** Nobody is signed in. */
  | { readonly is: 'off' }
  /** The server no longer knew the session: what it had not been told is kept for the next time. */
  | { readonly is: 'signedOut' }
  | { readonly is: 'syncing' }
  /** `at` in milliseconds since 1970; `newsAt` is what the server said then of the latest change of another device. */
  | { readonly is: 'synced'; readonly at: number; readonly newsAt: NewsAt }
  /** Everything works on, from what is here. */
  | { readonly is: 'notSynced'; readonly failure: ApiFailure };

export const syncStore = createStore<SyncStatus>(() => ({ is: 'off' }));

export function setSyncStatus(status: SyncStatus): void {
  syncStore.setState(status, true);
}
