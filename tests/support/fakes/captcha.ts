// The verification service of reCAPTCHA v3 and of Turnstile: it takes a form and returns a verdict, always with status
// 200.
import { json, startFake, type Fake } from './http.ts';

interface Solved {
  /** 0 to 1; Turnstile has none. */
  readonly score?: number;
  readonly hostname: string | undefined;
}

export interface FakeCaptcha extends Fake {
  readonly siteKey: string;
  readonly secret: string;
  /** A token as a solved captcha gives it; valid once. */
  readonly solve: (solved: Solved) => string;
}

const PATHS = ['/recaptcha/api/siteverify', '/turnstile/v0/siteverify'];

export async function startFakeCaptcha(): Promise<FakeCaptcha> {
  const secret = 'the secret key';
  const tokens = new Map<string, Solved>();
  const refuse = (...codes: string[]) => json({ success: false, 'error-codes': codes });

  const fake = await startFake(({ method, url, headers, body }) => {
    if (!PATHS.includes(url.pathname)) return { status: 404 };
    if (method !== 'POST' || headers['content-type'] !== 'application/x-www-form-urlencoded')
      return refuse('bad-request');
    const form = new URLSearchParams(body);
    if (!form.get('secret')) return refuse('missing-input-secret');
    if (form.get('secret') !== secret) return refuse('invalid-input-secret');
    const token = form.get('response');
    if (!token) return refuse('missing-input-response');
    const solved = tokens.get(token);
    if (!solved) return refuse('invalid-input-response');
    tokens.delete(token);
    const isRecaptcha = url.pathname === PATHS[0];
    return json({
      success: true,
      challenge_ts: '2026-11-21T10:00:00.000Z',
      hostname: solved.hostname,
      action: 'register',
      ...(isRecaptcha ? { score: solved.score } : { 'error-codes': [], cdata: '' }),
    });
  });

  return {
    ...fake,
    siteKey: 'the site key',
    secret,
    solve: (solved) => {
      const token = `token-${tokens.size}+&=${Math.random()}`;
      tokens.set(token, solved);
      return token;
    },
  };
}
