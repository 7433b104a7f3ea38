// Challenges that a client signs to prove that it has a key. Each works once, for ten minutes.
import { canonicalKey, FIELD_PRIME, numberOf, yOf } from '@matinee/shared/identity/keys';
import { randomUUID, createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { unauthorized, type ApiError } from '#http/api-error.ts';
import { fromBase64 } from '@matinee/shared/identity/base64';

export type Flow = 'registration' | 'login';

export interface Proof {
  readonly publicKey: string;
  readonly challenge: { readonly code: string; readonly signature: string };
}

export interface Challenges {
  startRegistration(): Promise<string>;
  /** Returns a challenge that is bound to the key. Undefined if no account has this key. */
  startLogin(publicKey: string): Promise<string | undefined>;
  /**
   * Returns the canonical key of the signature. An invalid signature doesn't consume the challenge.
   */
  verify(flow: Flow, proof: Proof): Promise<string>;
  /** Returns the error for a correctly signed challenge that does not exist or has expired. */
  consumeError(flow: Flow, code: string): Promise<ApiError>;
}

const CHALLENGE_MS = 10 * 60 * 1000;

const Code = z.guid();

export function createChallenges(
  { prisma }: Pick<Database, 'prisma'>,
  now: () => number,
): Challenges {
  async function start(flow: Flow, publicKey?: string): Promise<string> {
    const createdAt = new Date(now());
    const expiresAt = new Date(createdAt.getTime() + CHALLENGE_MS);
    const data = { code: randomUUID(), flow, publicKey: publicKey ?? null, createdAt, expiresAt };
    return (await prisma.challenge.create({ data })).code;
  }

  async function consumeError(flow: Flow, code: string, otherwise = 'Challenge Code Invalid') {
    const found = await prisma.challenge.findFirst({ where: { code, flow } });
    if (!found) return unauthorized('Challenge Code Invalid');
    const isExpired = found.expiresAt.getTime() <= now();
    return unauthorized(isExpired ? 'Challenge Code Expired' : otherwise);
  }

  return {
    consumeError,
    startRegistration: () => start('registration'),
    startLogin: async (typed) => {
      const publicKey = canonicalKey(typed);
      const user = publicKey && (await prisma.user.findUnique({ where: { publicKey } }));
      return user ? start('login', user.publicKey) : undefined;
    },
    verify: async (flow, { publicKey, challenge: { code, signature } }) => {
      if (!Code.safeParse(code).success) throw unauthorized('Challenge Code Invalid');
      const key = canonicalKey(publicKey);
      if (key !== undefined && verifySignature(key, code, signature)) return key;
      throw await consumeError(flow, code, 'Challenge Code Signature Invalid');
    },
  };
}

/** The order of the base point. */
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/**
 * Verifies Ed25519 strictly. `publicKey` must be canonical. Node's verification takes a tenth of the time of a
 * JavaScript one (0.13 ms instead of 1.27 ms). It accepts non-canonical encodings, which are rejected first.
 */
export function verifySignature(publicKey: string, message: string, signature: string): boolean {
  const bytes = fromBase64(signature);
  if (bytes?.length !== 64) return false;
  if (yOf(bytes.subarray(0, 32)) >= FIELD_PRIME || numberOf(bytes.subarray(32)) >= GROUP_ORDER)
    return false;
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
    format: 'jwk',
  });
  return verify(null, Buffer.from(message), key, bytes);
}
