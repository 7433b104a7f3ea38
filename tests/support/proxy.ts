import { parseConfig } from '../../apps/api/src/config/config.ts';
import type { ConcurrencyLimits } from '../../apps/api/src/http/concurrency-limiter.ts';
import { createLog } from '../../apps/api/src/http/log.ts';
import {
  createDestination,
  hostAndPort,
  type Resolve,
} from '../../apps/api/src/proxy/destination.ts';
import { createFetcher } from '../../apps/api/src/proxy/fetchers.ts';
import { createForward } from '../../apps/api/src/proxy/forward.ts';
import { createHttpClient } from '../../apps/api/src/proxy/http-client.ts';
import { buildProxyApp } from '../../apps/api/src/app.ts';
import { createProxyModule } from '../../apps/api/src/proxy/proxy-module.ts';
import { createRequestMetrics } from '../../apps/api/src/metrics/request-metrics.ts';

/** The header that browsers send with same-origin requests, on https and on localhost. */
export const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' } as const;

export interface TestProxy {
  /** Without a trailing slash. */
  readonly url: string;
  /** The log, a JSON line each. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

export interface TestProxyOptions {
  /** Replaces the machine's DNS, so that names can resolve to any address. */
  readonly resolve?: Resolve;
  readonly slots?: ConcurrencyLimits;
  /** Replaces timers of seconds, which would slow tests down. */
  readonly limits?: Parameters<typeof createHttpClient>[1];
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** The existing sessions; none by default. */
  readonly services?: Parameters<typeof buildProxyApp>[0]['services'];
}

/** The real proxy on its own port, as with `PROXY_PORT`: it needs no database. */
export async function startProxy(
  environment: Readonly<Record<string, string>> = {},
  { resolve, slots, limits, now = Date.now, services = NO_ACCOUNTS }: TestProxyOptions = {},
): Promise<TestProxy> {
  const log: string[] = [];
  const config = parseConfig({ RATE_LIMITS: 'off', ...environment });
  const userAgent = 'Matinee under test';
  const captcha = createHttpClient(
    createDestination({ exempt: [hostAndPort(new URL(config.TURNSTILE_URL))] }),
  );
  const { closeProxy, forward, captchaTokens, pageTokens } = createProxyModule({
    config,
    fetch: createFetcher({ upstream: captcha, userAgent }),
    secret: 'a secret for as long as a test runs',
    userAgent,
    now,
    warn: (message) => void log.push(message),
  });
  const exempt = config.OPERATOR_ALLOWED_HOSTS;
  const ports = new Set(config.PROXY_ALLOWED_PORTS);
  const destination = createDestination({ exempt, ports, ...(resolve && { resolve }) });
  const special = createHttpClient(destination, limits);
  const isSpecial = resolve !== undefined || slots !== undefined || limits !== undefined;
  const app = await buildProxyApp({
    config,
    forward: isSpecial
      ? createForward({ upstream: special, userAgent, now, ...(slots && { slots }) })
      : forward,
    captchaTokens,
    pageTokens,
    services,
    log: createLog('warn', { stream: { write: (line) => void log.push(line) } }),
    metrics: { requests: createRequestMetrics() },
    version: '0',
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    log,
    close: async () => {
      await app.close();
      await Promise.all([closeProxy(), special.close(), captcha.close()]);
    },
  };
}

const NO_ACCOUNTS = {
  tokens: { issue: async () => '', read: async () => undefined },
  sessionLookup: { find: async () => undefined },
};
