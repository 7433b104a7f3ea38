// Locks the account's seed with a passkey instead of storing it readable. Playback and sync do not need the seed.
import { fromBase64, toBase64, toBase64Url } from '@matinee/shared/identity/base64';
import { accountTag, wrapSeed, unwrapSeed } from '@matinee/shared/identity/encryption';
import { checkPassphrase } from '@matinee/shared/identity/passphrase';
import { sessionStore, updateSession, type SeedLock } from '#data/session.ts';
import { keysBeginning, readText, removeText } from '#data/storage/browser-storage.ts';
import { deviceNameOf, seedOf, storeUnlockedSeed } from './account-store.ts';
import { readPasskey, forgetPasskey, createPasskey, type PasskeyFailure } from './passkey.ts';
import { signInWithSeed, withKeys, type SignInResult } from './sign-in.ts';

const SALT_BYTES = 32;

/** `wrong`: the passkey belongs to another account. */
export type LockFailure = PasskeyFailure | { readonly is: 'wrong' };
export type LockResult = { readonly is: 'done' } | LockFailure;

/** Creates a passkey and locks the stored seed. */
export async function lockSeed(signal: AbortSignal): Promise<LockResult> {
  const { account } = sessionStore.getState();
  const seed = account && seedOf(account);
  if (!seed) return { is: 'wrong' };
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const created = await createPasskey(deviceNameOf(account) ?? 'Matinee', salt, signal);
  signal.throwIfAborted();
  if (created.is !== 'created') return created;
  const lock = {
    owner: accountTag(seed),
    credential: toBase64Url(created.id),
    salt: toBase64(salt),
    sealed: wrapSeed(seed, created.secret),
  };
  // Another account may have signed in while the dialog was open.
  const now = sessionStore.getState().account;
  if (now?.userId !== account.userId) return { is: 'wrong' };
  storeUnlockedSeed(now.userId, seed);
  updateSession({ account: { ...now, seed: '' }, lock });
  removeBackups(toBase64(seed));
  return { is: 'done' };
}

/** Backups of unreadable stores may contain the seed. */
function removeBackups(seed: string): void {
  for (const key of keysBeginning('BACKUP-')) if (readText(key)?.includes(seed)) removeText(key);
}

async function unwrap(lock: SeedLock, signal: AbortSignal): Promise<Uint8Array | LockFailure> {
  const [id, salt] = [lock.credential, lock.salt].map(fromBase64);
  if (!id || !salt) return { is: 'wrong' };
  const secret = await readPasskey(id, salt, signal);
  signal.throwIfAborted();
  if (!(secret instanceof Uint8Array)) return secret;
  return unwrapSeed(lock.sealed, secret) ?? { is: 'wrong' };
}

/** Until the tab is closed. */
export async function unlockSeed(signal: AbortSignal): Promise<LockResult> {
  const { account, lock } = sessionStore.getState();
  if (!account || !lock) return { is: 'wrong' };
  const seed = await unwrap(lock, signal);
  if (!(seed instanceof Uint8Array)) return seed;
  storeUnlockedSeed(account.userId, seed);
  return { is: 'done' };
}

/** For a lost passkey. False for the passphrase of another account. */
export async function unlockWithPassphrase(passphrase: string): Promise<boolean> {
  const { account, lock } = sessionStore.getState();
  const check = checkPassphrase(passphrase);
  if (!account || !lock || check.is !== 'complete') return false;
  const { seed } = await withKeys((keys) => keys.request({ passphrase: check.passphrase }));
  if (accountTag(seed) !== lock.owner) return false;
  storeUnlockedSeed(account.userId, seed);
  return true;
}

/** Stores the seed readable again. It must be unlocked. */
export function removeLock(): void {
  const { account, lock } = sessionStore.getState();
  const seed = account && seedOf(account);
  if (!seed || !lock) return;
  updateSession({ account: { ...account, seed: toBase64(seed) }, lock: null });
  void forgetPasskey(lock.credential);
}

/** Signs in again without the passphrase, after the session has expired. */
export async function signInWithPasskey(
  deviceName: string,
  signal: AbortSignal,
): Promise<SignInResult | LockFailure> {
  const { lock } = sessionStore.getState();
  if (deviceName.trim() === '') return { is: 'noDeviceName' };
  if (!lock) return { is: 'wrong' };
  const seed = await unwrap(lock, signal);
  return seed instanceof Uint8Array ? signInWithSeed({ seed, deviceName, signal }) : seed;
}
