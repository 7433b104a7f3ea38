import type { Fetcher } from '@matinee/sources/source';
import { createDestination, hostAndPort, localAddresses } from './destination.ts';
import { createForward, type Forward } from './forward.ts';
import { createCaptchaTokens, type CaptchaTokens } from './captcha-tokens.ts';
import { createPageTokens, type PageTokens } from './page-tokens.ts';
import { createHttpClient } from './http-client.ts';
import { publicAddresses, type Config } from '#config/config.ts';

export interface ProxyModuleOptions {
  readonly config: Config;
  /** Fetches from the captcha service. */
  readonly fetch: Fetcher;
  /** Signs tokens. */
  readonly secret: string;
  readonly userAgent: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

export interface ProxyModule {
  readonly forward: Forward;
  /** Set if the operator requires a captcha. */
  readonly captchaTokens: CaptchaTokens | undefined;
  readonly pageTokens: PageTokens;
  readonly closeProxy: () => Promise<void>;
}

/** The proxy may fetch less than the server itself, over separate connections. */
export function createProxyModule(options: ProxyModuleOptions): ProxyModule {
  const { config, userAgent, secret, now } = options;
  const ports = new Set(config.PROXY_ALLOWED_PORTS);
  const exempt = [...publicAddresses(config).map(hostAndPort), ...config.OPERATOR_ALLOWED_HOSTS];
  const upstream = createHttpClient(createDestination({ exempt, ports, localAddresses }));
  return {
    forward: createForward({ upstream, userAgent, now }),
    captchaTokens: configuredCaptchaTokens(options),
    pageTokens: createPageTokens({ secret, now }),
    closeProxy: upstream.close,
  };
}

function configuredCaptchaTokens(options: ProxyModuleOptions): CaptchaTokens | undefined {
  const { TURNSTILE_ENABLED, TURNSTILE_SECRET: secret, TURNSTILE_URL: url } = options.config;
  if (TURNSTILE_ENABLED === 'false' || secret === undefined) return undefined;
  return createCaptchaTokens({ ...options, turnstile: { url, secret } });
}
