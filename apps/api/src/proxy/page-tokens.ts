// Tokens for pages of this server on plain http, where browsers send no `Sec-Fetch-Site`.
// `/config.js` holds the token, which pages of other origins cannot read. Programs can fetch it:
// the token only slows misuse, and binds it to a network with limited slots.
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';

export interface PageTokens {
  /** Issues a token for the network that `callerNetwork` returns. */
  readonly issue: (network: string) => Promise<string>;
  readonly isValid: (token: string, network: string) => Promise<boolean>;
}

export interface PageTokensOptions {
  /** Servers that share it accept each other's tokens. */
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const ALGORITHM = 'HS256';
/** Distinguishes them from other tokens of this secret. */
const AUDIENCE = 'matinee-proxy-page';
/** The page fetches the next one before that. */
const LIFE_SECONDS = 60 * 60;

export function createPageTokens({ secret, now }: PageTokensOptions): PageTokens {
  const key = new TextEncoder().encode(secret);

  return {
    issue(network) {
      const issuedAt = Math.floor(now() / 1000);
      return new SignJWT({ net: network })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFE_SECONDS)
        .sign(key);
    },

    async isValid(token, network) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
          requiredClaims: ['exp', 'net'],
          maxTokenAge: LIFE_SECONDS,
          // Replicas do not agree on the second.
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          currentDate: new Date(now()),
        });
        return payload['net'] === network;
      } catch (error) {
        if (error instanceof joseErrors.JOSEError) return false;
        throw error;
      }
    },
  };
}

const CLOCK_TOLERANCE_SECONDS = 5;
