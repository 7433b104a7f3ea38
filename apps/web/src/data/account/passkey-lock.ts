// The seed behind a passkey instead of readable in this browser. Nothing that is played or synchronised needs it.
import { fromBase64, toBase64, toBase64Url } from '@matinee/shared/identity/base64';
import { accountTag, wrapSeed, unwrapSeed } from '@matinee/shared/identity/encryption';
import { checkPassphrase } from '@matinee/shared/identity/passphrase';
import { sessionStore, updateSession, type SeedLock } from '#data/session.ts';
import { keysBeginning, readText, removeText } from '#data/storage/browser-storage.ts';
import { deviceNameOf, seedOf } from './account-store.ts';
import { keepOpen } from './unlocked-seed.ts';
import { askPasskey, forgetPasskey, makePasskey, type PasskeyFault } from './passkey.ts';
import { signInWithSeed, withKeys, type SignInResult } from './sign-in.ts';

const SALT_BYTES = 32;

/** `wrong`: it opens something, but not this account. */
export type LockFault = PasskeyFault | { readonly is: 'wrong' };
export type LockResult = { readonly is: 'done' } | LockFault;

/** Makes a passkey, and locks the seed that lies here. */
export async function lockSeed(signal: AbortSignal): Promise<LockResult> {
  const { account } = sessionStore.getState();
  const seed = account && seedOf(account);
  if (!seed) return { is: 'wrong' };
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const made = await makePasskey(deviceNameOf(account) ?? 'Matinee', salt, signal);
  signal.throwIfAborted();
  if (made.is !== 'made') return made;
  const lock = {
    owner: accountTag(seed),
    credential: toBase64Url(made.id),
    salt: toBase64(salt),
    sealed: wrapSeed(seed, made.secret),
  };
  // The passkey took its time: somebody else may be signed in by now.
  const now = sessionStore.getState().account;
  if (now?.userId !== account.userId) return { is: 'wrong' };
  keepOpen(now.userId, seed);
  updateSession({ account: { ...now, seed: '' }, lock });
  dropCopies(toBase64(seed));
  return { is: 'done' };
}

/** Backups of what could not be read are for the owner of the seed, not for whoever looks. */
function dropCopies(seed: string): void {
  for (const key of keysBeginning('BACKUP-')) if (readText(key)?.includes(seed)) removeText(key);
}

async function open(lock: SeedLock, signal: AbortSignal): Promise<Uint8Array | LockFault> {
  const [id, salt] = [lock.credential, lock.salt].map(fromBase64);
  if (!id || !salt) return { is: 'wrong' };
  const secret = await askPasskey(id, salt, signal);
  signal.throwIfAborted();
  if (!(secret instanceof Uint8Array)) return secret;
  return unwrapSeed(lock.sealed, secret) ?? { is: 'wrong' };
}

/** Until the tab is closed. */
export async function unlockSeed(signal: AbortSignal): Promise<LockResult> {
  const { account, lock } = sessionStore.getState();
  if (!account || !lock) return { is: 'wrong' };
  const seed = await open(lock, signal);
  if (!(seed instanceof Uint8Array)) return seed;
  keepOpen(account.userId, seed);
  return { is: 'done' };
}

/** For when the passkey is lost. False for other words than those of this account. */
export async function unlockWithPassphrase(passphrase: string): Promise<boolean> {
  const { account, lock } = sessionStore.getState();
  const check = checkPassphrase(passphrase);
  if (!account || !lock || check.is !== 'complete') return false;
  const { seed } = await withKeys((keys) => keys.ask({ passphrase: check.passphrase }));
  if (accountTag(seed) !== lock.owner) return false;
  keepOpen(account.userId, seed);
  return true;
}

/** The seed lies here readable again; it has to be open. */
export function removeLock(): void {
  const { account, lock } = sessionStore.getState();
  const seed = account && seedOf(account);
  if (!seed || !lock) return;
  updateSession({ account: { ...account, seed: toBase64(seed) }, lock: null });
  void forgetPasskey(lock.credential);
}

/** For whom the server has forgotten: instead of typing twelve words. */
export async function signInWithPasskey(
  deviceName: string,
  signal: AbortSignal,
): Promise<SignInResult | LockFault> {
  const { lock } = sessionStore.getState();
  if (deviceName.trim() === '') return { is: 'noDeviceName' };
  if (!lock) return { is: 'wrong' };
  const seed = await open(lock, signal);
  return seed instanceof Uint8Array ? signInWithSeed({ seed, deviceName, signal }) : seed;
}
