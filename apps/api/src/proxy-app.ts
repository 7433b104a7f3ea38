import type { FastifyInstance } from 'fastify';
import { proxyRoutes, type ProxyOptions } from '#routes/proxy.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { bearerToken } from '#services/session-lookup.ts';
import type { Services } from '#services/services.ts';
import { createServer, registerCommon, type CommonDeps } from './server.ts';

type ProxyDeps = CommonDeps &
  Pick<Deps, 'forward' | 'humanTokens' | 'pageTokens' | 'version'> & {
    readonly services: Pick<Services, 'callers' | 'tokens'>;
  };

/** The proxy alone, for a port of its own: what it fetches shares no origin with the app. */
export async function buildProxyApp(deps: ProxyDeps): Promise<FastifyInstance> {
  const app = createServer(deps);
  await registerCommon(app, deps);
  await app.register(
    proxyRoutes({
      ...proxyOptions(deps),
      isHere: isNamed(deps.config),
      // Workers of this protocol have always stood at the root; nothing else is here.
      paths: ['/', '/proxy', '/proxy/'],
      isAlone: true,
    }),
  );
  return app;
}

export function proxyOptions({
  config,
  services,
  ...deps
}: Omit<ProxyDeps, 'log' | 'metrics'>): Omit<ProxyOptions, 'isHere'> {
  const { CORS_ORIGINS, PUBLIC_URL: publicUrl } = config;
  const isApart = config.PROXY_HOST !== undefined || config.PROXY_PORT !== undefined;
  // On the pages' own origin, `Sec-Fetch-Site` and page tokens identify pages; `Origin` proves nothing more.
  const own = isApart && publicUrl !== undefined ? [publicUrl] : [];
  // A wildcard would make it everybody's tool.
  const origins = [...own, ...CORS_ORIGINS.filter((origin) => origin !== '*')];
  const { forward, humanTokens, pageTokens, version } = deps;
  const readCredential = credentialReader(services);
  return { forward, humanTokens, pageTokens, version, publicUrl, origins, readCredential };
}

function credentialReader({
  callers,
  tokens,
}: ProxyDeps['services']): ProxyOptions['readCredential'] {
  return async (authorization) => {
    const token = bearerToken(authorization);
    const sessionId = token === undefined ? undefined : await tokens.read(token);
    if (sessionId === undefined) return NOT_OURS;
    // While the database is away, what a page proves otherwise still counts.
    const caller = await callers.find(sessionId).catch(() => undefined);
    return { isOurs: true, isSignedIn: caller !== undefined };
  };
}

const NOT_OURS = { isOurs: false, isSignedIn: false };

/** Whether the proxy is on the app's own port, under this name. */
export function isProxyAt(config: Config): (hostname: string) => boolean {
  if (config.PROXY === 'off' || config.PROXY_PORT !== undefined) return () => false;
  return isNamed(config);
}

function isNamed({ PROXY_HOST }: Config): (hostname: string) => boolean {
  return (hostname) => PROXY_HOST === undefined || hostname.toLowerCase() === PROXY_HOST;
}
