import type { completeLogin, SignedIn } from '@matinee/shared/contract/auth';
import type { z } from 'zod';
import type { Sql } from '#database/sql.ts';
import { unauthorized, type ApiError } from '#http/api-error.ts';
import {
  toSession,
  toUser,
  type UserRow,
  newSession,
  sessionValues,
  type SessionTokens,
} from './accounts.ts';
import { LOG_IN } from './accounts.sql.ts';
import type { Challenges } from './challenges.ts';

export interface LoginContext {
  readonly db: Sql;
  readonly challenges: Challenges;
  readonly tokens: SessionTokens;
  readonly now: () => number;
}

export interface Login {
  start(publicKey: string): Promise<string>;
  complete(
    proof: z.output<(typeof completeLogin)['body']>,
    userAgent: string | undefined,
  ): Promise<SignedIn>;
}

type MissingUser = { readonly id: null };

export function createLogin({ db, challenges, tokens, now }: LoginContext): Login {
  return {
    start: async (publicKey) => {
      const challenge = await challenges.startLogin(publicKey);
      if (challenge === undefined) throw userNotFound();
      return challenge;
    },
    complete: async (proof, userAgent = '') => {
      const { challenge, device } = proof;
      const publicKey = await challenges.verify('login', proof);
      const session = newSession({ device, userAgent }, now());
      const values = [challenge.code, publicKey, session.createdAt, ...sessionValues(session)];
      const [user] = await db.query<UserRow | MissingUser>(LOG_IN, values);
      if (!user) throw await challenges.consumeError('login', challenge.code);
      if (user.id === null) throw userNotFound();
      return {
        user: toUser(user),
        session: toSession({ ...session, userId: user.id }, session.id),
        token: await tokens.issue(session.id, session.createdAt),
      };
    },
  };
}

const userNotFound = (): ApiError => unauthorized('User cannot be found');
