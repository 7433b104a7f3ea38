// A new account: a key that the server has never seen, and a look for it.
import { completeRegister, startRegister } from '@matinee/shared/contract/auth';
import type { Profile } from '@matinee/shared/contract/users';
import { checkPassphrase } from '@matinee/shared/identity/passphrase';
import { LenientSignedIn } from '#data/response-schemas.ts';
import { ApiError, call, type ApiFailure } from '#data/api.ts';
import { beginSettings } from '#data/preferences/settings-sync.ts';
import { backendUrl } from '#data/session.ts';
import { storeAccount } from './account-store.ts';
import { claimLibrary } from '#data/user-data/claim-library.ts';
import type { KeyMaker } from './keys.ts';
import { NAMESPACE, openSession, signatureOf, withKeys } from './sign-in.ts';

export type RegisterResult =
  | { readonly is: 'registered' }
  /** Of the passphrase, the name or the profile: nothing was sent. */
  | { readonly is: 'invalidData' | 'noServer' | 'captchaFailed' }
  /** The server lets nobody in, or not with this invitation. */
  | { readonly is: 'notInvited' }
  | { readonly is: 'failed'; readonly failure: ApiFailure };

export interface Registration {
  readonly passphrase: string;
  readonly deviceName: string;
  readonly profile: Profile;
  /** Where the server asks for one. */
  readonly captchaToken?: string | undefined;
  /** The code of an invitation, when the server asks for one. */
  readonly invite?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** May be called again with the same passphrase after any failure: an account that was made meanwhile is signed in to. */
export async function register(
  registration: Registration,
  keys?: KeyMaker,
): Promise<RegisterResult> {
  const check = checkPassphrase(registration.passphrase);
  const name = registration.deviceName.trim();
  if (check.is !== 'complete' || name === '') return { is: 'invalidData' };
  const server = backendUrl();
  if (server === undefined) return { is: 'noServer' };
  try {
    const make = (maker: KeyMaker) =>
      create({ ...registration, passphrase: check.passphrase }, server, maker);
    await (keys ? make(keys) : withKeys(make));
    return { is: 'registered' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) return { is: 'notInvited' };
    return isCaptcha(error) ? { is: 'captchaFailed' } : { is: 'failed', failure: error.failure };
  }
}

async function create(
  { passphrase, deviceName, profile, captchaToken, invite, signal }: Registration,
  server: string,
  keys: KeyMaker,
): Promise<void> {
  const { seed } = await keys.ask({ passphrase });
  const name = deviceName.trim();
  const opening = { seed, deviceName: name, server, signal, isNewAccount: true };
  const { publicKey, device = '', owner = '' } = await keys.ask({ seed, deviceName: name });
  // Other servers are sent nothing that they do not know.
  const invited = invite === undefined ? {} : { invite };
  const asked = captchaToken === undefined ? invited : { captchaToken, ...invited };
  try {
    const { challenge } = await call(startRegister, { body: asked }, { server, signal });
    const signature = await signatureOf(keys, seed, challenge);
    const body = {
      namespace: NAMESPACE,
      publicKey,
      challenge: { code: challenge, signature },
      device,
      profile,
      ...invited,
    };
    const made = await call(completeRegister, { body }, { server, signal, reply: LenientSignedIn });
    if (!made.user) return await openSession(opening, keys);
    claimLibrary(owner);
    beginSettings(made.user.id);
    storeAccount({ token: made.token, seed, user: made.user, session: made.session });
  } catch (error) {
    if (!mayExist(error)) throw error;
    await openSession(opening, keys).catch(() => {
      throw error;
    });
  }
}

/**
 * No answer, or what servers say to a key that they know: the account may be there, made by this call or the one before,
 * which also used the invitation up.
 */
function mayExist(error: unknown): error is ApiError {
  return error instanceof ApiError && ([0, 403, 409].includes(error.status) || error.status >= 500);
}

function isCaptcha({ failure }: ApiError): boolean {
  return (
    failure.is === 'refused' && failure.status === 400 && /captcha/i.test(failure.message ?? '')
  );
}
