import { useStore } from 'zustand';
import { seedOf } from '#data/account/account-store.ts';
import { unlockedSeedStore } from '#data/account/account-store.ts';
import type { Account } from '#data/session.ts';

/** undefined as long as a passkey locks it. */
export function useSeed(account: Account): Uint8Array | undefined {
  return seedOf(account, useStore(unlockedSeedStore));
}
