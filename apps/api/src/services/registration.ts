import type { completeRegister, SignedIn } from '@matinee/shared/contract/auth';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { hasCode } from '#db/failure.ts';
import type { Statements } from '#db/statements.ts';
import { conflict } from '#http/api-error.ts';
import { toSession, toUser, type UserRow } from './account-rows.ts';
import type { Captcha } from './captcha.ts';
import { TAKE, type Challenges } from './challenges.ts';
import { newSession, OPEN, openingValues } from './new-session.ts';
import { makeNickname } from './nickname.ts';
import type { Tokens } from './tokens.ts';

export interface RegistrationContext {
  readonly db: Statements;
  readonly challenges: Challenges;
  readonly tokens: Tokens;
  readonly captcha: Captcha;
  readonly now: () => number;
  /** From 0 up to, not including, 1; for nothing that has to be secret. */
  readonly random: () => number;
}

export type NewAccount = z.output<(typeof completeRegister)['body']>;

export interface Registration {
  start(captchaToken: string | null | undefined): Promise<string>;
  complete(account: NewAccount, userAgent: string | undefined): Promise<SignedIn>;
}

/** Challenge, account and session in one statement: a key that is taken leaves the challenge to be used again. */
const REGISTER = `
  WITH ${TAKE.registration}, account AS (
    INSERT INTO users (id, public_key, namespace, nickname, color_a, color_b, icon,
      created_at, last_logged_in, last_used_at)
    SELECT $8, $2, $9, $10, $11, $12, $13, $3, $3, $3 FROM taken RETURNING id), ${OPEN}
  SELECT id FROM account`;

const UNIQUE_VIOLATION = '23505';

export function createRegistration(context: RegistrationContext): Registration {
  const { db, challenges, tokens, captcha, now, random } = context;
  return {
    start: async (captchaToken) => {
      await captcha.check(captchaToken);
      return challenges.startRegistration();
    },
    complete: async (account, userAgent = '') => {
      const { challenge, device } = account;
      const publicKey = await challenges.verify('registration', account);
      const session = newSession({ device, userAgent }, now());
      const nickname = makeNickname(random);
      const user = newUser({ ...account, publicKey, nickname }, session.createdAt);
      const values = [challenge.code, publicKey, session.createdAt, ...openingValues(session)];
      const registered = await db
        .query(REGISTER, [...values, ...userValues(user)])
        .catch((error: unknown) => {
          if (!hasCode(error, UNIQUE_VIOLATION)) throw error;
          throw conflict('A user with this public key already exists');
        });
      if (registered.length === 0) throw await challenges.refusal('registration', challenge.code);
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
