import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

export interface SessionTokens {
  issue(sessionId: string, now: Date): Promise<string>;
  /** Returns the session's id; undefined for a token that this server did not sign. */
  read(token: string): Promise<string | undefined>;
}

const ALGORITHM = 'HS256';
const Claims = z.object({ sid: z.guid() });

/**
 * The claims of movie-web servers, so that an imported secret keeps old tokens valid. The first
 * secret signs.
 */
export function createSessionTokens(secrets: readonly [string, ...string[]]): SessionTokens {
  const encode = (secret: string): Uint8Array => new TextEncoder().encode(secret);
  const signing = encode(secrets[0]);
  const keys = secrets.map(encode);
  return {
    issue: (sid, now) =>
      new SignJWT({ sid })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuedAt(now)
        .sign(signing),
    read: async (token) => {
      for (const key of keys) {
        const verified = await jwtVerify(token, key, { algorithms: [ALGORITHM] }).catch(() => null);
        if (verified) return Claims.safeParse(verified.payload).data?.sid.toLowerCase();
      }
      return undefined;
    },
  };
}
