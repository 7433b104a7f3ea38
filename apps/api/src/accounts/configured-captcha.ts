import type { Fetcher } from '@matinee/sources/source';
import { createCaptcha, noCaptcha, type Captcha } from './captcha.ts';
import { knownOrigins, type Config } from '#config/config.ts';

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
 * A captcha solved on another site proves nothing about a registration here. Without a PUBLIC_URL,
 * any hostname is accepted.
 */
function captchaHostnames(config: Config): readonly string[] {
  const { CAPTCHA_HOSTNAMES: named, PUBLIC_URL: publicUrl } = config;
  if (named.includes(ANY_HOST)) return [];
  if (named.length > 0 || publicUrl === undefined) return named;
  return knownOrigins(config).map((origin) => new URL(origin).hostname);
}
