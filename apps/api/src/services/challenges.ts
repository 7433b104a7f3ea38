// What a client has to sign to show that it holds a key: made up by us, used once, within ten minutes.
import { canonicalKey } from '@matinee/shared/identity/public-key';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Statements } from '#db/statements.ts';
import { unauthorized, type ApiError } from '#http/api-error.ts';
import { isSignedBy } from './signature.ts';

export type Flow = 'registration' | 'login';

export interface Proof {
  readonly publicKey: string;
  readonly challenge: { readonly code: string; readonly signature: string };
}

export interface Challenges {
  startRegistration(): Promise<string>;
  /** Bound to the key. Undefined when there is no account with it. */
  startLogin(publicKey: string): Promise<string | undefined>;
  /** The canonical key with which the challenge is signed. A bad signature leaves the challenge as it is. */
  verify(flow: Flow, proof: Proof): Promise<string>;
  /** Why a challenge that is well signed was not there to be taken. */
  refusal(flow: Flow, code: string): Promise<ApiError>;
}

const CHALLENGE_MS = 10 * 60 * 1000;

const START_REGISTRATION = `
  INSERT INTO challenges (code, flow, created_at, expires_at) VALUES ($1, 'registration', $2, $3)`;

const START_LOGIN = `
  INSERT INTO challenges (code, flow, public_key, created_at, expires_at)
  SELECT $1::uuid, 'login', public_key, $2::timestamptz, $3::timestamptz FROM users WHERE public_key = $4
  RETURNING code`;

const FIND = `
  SELECT expires_at <= $3 AS "isOver" FROM challenges WHERE code = $1 AND flow = $2::challenge_flow`;

/**
 * The first part of the one statement that does what the challenge was for, so that it is used once or not at all:
 * `taken` has a row, or none. $1 is the code, $2 the key, $3 now.
 */
export const TAKE: Readonly<Record<Flow, string>> = {
  registration: take("flow = 'registration'"),
  login: take("flow = 'login' AND public_key = $2"),
};

function take(condition: string): string {
  return `taken AS (
    DELETE FROM challenges WHERE code = $1 AND ${condition} AND expires_at > $3 RETURNING code)`;
}

const Code = z.guid();

export function createChallenges({ query }: Statements, now: () => number): Challenges {
  const lifetime = (): [Date, Date] => {
    const time = now();
    return [new Date(time), new Date(time + CHALLENGE_MS)];
  };

  async function refusal(flow: Flow, code: string, otherwise = 'Challenge Code Invalid') {
    const [found] = await query<{ isOver: boolean }>(FIND, [code, flow, new Date(now())]);
    if (!found) return unauthorized('Challenge Code Invalid');
    return unauthorized(found.isOver ? 'Challenge Code Expired' : otherwise);
  }

  return {
    refusal,
    startRegistration: async () => {
      const code = randomUUID();
      await query(START_REGISTRATION, [code, ...lifetime()]);
      return code;
    },
    startLogin: async (publicKey) => {
      const key = canonicalKey(publicKey);
      if (key === undefined) return undefined;
      const values = [randomUUID(), ...lifetime(), key];
      const [started] = await query<{ code: string }>(START_LOGIN, values);
      return started?.code;
    },
    verify: async (flow, { publicKey, challenge: { code, signature } }) => {
      if (!Code.safeParse(code).success) throw unauthorized('Challenge Code Invalid');
      const key = canonicalKey(publicKey);
      if (key !== undefined && isSignedBy(key, code, signature)) return key;
      throw await refusal(flow, code, 'Challenge Code Signature Invalid');
    },
  };
}
