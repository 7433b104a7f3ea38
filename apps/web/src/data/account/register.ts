// Creates an account: registers a key that the server has never seen, with a profile.
import { completeRegister, startRegister } from '@matinee/shared/contract/auth';
import type { Profile } from '@matinee/shared/contract/users';
import { checkPassphrase } from '@matinee/shared/identity/passphrase';
import { LenientSignedIn } from '#data/response-schemas.ts';
import { ApiRequestError, call, type ApiFailure } from '#data/api.ts';
import { initSettingsSync } from '#data/preferences/settings-sync.ts';
import { backendUrl } from '#data/session.ts';
import { storeAccount } from './account-store.ts';
import { claimLibrary } from '#data/user-data/claim-library.ts';
import type { KeyWorker } from './key-worker.ts';
import { NAMESPACE, openSession, signatureOf, withKeys } from './sign-in.ts';

export type RegisterResult =
  | { readonly is: 'registered' }
  /** Invalid passphrase, device name or profile: nothing was sent. */
  | { readonly is: 'invalidData' | 'noServer' | 'captchaFailed' }
  /** The server is closed, or rejects this invitation. */
  | { readonly is: 'notInvited' }
  | { readonly is: 'failed'; readonly failure: ApiFailure };

export interface RegistrationForm {
  readonly passphrase: string;
  readonly deviceName: string;
  readonly profile: Profile;
  /** Set if the server requires one. */
  readonly captchaToken?: string | undefined;
  /** The code of an invitation, where the server requires one. */
  readonly invite?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Safe to repeat with the same passphrase after a failure: an account that exists already is signed in to. */
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
    const make = (maker: KeyWorker) =>
      create({ ...registration, passphrase: check.passphrase }, server, maker);
    await (keys ? make(keys) : withKeys(make));
    return { is: 'registered' };
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
    if (error.status === 403) return { is: 'notInvited' };
    return isCaptcha(error) ? { is: 'captchaFailed' } : { is: 'failed', failure: error.failure };
  }
}

async function create(
  { passphrase, deviceName, profile, captchaToken, invite, signal }: RegistrationForm,
  server: string,
  keys: KeyWorker,
): Promise<void> {
  const { seed } = await keys.request({ passphrase });
  const name = deviceName.trim();
  const opening = { seed, deviceName: name, server, signal, isNewAccount: true };
  const { publicKey, device = '', owner = '' } = await keys.request({ seed, deviceName: name });
  // Movie-web servers reject unknown fields.
  const invitation = invite === undefined ? {} : { invite };
  const proof = captchaToken === undefined ? invitation : { captchaToken, ...invitation };
  try {
    const { challenge } = await call(startRegister, { body: proof }, { server, signal });
    const signature = await signatureOf(keys, seed, challenge);
    const body = {
      namespace: NAMESPACE,
      publicKey,
      challenge: { code: challenge, signature },
      device,
      profile,
      ...invitation,
    };
    const created = await call(
      completeRegister,
      { body },
      { server, signal, reply: LenientSignedIn },
    );
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
 * No response, or the statuses for a known key: this request or an earlier one may have created the account, which also used
 * up the invitation.
 */
function mayExist(error: unknown): error is ApiRequestError {
  return (
    error instanceof ApiRequestError &&
    ([0, 403, 409].includes(error.status) || error.status >= 500)
  );
}

function isCaptcha({ failure }: ApiRequestError): boolean {
  return (
    failure.is === 'refused' && failure.status === 400 && /captcha/i.test(failure.message ?? '')
  );
}
