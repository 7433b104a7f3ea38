// A passkey that derives a 32-byte secret from a salt (WebAuthn PRF extension), if browser and device support it.
import { fromBase64, toBase64, toBase64Url } from '@matinee/shared/identity/base64';
import { accountTag, wrapSeed, unwrapSeed } from '@matinee/shared/identity/encryption';
import { checkPassphrase } from '@matinee/shared/identity/passphrase';
import { sessionStore, updateSession, type SeedLock } from '#data/session.ts';
import { keysWithPrefix, readText, removeText } from '#data/storage/browser-storage.ts';
import { deviceNameOf, seedOf, storeUnlockedSeed } from './account-store.ts';
import { signInWithSeed, withKeys, type SignInResult } from './sign-in.ts';

const TIMEOUT_MS = 120_000;
const ALGORITHMS = [-8, -7, -257];

const random = (bytes: number): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(bytes));

/** `canceled`: by the user or the time limit. `unsupported`: browser or device lack support. */
type PasskeyFailure = { readonly is: 'canceled' | 'unsupported' };

interface CreatedPasskey {
  readonly is: 'created';
  readonly id: Uint8Array;
  readonly secret: Uint8Array;
}

/** False on plain http and on IP addresses. */
export async function canUsePasskeys(): Promise<boolean> {
  if (!('PublicKeyCredential' in globalThis) || !isDomain(location.hostname)) return false;
  // Browsers without `getClientCapabilities` show support only when a passkey is created.
  if (!('getClientCapabilities' in PublicKeyCredential)) return true;
  const capabilities = await PublicKeyCredential.getClientCapabilities();
  return capabilities['extension:prf'] !== false;
}

function isDomain(host: string): boolean {
  return !/^[\d.]+$|^\[/.test(host);
}

async function createPasskey(
  name: string,
  salt: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<CreatedPasskey | PasskeyFailure> {
  const created = await orFailure(() =>
    navigator.credentials.create({
      signal,
      publicKey: {
        challenge: random(32),
        rp: { name: 'Matinee' },
        user: { id: random(16), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: { first: salt } } },
        timeout: TIMEOUT_MS,
      },
    }),
  );
  if (!(created instanceof PublicKeyCredential)) return failureOf(created);
  const { prf } = created.getClientExtensionResults();
  const id = new Uint8Array(created.rawId);
  if (prf?.enabled !== true) {
    void forgetPasskey(toBase64Url(id));
    return { is: 'unsupported' };
  }
  // Many devices return the secret only from a second request.
  const secret = prf.results ? bytesOf(prf.results.first) : await readPasskey(id, salt, signal);
  return secret instanceof Uint8Array ? { is: 'created', id, secret } : secret;
}

/** Reads the secret for this salt. */
async function readPasskey(
  id: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Uint8Array | PasskeyFailure> {
  const used = await orFailure(() =>
    navigator.credentials.get({
      signal,
      publicKey: {
        challenge: random(32),
        allowCredentials: [{ type: 'public-key', id }],
        userVerification: 'required',
        extensions: { prf: { eval: { first: salt } } },
        timeout: TIMEOUT_MS,
      },
    }),
  );
  if (!(used instanceof PublicKeyCredential)) return failureOf(used);
  const first = used.getClientExtensionResults().prf?.results?.first;
  return first ? bytesOf(first) : { is: 'unsupported' };
}

/** Browsers with the Signal API remove the unused passkey from their list. */
async function forgetPasskey(credentialId: string): Promise<void> {
  if (!('signalUnknownCredential' in PublicKeyCredential)) return;
  const rpId = location.hostname;
  await PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }).catch(() => undefined);
}

type PasskeyResult = Credential | PasskeyFailure | null;

async function orFailure(request: () => Promise<Credential | null>): Promise<PasskeyResult> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { is: error.name === 'NotAllowedError' ? 'canceled' : 'unsupported' };
  }
}

function failureOf(result: PasskeyResult): PasskeyFailure {
  return result && 'is' in result ? result : { is: 'canceled' };
}

function bytesOf(source: BufferSource): Uint8Array {
  if (!ArrayBuffer.isView(source)) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

// Locks the account's seed with a passkey instead of storing it in plain text. Playback and sync do not need the seed.
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
  for (const key of keysWithPrefix('BACKUP-')) if (readText(key)?.includes(seed)) removeText(key);
}

async function unwrap(lock: SeedLock, signal: AbortSignal): Promise<Uint8Array | LockFailure> {
  const [id, salt] = [lock.credential, lock.salt].map(fromBase64);
  if (!id || !salt) return { is: 'wrong' };
  const secret = await readPasskey(id, salt, signal);
  signal.throwIfAborted();
  if (!(secret instanceof Uint8Array)) return secret;
  return unwrapSeed(lock.sealed, secret) ?? { is: 'wrong' };
}

/** Unlocks the seed until the tab is closed. */
export async function unlockSeed(signal: AbortSignal): Promise<LockResult> {
  const { account, lock } = sessionStore.getState();
  if (!account || !lock) return { is: 'wrong' };
  const seed = await unwrap(lock, signal);
  if (!(seed instanceof Uint8Array)) return seed;
  storeUnlockedSeed(account.userId, seed);
  return { is: 'done' };
}

/** Unlocks the seed if the passkey is lost. Resolves with false for the passphrase of another account. */
export async function unlockWithPassphrase(passphrase: string): Promise<boolean> {
  const { account, lock } = sessionStore.getState();
  const check = checkPassphrase(passphrase);
  if (!account || !lock || check.is !== 'complete') return false;
  const { seed } = await withKeys((keys) => keys.request({ passphrase: check.passphrase }));
  if (accountTag(seed) !== lock.owner) return false;
  storeUnlockedSeed(account.userId, seed);
  return true;
}

/** Stores the seed in plain text again. The seed must be unlocked. */
export function removeLock(): void {
  const { account, lock } = sessionStore.getState();
  const seed = account && seedOf(account);
  if (!seed || !lock) return;
  updateSession({ account: { ...account, seed: toBase64(seed) }, lock: null });
  void forgetPasskey(lock.credential);
}

/** `unknownPasskey`: the passkey works, but its account isn't on this server. */
export type PasskeySignInResult = SignInResult | LockFailure | { readonly is: 'unknownPasskey' };

/** Signs in again without the passphrase, after the session has expired. */
export async function signInWithPasskey(
  deviceName: string,
  signal: AbortSignal,
): Promise<PasskeySignInResult> {
  const { lock } = sessionStore.getState();
  if (deviceName.trim() === '') return { is: 'noDeviceName' };
  if (!lock) return { is: 'wrong' };
  const seed = await unwrap(lock, signal);
  if (!(seed instanceof Uint8Array)) return seed;
  const result = await signInWithSeed({ seed, deviceName, signal });
  return result.is === 'unknownAccount' ? { is: 'unknownPasskey' } : result;
}
