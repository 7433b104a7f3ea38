import type { Fetcher } from '@matinee/sources/source';
import { createDestination, hostAndPort, ownAddresses } from './destination.ts';
import { createForward, type Forward } from './forward.ts';
import { createHumanTokens, type HumanTokens } from './human-tokens.ts';
import { createPageTokens, type PageTokens } from './page-tokens.ts';
import { createUpstream } from './upstream.ts';
import { publicAddresses, type Config } from '#config/config.ts';

export interface ProxyingOptions {
  readonly config: Config;
  /** For the captcha service. */
  readonly fetch: Fetcher;
  /** For tokens. */
  readonly secret: string;
  readonly userAgent: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

export interface Proxying {
  readonly forward: Forward;
  /** Only where the operator wants to see that a person asks. */
  readonly humanTokens: HumanTokens | undefined;
  readonly pageTokens: PageTokens;
  readonly closeProxy: () => Promise<void>;
}

/** What strangers may have this server fetch: less than it fetches for itself, over connections of their own. */
export function createProxying(options: ProxyingOptions): Proxying {
  const { config, userAgent, secret, now } = options;
  const ports = new Set(config.PROXY_ALLOWED_PORTS);
  const exempt = [...publicAddresses(config).map(hostAndPort), ...config.OPERATOR_ALLOWED_HOSTS];
  const upstream = createUpstream(createDestination({ exempt, ports, ownAddresses }));
  return {
    forward: createForward({ upstream, userAgent, now }),
    humanTokens: configuredHumanTokens(options),
    pageTokens: createPageTokens({ secret, now }),
    closeProxy: upstream.close,
  };
}

function configuredHumanTokens(options: ProxyingOptions): HumanTokens | undefined {
  const { TURNSTILE_ENABLED, TURNSTILE_SECRET: secret, TURNSTILE_URL: url } = options.config;
  if (TURNSTILE_ENABLED === 'false' || secret === undefined) return undefined;
  return createHumanTokens({ ...options, turnstile: { url, secret } });
}
