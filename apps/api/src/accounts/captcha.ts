// Verifies a captcha token with reCAPTCHA or Turnstile, which have nearly the same protocol.
import { z } from 'zod';
import { ApiError, badRequest } from '#http/api-error.ts';
import type { Fetcher } from '@matinee/sources/source';
import { knownOrigins, type Config } from '#config/config.ts';

/** Fetches from the captcha service. */
type FetchJson = (
  url: string,
  options: {
    readonly method: 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly maxBytes: number;
    readonly signal: AbortSignal;
  },
) => Promise<{ readonly body: string }>;

export interface CaptchaOptions {
  readonly provider: 'recaptcha' | 'turnstile';
  /** The service's base URL, without a trailing slash. */
  readonly url: string;
  readonly secret: string;
  /** The minimum score, from 0 (bot) to 1 (human). Only reCAPTCHA returns a score. */
  readonly minScore: number;
  /** Hostnames of sites on which the captcha may have been solved. An empty list allows every site. */
  readonly hostnames: readonly string[];
  readonly fetch: FetchJson;
  /** The time to wait for the service. */
  readonly timeoutMs: number;
  readonly warn: (message: string) => void;
}

export interface Captcha {
  /** Throws unless the token is valid. */
  check(token: string | null | undefined): Promise<void>;
}

const MAX_BYTES = 64 * 1024;
const RETRY_AFTER_SECONDS = 10;

const PATHS = {
  recaptcha: '/recaptcha/api/siteverify',
  turnstile: '/turnstile/v0/siteverify',
} as const;

const SiteVerifyReply = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});
type SiteVerifyReply = z.infer<typeof SiteVerifyReply>;

/** Error codes caused by the service or the operator's secret, not by the user. */
const SERVICE_ERRORS = new Set(['missing-input-secret', 'invalid-input-secret', 'internal-error']);

export const noCaptcha: Captcha = { check: () => Promise.resolve() };

export function createCaptcha(options: CaptchaOptions): Captcha {
  return {
    check: async (token) => {
      if (!token) throw badRequest('captcha token is required');
      const reply = await verifyToken(options, token);
      if (!isAccepted(reply, options)) throw badRequest('captcha token is invalid');
    },
  };
}

async function verifyToken(
  { provider, url, secret, fetch, timeoutMs, warn }: CaptchaOptions,
  token: string,
): Promise<SiteVerifyReply> {
  try {
    const { body } = await fetch(`${url}${PATHS[provider]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ secret, response: token }).toString(),
      maxBytes: MAX_BYTES,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const reply = SiteVerifyReply.parse(JSON.parse(body));
    const serviceError = reply['error-codes'].find((code) => SERVICE_ERRORS.has(code));
    if (serviceError === undefined) return reply;
    throw new Error(`the service reports ${serviceError}`);
  } catch (error) {
    warn(`captcha for an account not verified: ${reasonOf(error)}`);
    throw new ApiError(
      503,
      'The captcha service is unavailable. Try again in a moment.',
      RETRY_AFTER_SECONDS,
    );
  }
}

function isAccepted(
  { success, score = 0, hostname = '' }: SiteVerifyReply,
  options: CaptchaOptions,
): boolean {
  const { provider, minScore, hostnames } = options;
  if (!success || (hostnames.length > 0 && !hostnames.includes(hostname.toLowerCase())))
    return false;
  return provider === 'turnstile' || score >= minScore;
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'unexpected response';
  return error instanceof Error ? error.message : String(error);
}

const TIMEOUT_MS = 5_000;
const ANY_HOST = '*';

export function configuredCaptcha(
  config: Config,
  fetch: Fetcher,
  warn: (message: string) => void,
): Captcha {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SECRET: secret } = config;
  if (provider === undefined || secret === undefined) return noCaptcha;
  return createCaptcha({
    provider,
    url: provider === 'recaptcha' ? config.RECAPTCHA_URL : config.TURNSTILE_URL,
    secret,
    minScore: config.CAPTCHA_MIN_SCORE,
    hostnames: captchaHostnames(config),
    fetch,
    timeoutMs: TIMEOUT_MS,
    warn,
  });
}

/**
 * Returns the accepted hostnames, because a captcha solved on another site proves nothing about a registration here.
 * Without a PUBLIC_URL, any hostname is accepted.
 */
function captchaHostnames(config: Config): readonly string[] {
  const { CAPTCHA_HOSTNAMES: named, PUBLIC_URL: publicUrl } = config;
  if (named.includes(ANY_HOST)) return [];
  if (named.length > 0 || publicUrl === undefined) return named;
  return knownOrigins(config).map((origin) => new URL(origin).hostname);
}
