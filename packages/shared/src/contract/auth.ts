import { z } from 'zod';
import { endpoint, SIGN_IN_BYTES } from './endpoint.ts';
import { InvitationCode } from './invitations.ts';
import { Device, Session } from './sessions.ts';
import { Profile, User } from './users.ts';

const TEN_MINUTES = 600;
const LOGINS_OF_ACCOUNT = 5;

const BAD_CHALLENGE =
  'The challenge has expired, is for something else, or has an invalid signature.';

/** base64url or base64, with or without padding. */
const Encoded = z.string().max(500);

const NOT_INVITED = 'Registration is closed or requires a valid invitation.';

const SignedChallenge = z.object({ code: z.string().max(500), signature: Encoded });

/** The characters to sign with the account's Ed25519 key. Valid once, for ten minutes. */
export const Challenge = z.object({ challenge: z.string() });

export const SignedIn = z.object({ user: User, session: Session, token: z.string() });
export type SignedIn = z.infer<typeof SignedIn>;

export const startRegister = endpoint({
  method: 'POST',
  path: '/auth/register/start',
  summary: 'Requests a challenge for registration.',
  access: 'public',
  budget: { bucket: 'register_challenge_tokens', max: 10, seconds: TEN_MINUTES },
  body: z.object({
    captchaToken: z.string().max(10_000).nullish(),
    /** Matinee only. Checked here to fail early, and consumed when the account is created. */
    invite: InvitationCode.nullish(),
  }),
  reply: Challenge,
  errors: { 403: NOT_INVITED },
});

export const completeRegister = endpoint({
  method: 'POST',
  path: '/auth/register/complete',
  summary: 'Creates an account from a public key and a signed challenge, and logs in.',
  access: 'public',
  budget: { bucket: 'register_complete', max: 10, seconds: TEN_MINUTES },
  body: z.object({
    publicKey: Encoded,
    challenge: SignedChallenge,
    namespace: z.string().min(1).max(255),
    device: Device,
    profile: Profile,
    /** Matinee only: set if registration needs an invitation. */
    invite: InvitationCode.nullish(),
  }),
  reply: SignedIn,
  errors: { 401: BAD_CHALLENGE, 403: NOT_INVITED, 409: 'An account with this key already exists.' },
});

export const startLogin = endpoint({
  method: 'POST',
  path: '/auth/login/start',
  summary: 'Requests a challenge for login.',
  access: 'public',
  budget: {
    bucket: 'login_challenge_tokens',
    max: 20,
    seconds: TEN_MINUTES,
    maxOfAccount: LOGINS_OF_ACCOUNT,
  },
  bodyLimit: SIGN_IN_BYTES,
  body: z.object({ publicKey: Encoded }),
  reply: Challenge,
  errors: { 401: 'No account has this key.' },
});

/** Clients also send a `namespace`, which is ignored. */
export const completeLogin = endpoint({
  method: 'POST',
  path: '/auth/login/complete',
  summary:
    'Logs in with a signed challenge. An account has at most 50 sessions: a new one ends the least recently used.',
  access: 'public',
  budget: {
    bucket: 'login_complete',
    max: 20,
    seconds: TEN_MINUTES,
    maxOfAccount: LOGINS_OF_ACCOUNT,
  },
  bodyLimit: SIGN_IN_BYTES,
  body: z.object({ publicKey: Encoded, challenge: SignedChallenge, device: Device }),
  reply: SignedIn,
  errors: { 401: `${BAD_CHALLENGE} Or no account has this key.` },
});
