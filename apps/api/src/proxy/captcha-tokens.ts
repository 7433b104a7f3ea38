// Captcha tokens in the format of movie-web proxies. A client solves a captcha once and then sends a signed token.
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import type { Fetcher } from '@matinee/sources/source';
import { z } from 'zod';
import { ApiError } from '#http/api-error.ts';

export type CaptchaCheck =
  | {
      readonly accepted: true;
      /**
       * The signed token for the client, without the `jwt|`. It replaces the captcha for a while.
       */
      readonly fresh?: string;
    }
  | {
      readonly accepted: false;
      /** Error codes of the captcha service, or of this server. */
      readonly codes: readonly string[];
    };

export interface CaptchaTokens {
  /** Validates an `X-Token`; throws an `ApiError` if the captcha service is unavailable. */
  readonly check: (
    token: string | undefined,
    ip: string,
    signal: AbortSignal,
  ) => Promise<CaptchaCheck>;
}

export interface CaptchaTokensOptions {
  /** Signs tokens; servers that share it accept each other's. */
  readonly secret: string;
  readonly turnstile: {
    /** The base URL, without a trailing slash. */
    readonly url: string;
    readonly secret: string;
  };
  readonly fetch: Fetcher;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

const TOKEN_LIFETIME_SECONDS = 600;
/** The service's own limit is 2,048; tokens of this server are shorter. */
const MAX_TOKEN_LENGTH = 4_096;
const CAPTCHA_TIMEOUT_MS = 5_000;
const CAPTCHA_MAX_BYTES = 64 * 1024;
const RETRY_AFTER_SECONDS = 10;

/**
 * Longest lifetime of a token that another server signed with the same secret. A published proxy
 * sends no `iat`, so the remaining time counts; with `iat`, the age counts too.
 */
const MAX_TOKEN_AGE_SECONDS = 24 * 60 * 60;

const Claims = z.object({ ip: z.string(), exp: z.number(), iat: z.number().optional() });
const SiteVerifyReply = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
});
type SiteVerifyReply = z.infer<typeof SiteVerifyReply>;

/** Error codes that blame the service or the operator's secret, not the user. */
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
    throw new Error(`the service reports ${serviceError}`);
  } catch (error) {
    signal.throwIfAborted();
    warn(`captcha not verified: ${reasonOf(error)}`);
    throw new ApiError(
      503,
      'The captcha service is unavailable. Try again in a moment.',
      RETRY_AFTER_SECONDS,
    );
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    return 'unexpected response';
  }
  return error instanceof Error ? error.message : String(error);
}
