// Asks the service whose puzzle a new visitor has solved whether that is true. Both services speak nearly the same.
import { z } from 'zod';
import { ApiError, badRequest } from '#http/api-error.ts';

/** The API's own way to the network. */
type Ask = (
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
  /** Of the service, without a trailing slash. */
  readonly url: string;
  readonly secret: string;
  /** From 0, surely a machine, to 1; only reCAPTCHA says it. */
  readonly minScore: number;
  /** Where the puzzle may have been solved; empty: anywhere. */
  readonly hostnames: readonly string[];
  readonly ask: Ask;
  /** Milliseconds to wait for the service. */
  readonly limitMs: number;
  readonly warn: (message: string) => void;
}

export interface Captcha {
  /** Throws unless the token is good. */
  check(token: string | null | undefined): Promise<void>;
}

const MAX_BYTES = 64 * 1024;
const RETRY_AFTER_SECONDS = 10;

const PATHS = {
  recaptcha: '/recaptcha/api/siteverify',
  turnstile: '/turnstile/v0/siteverify',
} as const;

const Verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});
type Verdict = z.infer<typeof Verdict>;

/** These say that the service or the operator's secret is at fault, not the visitor. */
const NOT_THE_VISITOR = new Set(['missing-input-secret', 'invalid-input-secret', 'internal-error']);

export const noCaptcha: Captcha = { check: () => Promise.resolve() };

export function createCaptcha(options: CaptchaOptions): Captcha {
  return {
    check: async (token) => {
      if (!token) throw badRequest('captcha token is required');
      const verdict = await askProvider(options, token);
      if (!isGood(verdict, options)) throw badRequest('captcha token is invalid');
    },
  };
}

async function askProvider(
  { provider, url, secret, ask, limitMs, warn }: CaptchaOptions,
  token: string,
): Promise<Verdict> {
  try {
    const { body } = await ask(`${url}${PATHS[provider]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ secret, response: token }).toString(),
      maxBytes: MAX_BYTES,
      signal: AbortSignal.timeout(limitMs),
    });
    const verdict = Verdict.parse(JSON.parse(body));
    const fault = verdict['error-codes'].find((code) => NOT_THE_VISITOR.has(code));
    if (fault === undefined) return verdict;
    throw new Error(`it says ${fault}`);
  } catch (error) {
    warn(`The captcha of a registration could not be checked: ${reasonOf(error)}`);
    throw new ApiError(
      503,
      'The captcha cannot be checked just now. Please try again in a moment.',
      RETRY_AFTER_SECONDS,
    );
  }
}

function isGood({ success, score = 0, hostname = '' }: Verdict, options: CaptchaOptions): boolean {
  const { provider, minScore, hostnames } = options;
  if (!success || (hostnames.length > 0 && !hostnames.includes(hostname.toLowerCase())))
    return false;
  return provider === 'turnstile' || score >= minScore;
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return 'the answer is not one of the service';
  return error instanceof Error ? error.message : String(error);
}
