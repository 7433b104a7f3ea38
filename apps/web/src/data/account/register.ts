// Creates an account: registers a key that the server has never seen, with a profile.
import { completeRegister, startRegister } from '@matinee/shared/contract/auth';
import { Profile } from '@matinee/shared/contract/users';
import { checkPassphrase } from '@matinee/shared/identity/passphrase';
import { LenientSignedIn } from '#data/response-schemas.ts';
import { ApiRequestError, call, type ApiFailure } from '#data/api.ts';
import { initSettingsSync } from '#data/preferences/settings-sync.ts';
import { backendUrl } from '#data/session.ts';
import { storeAccount } from './account-store.ts';
import { claimLibrary } from '#data/user-data/claim-library.ts';
import { type KeyWorker, NAMESPACE, openSession, signatureOf, withKeys } from './sign-in.ts';
import { z } from 'zod';
import { readTabText, removeTabText, writeTabText } from '#data/storage/browser-storage.ts';

export type RegisterResult =
  | { readonly is: 'registered' }
  /** Invalid passphrase, device name or profile: nothing was sent. */
  | { readonly is: 'invalidData' | 'noServer' | 'captchaFailed' }
  /** The server is closed, or rejects this invitation. */
  | { readonly is: 'notInvited' }
  /** The passphrase has an account that could not be opened. */
  | { readonly is: 'exists' }
  /** The server no longer accepts the challenge of this attempt. */
  | { readonly is: 'expired' }
  | { readonly is: 'failed'; readonly failure: ApiFailure };

export interface RegistrationForm {
  readonly passphrase: string;
  readonly deviceName: string;
  readonly profile: Profile;
  /** Set if the server requires one. */
  readonly captchaToken?: string | undefined;
  /** The code of an invitation, if the server requires one. */
  readonly invite?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called right before the request that creates the account, and again if the server refuses it. */
  readonly onMayExist?: ((mayExist: boolean) => void) | undefined;
}

/** Safe to repeat with the same passphrase after a failure: if the account already exists, signs in to it. */
export async function register(
  registration: RegistrationForm,
  keys?: KeyWorker,
): Promise<RegisterResult> {
  const check = checkPassphrase(registration.passphrase);
  const name = registration.deviceName.trim();
  if (check.is !== 'complete' || name === '') return { is: 'invalidData' };
  const server = backendUrl();
  if (server === undefined) return { is: 'noServer' };
  try {
    const make = (worker: KeyWorker) =>
      create({ ...registration, passphrase: check.passphrase }, server, worker);
    await (keys ? make(keys) : withKeys(make));
    return { is: 'registered' };
  } catch (error) {
    if (error instanceof CaptchaError) return { is: 'captchaFailed' };
    if (!(error instanceof ApiRequestError)) throw error;
    if (error.status === 401) return { is: 'expired' };
    if (error.status === 403) return { is: 'notInvited' };
    if (error.status === 409) return { is: 'exists' };
    return { is: 'failed', failure: error.failure };
  }
}

async function create(form: RegistrationForm, server: string, keys: KeyWorker): Promise<void> {
  const { passphrase, deviceName, profile, captchaToken, invite, signal, onMayExist } = form;
  const { seed } = await keys.request({ passphrase });
  const name = deviceName.trim();
  const opening = { seed, deviceName: name, server, signal, isNewAccount: true };
  const { publicKey, device = '', owner = '' } = await keys.request({ seed, deviceName: name });
  // Movie-web servers reject unknown fields.
  const invitation = invite === undefined ? {} : { invite };
  const proof = captchaToken === undefined ? invitation : { captchaToken, ...invitation };
  try {
    const options = { server, signal };
    const { challenge } = await call(startRegister, { body: proof }, options).catch(asCaptchaError);
    const signature = await signatureOf(keys, seed, challenge);
    const body = {
      namespace: NAMESPACE,
      publicKey,
      challenge: { code: challenge, signature },
      device,
      profile,
      ...invitation,
    };
    signal?.throwIfAborted();
    onMayExist?.(true);
    const created = await call(
      completeRegister,
      { body },
      { ...options, reply: LenientSignedIn },
    ).catch((error: unknown) => {
      if (isRefused(error)) onMayExist?.(false);
      throw error;
    });
    if (!created.user) return await openSession(opening, keys);
    claimLibrary(owner);
    initSettingsSync(created.user.id);
    storeAccount({ token: created.token, seed, user: created.user, session: created.session });
  } catch (error) {
    if (!mayExist(error)) throw error;
    await openSession(opening, keys).catch(() => {
      throw error;
    });
  }
}

/**
 * True without a response, and for the statuses of a known key. This request or an earlier one may have created the
 * account and used up the invitation.
 */
function mayExist(error: unknown): error is ApiRequestError {
  return (
    error instanceof ApiRequestError &&
    ([0, 403, 409].includes(error.status) || error.status >= 500)
  );
}

/** True if this request has not created an account. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiRequestError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && status !== 409;
}

class CaptchaError extends Error {
  override name = 'CaptchaError';
}

/** In the first request of a registration, only the captcha can be invalid. */
function asCaptchaError(error: unknown): never {
  if (error instanceof ApiRequestError && error.status === 400)
    throw new CaptchaError(error.message, { cause: error });
  throw error;
}

// An unfinished registration. It survives a reload, because the user may have written the passphrase down.
const KEY = '__MW::registration';

const RegistrationDraft = z.object({
  passphrase: z.string().refine((text) => checkPassphrase(text).is === 'complete'),
  deviceName: z.string(),
  profile: Profile,
  /** The code of an invitation; '' without one. */
  invite: z.string(),
  /** The request that creates the account was sent, and the server didn't refuse it. */
  mayExist: z.boolean().optional(),
});
export type RegistrationDraft = z.infer<typeof RegistrationDraft>;

/** Undefined without a registration in this tab. */
export function readRegistrationDraft(): RegistrationDraft | undefined {
  try {
    return RegistrationDraft.safeParse(JSON.parse(readTabText(KEY) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export function saveRegistrationDraft(draft: RegistrationDraft): void {
  writeTabText(KEY, JSON.stringify(draft));
}

export function clearRegistrationDraft(): void {
  removeTabText(KEY);
}
