// Signs in: derives the keys from the passphrase and sends a signature. The passphrase never leaves the browser.
import { completeLogin, startLogin } from '@matinee/shared/contract/auth';
import { getMe } from '@matinee/shared/contract/users';
import { checkPassphrase, type PassphraseCheck } from '@matinee/shared/identity/passphrase';
import { LenientMe, LenientSignedIn } from '#data/response-schemas.ts';
import { ApiRequestError, call, type ApiFailure, type CallOptions } from '#data/api.ts';
import { initSettingsSync } from '#data/preferences/settings-sync.ts';
import { backendUrl } from '#data/session.ts';
import { rememberDeviceName, storeAccount } from './account-store.ts';
import { claimLibrary } from '#data/user-data/claim-library.ts';
import { handleKeyRequest, KeyResponse, type KeyRequest } from './key-worker.ts';

export type SignInResult =
  | { readonly is: 'signedIn' }
  | { readonly is: 'badPassphrase'; readonly check: PassphraseCheck }
  /** A valid passphrase without an account on this server. */
  | { readonly is: 'unknownAccount' }
  /** The server no longer accepts the challenge of this attempt. */
  | { readonly is: 'expired' }
  | { readonly is: 'noDeviceName' | 'noServer' }
  | { readonly is: 'failed'; readonly failure: ApiFailure };

export interface SignIn {
  /** The typed text. */
  readonly passphrase: string;
  readonly deviceName: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sync starts by itself once the account is stored. */
export async function signIn(
  { passphrase, deviceName, signal }: SignIn,
  keys?: KeyWorker,
): Promise<SignInResult> {
  const check = checkPassphrase(passphrase);
  if (check.is !== 'complete') return { is: 'badPassphrase', check };
  const derive = async (worker: KeyWorker) => {
    const { seed } = await worker.request({ passphrase: check.passphrase });
    return signInWithSeed({ seed, deviceName, signal }, worker);
  };
  return keys ? derive(keys) : withKeys(derive);
}

/**
 * Derives the keys as soon as the twelfth word is typed. Deriving on submit makes a login 166 to 450 ms longer at 4 to
 * 6 times CPU throttling ("own time" in scripts/bench/login.ts).
 */
export function prederiveKeys(typed: string, keys: KeyWorker): void {
  const check = checkPassphrase(typed);
  if (check.is === 'complete') void keys.request({ passphrase: check.passphrase }).catch(() => {});
}

export interface SeedSignIn {
  readonly seed: Uint8Array;
  readonly deviceName: string;
  readonly signal?: AbortSignal | undefined;
}

/** Signs in with a seed, which may come from another device. */
export async function signInWithSeed(
  { seed, deviceName, signal }: SeedSignIn,
  keys?: KeyWorker,
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
    if (error instanceof ExpiredLoginError) return { is: 'expired' };
    if (!(error instanceof ApiRequestError)) throw error;
    if (error.status === 401) return { is: 'unknownAccount' };
    return { is: 'failed', failure: error.failure };
  }
}

export async function withKeys<T>(work: (keys: KeyWorker) => Promise<T>): Promise<T> {
  const keys = createKeyWorker();
  try {
    return await work(keys);
  } finally {
    keys.stop();
  }
}

class ExpiredLoginError extends Error {
  override name = 'ExpiredLoginError';
}

/** A server that has issued a challenge knows the key, so a 401 concerns the challenge. */
function asExpired(error: unknown): never {
  if (error instanceof ApiRequestError && error.status === 401)
    throw new ExpiredLoginError(error.message, { cause: error });
  throw error;
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

/** Stores the account only once all requests have succeeded. */
export async function openSession(
  { seed, deviceName, server, signal, isNewAccount = false }: OpenSession,
  keys: KeyWorker,
): Promise<void> {
  const { publicKey, device = '', owner = '' } = await keys.request({ seed, deviceName });
  const { challenge } = await call(startLogin, { body: { publicKey } }, { server, signal });
  const signature = await signatureOf(keys, seed, challenge);
  // `namespace` is for first-generation servers.
  const body = {
    namespace: NAMESPACE,
    publicKey,
    challenge: { code: challenge, signature },
    device,
  };
  const options = { server, signal, reply: LenientSignedIn };
  const opened = await call(completeLogin, { body }, options).catch(asExpired);
  const user = opened.user ?? (await fetchUser({ server, token: opened.token, signal }));
  signal?.throwIfAborted();
  claimLibrary(owner);
  rememberDeviceName(device, deviceName);
  if (isNewAccount) initSettingsSync(user.id);
  storeAccount({ token: opened.token, seed, user, session: opened.session });
}

/** Some servers leave the user out of the login response. */
async function fetchUser(options: Pick<CallOptions<never>, 'server' | 'token' | 'signal'>) {
  return (await call(getMe, {}, { ...options, reply: LenientMe })).user;
}

export async function signatureOf(
  keys: KeyWorker,
  seed: Uint8Array,
  challenge: string,
): Promise<string> {
  const { signature = '' } = await keys.request({ seed, challenge });
  return signature;
}

/**
 * A worker for one form or one login, so that rendering continues. The first request starts it. Without workers, the
 * page derives the keys in short tasks.
 */
export interface KeyWorker {
  /** Derives the keys of a passphrase once, however often they are requested. */
  request(request: KeyRequest): Promise<KeyResponse>;
  stop(): void;
}

interface Derived {
  readonly passphrase: string;
  readonly response: Promise<KeyResponse>;
}

export function createKeyWorker(start: () => Worker | undefined = startWorker): KeyWorker {
  let worker: Worker | undefined;
  let hasFailed = false;
  let queue: Promise<unknown> = Promise.resolve();
  let derived: Derived | undefined;

  async function handle(request: KeyRequest): Promise<KeyResponse> {
    if (!hasFailed) worker ??= start();
    const response = worker && (await postRequest(worker, request));
    if (response) return response;
    // The worker could not be loaded.
    hasFailed = true;
    terminate();
    return handleKeyRequest(request);
  }

  /** Runs requests one after another, because responses carry no id. */
  function enqueue(request: KeyRequest): Promise<KeyResponse> {
    const response = queue.then(() => handle(request));
    queue = response.catch(() => undefined);
    return response;
  }

  function terminate(): void {
    worker?.terminate();
    worker = undefined;
  }

  return {
    request: (request) => {
      if (!('passphrase' in request)) return enqueue(request);
      const { passphrase } = request;
      if (derived?.passphrase !== passphrase) derived = { passphrase, response: enqueue(request) };
      return derived.response;
    },
    stop: () => {
      terminate();
      // A request to the terminated worker never settles and must not block later ones.
      queue = Promise.resolve();
      derived = undefined;
    },
  };
}

function startWorker(): Worker | undefined {
  if (typeof Worker === 'undefined') return undefined;
  try {
    return new Worker(new URL('./key-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}

function postRequest(worker: Worker, request: KeyRequest): Promise<KeyResponse | undefined> {
  return new Promise((resolve) => {
    const once = { once: true };
    worker.addEventListener('error', () => resolve(undefined), once);
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<unknown>) => resolve(KeyResponse.safeParse(data).data),
      once,
    );
    worker.postMessage(request);
  });
}
