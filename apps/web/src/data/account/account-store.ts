// The account of this browser, once a server has said who it is.
import { decrypt, accountTag } from '@matinee/shared/identity/encryption';
import { fromBase64, toBase64 } from '@matinee/shared/identity/base64';
import type { LenientSession, LenientUser } from '#data/response-schemas.ts';
import { sessionStore, updateSession, type Account } from '#data/session.ts';
import { closeSeed, keepOpen, openSeedStore } from './unlocked-seed.ts';

export interface NewAccount {
  readonly token: string;
  readonly seed: Uint8Array;
  readonly user: LenientUser;
  readonly session: LenientSession;
}

/** Where a passkey locks this very seed, it stays behind it. */
export function storeAccount({ token, seed, user, session }: NewAccount): void {
  const { lock } = sessionStore.getState();
  const isLocked = lock !== null && lock.owner === accountTag(seed);
  if (isLocked) keepOpen(user.id, seed);
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

/** What another device changed, as long as it is still the same account that is signed in. */
export function refreshAccount(userId: string, change: Partial<Account>): void {
  const { account } = sessionStore.getState();
  if (account?.userId === userId) updateSession({ account: { ...account, ...change } });
}

/** undefined as long as it is locked. */
export function seedOf(
  { seed, userId }: Account,
  open = openSeedStore.getState(),
): Uint8Array | undefined {
  if (seed !== '') return fromBase64(seed);
  return open.userId === userId ? open.seed : undefined;
}

/** Whose the library is, also while the seed is locked. */
export function ownerOf(account: Account): string {
  const seed = seedOf(account);
  const { lock } = sessionStore.getState();
  return seed || !lock ? accountTag(seed ?? new Uint8Array()) : lock.owner;
}

/** By how they are kept: to read one takes a slow phone as long as to draw a list. */
const deviceNames = new Map<string, string>();

/** undefined where another client wrote it in a way of its own, and as long as the seed is locked. */
export function deviceNameOf(account: Account, encrypted = account.deviceName): string | undefined {
  const seed = seedOf(account);
  if (!seed) return undefined;
  const name = deviceNames.get(encrypted) ?? decrypt(encrypted, seed);
  if (name !== undefined) deviceNames.set(encrypted, name);
  return name;
}

/** Who has just named this device need not have it read back. */
export function rememberDeviceName(encrypted: string, name: string): void {
  deviceNames.set(encrypted, name);
}

/** What was read with its seed is no longer known to this page. */
export function closeAccount(): void {
  closeSeed();
  deviceNames.clear();
}
