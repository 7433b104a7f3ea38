// The signed-in account of this browser, its seed and the names of its devices.
import { decrypt, accountTag } from '@matinee/shared/identity/encryption';
import { fromBase64, toBase64 } from '@matinee/shared/identity/base64';
import { createStore } from 'zustand/vanilla';
import type { LenientSession, LenientUser } from '#data/response-schemas.ts';
import { sessionStore, updateSession, type Account } from '#data/session.ts';

export interface AccountSession {
  readonly token: string;
  readonly seed: Uint8Array;
  readonly user: LenientUser;
  readonly session: LenientSession;
}

/** The seed of a locked account, only in the memory of this tab. */
interface UnlockedSeed {
  readonly userId: string | null;
  readonly seed: Uint8Array | undefined;
}

export const unlockedSeedStore = createStore<UnlockedSeed>(() => ({
  userId: null,
  seed: undefined,
}));

export function storeUnlockedSeed(userId: string, seed: Uint8Array): void {
  unlockedSeedStore.setState({ userId, seed });
}

/** Stores a signed-in account. If a passkey locks the seed, only the memory of this tab gets it. */
export function storeAccount({ token, seed, user, session }: AccountSession): void {
  const { lock } = sessionStore.getState();
  const isLocked = lock !== null && lock.owner === accountTag(seed);
  if (isLocked) storeUnlockedSeed(user.id, seed);
  const account: Account = {
    token,
    userId: user.id,
    sessionId: session.id,
    deviceName: session.device,
    profile: user.profile,
    seed: isLocked ? '' : toBase64(seed),
  };
  updateSession({
    account: user.nickname ? { ...account, nickname: user.nickname } : account,
    lock: isLocked ? lock : null,
  });
}

/** Ignores the change once another account is signed in. */
export function refreshAccount(userId: string, change: Partial<Account>): void {
  const { account } = sessionStore.getState();
  if (account?.userId === userId) updateSession({ account: { ...account, ...change } });
}

/** Undefined while the seed is locked. */
export function seedOf(
  { seed, userId }: Account,
  unlocked = unlockedSeedStore.getState(),
): Uint8Array | undefined {
  if (seed !== '') return fromBase64(seed);
  return unlocked.userId === userId ? unlocked.seed : undefined;
}

/** The account tag of the library's owner, even while the seed is locked. */
export function ownerOf(account: Account): string {
  const seed = seedOf(account);
  const { lock } = sessionStore.getState();
  return seed || !lock ? accountTag(seed ?? new Uint8Array()) : lock.owner;
}

/** Caches names by ciphertext: on a slow phone, decrypting a name takes as long as rendering a list. */
const deviceNames = new Map<string, string>();

/** Undefined for names that other clients encrypted differently, and while the seed is locked. */
export function deviceNameOf(account: Account, encrypted = account.deviceName): string | undefined {
  const seed = seedOf(account);
  if (!seed) return undefined;
  const name = deviceNames.get(encrypted) ?? decrypt(encrypted, seed);
  if (name !== undefined) deviceNames.set(encrypted, name);
  return name;
}

export function rememberDeviceName(encrypted: string, name: string): void {
  deviceNames.set(encrypted, name);
}

/** Clears the seed and everything decrypted with it. */
export function clearAccountSecrets(): void {
  unlockedSeedStore.setState({ userId: null, seed: undefined });
  deviceNames.clear();
}

const MAX_CHARACTERS = 19;

/** Cuts device names after 19 grapheme clusters. */
export function shortName(name: string): string {
  // The first use of Intl.Segmenter is slow, and most names are short.
  if (name.length <= MAX_CHARACTERS) return name;
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  return characters.length > MAX_CHARACTERS
    ? `${characters.slice(0, MAX_CHARACTERS).join('')}…`
    : name;
}
