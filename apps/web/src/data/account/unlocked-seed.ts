// The seed of an account that is locked, as long as it is open: in the memory of this tab and nowhere else.
import { createStore } from 'zustand/vanilla';

interface OpenSeed {
  readonly userId: string | null;
  readonly seed: Uint8Array | undefined;
}

export const openSeedStore = createStore<OpenSeed>(() => ({ userId: null, seed: undefined }));

export function keepOpen(userId: string, seed: Uint8Array): void {
  openSeedStore.setState({ userId, seed });
}

export function closeSeed(): void {
  openSeedStore.setState({ userId: null, seed: undefined });
}
