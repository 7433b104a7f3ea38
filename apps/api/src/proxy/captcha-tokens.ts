// Proof that a person asks, as clients of this family carry it: a solved captcha once, and then our word for it.
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import type { Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import { ApiError } from '#http/api-error.ts';

export type CaptchaCheck =
  | {
      readonly accepted: true;
      /** To be handed back, so that the visitor need not solve another puzzle for a while. Without the `jwt|`. */
      readonly fresh?: string;
    }
  | {
      readonly accepted: false;
      /** Those of the captcha service, or ours. */
      readonly codes: readonly string[];
    };

export interface CaptchaTokens {
  /** Judges what came as `X-Token`; throws an `ApiError` when the captcha service cannot be asked. */
  readonly check: (
    token: string | undefined,
    ip: string,
    signal: AbortSignal,
  ) => Promise<CaptchaCheck>;
}

export interface CaptchaTokensOptions {
  /** Signs our word; servers that share it believe each other. */
  readonly secret: string;
  readonly turnstile: {
    /** Without a trailing slash. */
    readonly url: string;
    readonly secret: string;
  };
  readonly fetch: Fetcher;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

const TOKEN_LIFETIME_SECONDS = 600;
/** The service's own limit is 2,048; ours are shorter. */
const MAX_TOKEN_LENGTH = 4_096;
const CAPTCHA_TIMEOUT_MS = 5_000;
const CAPTCHA_MAX_BYTES = 64 * 1024;
const RETRY_AFTER_SECONDS = 10;

/**
 * Longest life of a token that another server signed with the same secret. A published proxy sends no `iat`, so the time
 * that is left counts; where there is one, the age counts too.
 */
const MAX_TOKEN_AGE_SECONDS = 24 * 60 * 60;

const Claims = z.object({ ip: z.string(), exp: z.number(), iat: z.number().optional() });
const SiteVerifyReply = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
});
type SiteVerifyReply = z.infer<typeof SiteVerifyReply>;

/** These say that the service or the operator's secret is at fault, not the visitor. */
const SERVICE_ERRORS = new Set(['missing-input-secret', 'invalid-input-secret', 'internal-error']);

export function createCaptchaTokens(options: CaptchaTokensOptions): CaptchaTokens {
  const key = new TextEncoder().encode(options.secret);
  const { now } = options;

  const issue = (ip: string): Promise<string> => {
    const issuedAt = Math.floor(now() / 1000);
    return new SignJWT({ ip })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
      .sign(key);
  };

  async function verifyJwt(jwt: string, ip: string): Promise<CaptchaCheck> {
    try {
      const { payload } = await jwtVerify(jwt, key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'ip'],
        currentDate: new Date(now()),
      });
      const claims = Claims.safeParse(payload).data;
      if (!claims) return rejected('jwt-invalid');
      const seconds = now() / 1000;
      const isTooOld = seconds - (claims.iat ?? seconds) > MAX_TOKEN_AGE_SECONDS;
      if (isTooOld || claims.exp - seconds > MAX_TOKEN_AGE_SECONDS) return rejected('jwt-invalid');
      return claims.ip === ip ? { accepted: true } : rejected('jwt-ip-invalid');
    } catch (error) {
      if (error instanceof joseErrors.JOSEError) return rejected('jwt-invalid');
      throw error;
    }
  }

  return {
    async check(token, ip, signal) {
      const [, type, value] = TOKEN.exec(token ?? '') ?? [];
      if (value === undefined) return rejected('invalid-token-type');
      if (type === 'jwt') return await verifyJwt(value, ip);
      const { success, 'error-codes': codes } = await verifyTurnstile(value, ip, signal, options);
      return success ? { accepted: true, fresh: await issue(ip) } : rejected(...codes);
    },
  };
}

const TOKEN = new RegExp(`^(jwt|turnstile)\\|([\\x21-\\x7e]{1,${MAX_TOKEN_LENGTH}})$`);

const rejected = (...codes: readonly string[]): CaptchaCheck => ({ accepted: false, codes });

async function verifyTurnstile(
  response: string,
  remoteip: string,
  signal: AbortSignal,
  { turnstile, fetch, warn }: CaptchaTokensOptions,
): Promise<SiteVerifyReply> {
  try {
    const { body } = await fetch(`${turnstile.url}/turnstile/v0/siteverify`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ secret: turnstile.secret, response, remoteip }).toString(),
      timeoutMs: CAPTCHA_TIMEOUT_MS,
      maxBytes: CAPTCHA_MAX_BYTES,
      signal,
    });
    const reply = SiteVerifyReply.parse(JSON.parse(body));
    const serviceError = reply['error-codes'].find((code) => SERVICE_ERRORS.has(code));
    if (serviceError === undefined) return reply;
    throw new Error(`it says ${serviceError}`);
  } catch (error) {
    signal.throwIfAborted();
    warn(`A visitor's captcha could not be checked: ${reasonOf(error)}`);
    throw new ApiError(
      503,
      'The captcha cannot be checked just now. Please try again in a moment.',
      RETRY_AFTER_SECONDS,
    );
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    return 'the answer is not one of the service';
  }
  return error instanceof Error ? error.message : String(error);
}
