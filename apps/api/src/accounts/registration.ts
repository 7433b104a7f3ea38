import type { completeRegister, SignedIn, startRegister } from '@matinee/shared/contract/auth';
import type { InvitationState } from '@matinee/shared/contract/invitations';
import type { RegistrationMode } from '@matinee/shared/contract/meta';
import { readTypedCode } from '@matinee/shared/identity/typed-code';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { violates } from '#database/errors.ts';
import type { Sql } from '#database/sql.ts';
import { conflict, forbidden, type ApiError } from '#http/api-error.ts';
import {
  toSession,
  toUser,
  type UserRow,
  newSession,
  sessionValues,
  type SessionTokens,
} from './accounts.ts';
import { REGISTER } from './accounts.sql.ts';
import type { Captcha } from './captcha.ts';
import type { Challenges } from './challenges.ts';
import type { Invitations } from './invitations.ts';
import { randomDisplayName } from './display-name.ts';

export interface RegistrationContext {
  readonly db: Sql;
  readonly challenges: Challenges;
  readonly tokens: SessionTokens;
  readonly captcha: Captcha;
  readonly invitations: Pick<Invitations, 'stateOf'>;
  readonly mode: RegistrationMode;
  readonly now: () => number;
  /** Returns 0 (inclusive) to 1 (exclusive). Not for secrets. */
  readonly random: () => number;
}

export type NewAccount = z.output<(typeof completeRegister)['body']>;

export interface Registration {
  start(request: z.output<(typeof startRegister)['body']>): Promise<string>;
  complete(account: NewAccount, userAgent: string | undefined): Promise<SignedIn>;
}

const CLOSED = 'Registration on this server is closed.';
const INVITED_ONLY =
  'You need an invitation to register. Ask the people who run this site for a link.';
const INVITATION_ERRORS: Readonly<Record<Exclude<InvitationState, 'valid'>, string>> = {
  usedUp: 'This invitation has been used up. Ask for a new one.',
  expired: 'This invitation has expired. Ask for a new one.',
  unknown: 'Unknown invitation. Check the code or ask for a new one.',
};

export function createRegistration(context: RegistrationContext): Registration {
  const { db, challenges, tokens, captcha, invitations, mode, now, random } = context;

  /** Returns an error if this invitation doesn't permit a registration. */
  async function invitationError(invite: string | null | undefined): Promise<ApiError | undefined> {
    if (mode === 'open') return undefined;
    const state = invite ? await invitations.stateOf(invite) : undefined;
    if (state === 'valid') return undefined;
    if (mode === 'closed') return forbidden(CLOSED);
    return forbidden(state ? INVITATION_ERRORS[state] : INVITED_ONLY);
  }

  async function insert(values: readonly unknown[]): Promise<boolean> {
    try {
      return (await db.query(REGISTER, values)).length > 0;
    } catch (error) {
      if (violates(error, 'users_public_key_key')) {
        throw conflict('A user with this public key already exists');
      }
      // Retry, because another first account was inserted concurrently.
      if (violates(error, 'users_is_owner_key')) return insert(values);
      throw error;
    }
  }

  return {
    start: async ({ captchaToken, invite }) => {
      const error = await invitationError(invite);
      if (error) throw error;
      await captcha.check(captchaToken);
      return challenges.startRegistration();
    },
    complete: async (account, userAgent = '') => {
      const { challenge, device, invite } = account;
      const publicKey = await challenges.verify('registration', account);
      const session = newSession({ device, userAgent }, now());
      const nickname = randomDisplayName(random);
      const user = newUser({ ...account, publicKey, nickname }, session.createdAt);
      const values = [challenge.code, publicKey, session.createdAt, ...sessionValues(session)];
      const code = mode === 'open' ? null : readTypedCode(invite ?? '');
      if (!(await insert([...values, ...userValues(user), code ?? null, mode]))) {
        throw (
          (await invitationError(invite)) ??
          (await challenges.consumeError('registration', challenge.code))
        );
      }
      return {
        user: toUser(user),
        session: toSession({ ...session, userId: user.id }, session.id),
        token: await tokens.issue(session.id, session.createdAt),
      };
    },
  };
}

function newUser(
  { publicKey, namespace, nickname, profile }: NewAccount & Pick<UserRow, 'nickname'>,
  time: Date,
): UserRow {
  return {
    id: randomUUID(),
    publicKey,
    namespace,
    nickname,
    permissions: [],
    ...profile,
    createdAt: time,
    lastLoggedIn: time,
  };
}

const userValues = (user: UserRow): readonly string[] => [
  user.id,
  user.namespace,
  user.nickname,
  user.colorA,
  user.colorB,
  user.icon,
];
