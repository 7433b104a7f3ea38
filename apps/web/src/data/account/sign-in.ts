// Signing in: the words become keys here, and only a signature leaves this browser.
import { completeLogin, startLogin } from '@matinee/shared/contract/auth';
import { getMe } from '@matinee/shared/contract/users';
import { checkPassphrase, type PassphraseCheck } from '@matinee/shared/identity/passphrase';
import { LenientMe, LenientSignedIn } from '#data/response-schemas.ts';
import { ApiError, call, type ApiFailure, type CallOptions } from '#data/api.ts';
import { beginSettings } from '#data/preferences/settings-sync.ts';
import { backendUrl } from '#data/session.ts';
import { rememberDeviceName, storeAccount } from './account-store.ts';
import { claimLibrary } from '#data/user-data/claim-library.ts';
import { createKeyMaker, type KeyMaker } from './keys.ts';

export type SignInResult =
  | { readonly is: 'signedIn' }
  | { readonly is: 'badPassphrase'; readonly check: PassphraseCheck }
  /** The passphrase is valid, but no account on this server has it. */
  | { readonly is: 'unknownAccount' }
  | { readonly is: 'noDeviceName' | 'noServer' }
  | { readonly is: 'failed'; readonly failure: ApiFailure };

export interface SignIn {
  /** As it was typed. */
  readonly passphrase: string;
  readonly deviceName: string;
  readonly signal?: AbortSignal | undefined;
}

/** What is to be synchronised begins by itself, once the account is stored. */
export async function signIn(
  { passphrase, deviceName, signal }: SignIn,
  keys?: KeyMaker,
): Promise<SignInResult> {
  const check = checkPassphrase(passphrase);
  if (check.is !== 'complete') return { is: 'badPassphrase', check };
  const enter = async (maker: KeyMaker) => {
    const { seed } = await maker.ask({ passphrase: check.passphrase });
    return signInWithSeed({ seed, deviceName, signal }, maker);
  };
  return keys ? enter(keys) : withKeys(enter);
}

/**
 * Derives the keys as soon as the twelfth word is typed. Deriving on submit takes a phone at least 160 ms longer to log in
 * ("own time" in scripts/bench/login.ts).
 */
export function expectSignIn(typed: string, keys: KeyMaker): void {
  const check = checkPassphrase(typed);
  if (check.is === 'complete') void keys.ask({ passphrase: check.passphrase }).catch(() => {});
}

export interface SeedSignIn {
  readonly seed: Uint8Array;
  readonly deviceName: string;
  readonly signal?: AbortSignal | undefined;
}

/** The same for a seed that came from another device. */
export async function signInWithSeed(
  { seed, deviceName, signal }: SeedSignIn,
  keys?: KeyMaker,
): Promise<SignInResult> {
  const name = deviceName.trim();
  if (name === '') return { is: 'noDeviceName' };
  const server = backendUrl();
  if (server === undefined) return { is: 'noServer' };
  if (!keys) return withKeys((made) => signInWithSeed({ seed, deviceName, signal }, made));
  try {
    await openSession({ seed, deviceName: name, server, signal }, keys);
    return { is: 'signedIn' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return { is: 'unknownAccount' };
    return { is: 'failed', failure: error.failure };
  }
}

export async function withKeys<T>(work: (keys: KeyMaker) => Promise<T>): Promise<T> {
  const keys = createKeyMaker();
  try {
    return await work(keys);
  } finally {
    keys.stop();
  }
}

export interface OpenSession {
  readonly seed: Uint8Array;
  readonly deviceName: string;
  readonly server: string;
  readonly signal?: AbortSignal | undefined;
  /** The account is new. */
  readonly isNewAccount?: boolean;
}

export const NAMESPACE = 'movie-web';

/** All or nothing: the account is stored when everything about it is known, and only here. */
export async function openSession(
  { seed, deviceName, server, signal, isNewAccount = false }: OpenSession,
  keys: KeyMaker,
): Promise<void> {
  const { publicKey, device = '', owner = '' } = await keys.ask({ seed, deviceName });
  const { challenge } = await call(startLogin, { body: { publicKey } }, { server, signal });
  const signature = await signatureOf(keys, seed, challenge);
  // What servers of the first generation ask for beside what ours reads.
  const body = {
    namespace: NAMESPACE,
    publicKey,
    challenge: { code: challenge, signature },
    device,
  };
  const opened = await call(completeLogin, { body }, { server, signal, reply: LenientSignedIn });
  const user = opened.user ?? (await whoIs({ server, token: opened.token, signal }));
  signal?.throwIfAborted();
  claimLibrary(owner);
  rememberDeviceName(device, deviceName);
  if (isNewAccount) beginSettings(user.id);
  storeAccount({ token: opened.token, seed, user, session: opened.session });
}

/** For servers that do not say so at once. */
async function whoIs(options: Pick<CallOptions<never>, 'server' | 'token' | 'signal'>) {
  return (await call(getMe, {}, { ...options, reply: LenientMe })).user;
}

export async function signatureOf(
  keys: KeyMaker,
  seed: Uint8Array,
  challenge: string,
): Promise<string> {
  const { signature = '' } = await keys.ask({ seed, challenge });
  return signature;
}
