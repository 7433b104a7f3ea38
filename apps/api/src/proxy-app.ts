import type { FastifyInstance } from 'fastify';
import { proxyRoutes, type ProxyOptions } from '#routes/proxy.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { createServer, registerCommon, type CommonDeps } from './server.ts';

type ProxyDeps = Pick<Deps, 'config' | 'forward' | 'humanTokens' | 'log' | 'version'> & CommonDeps;

/** The proxy alone, for a port of its own: what it fetches shares no origin with the app. */
export async function buildProxyApp(deps: ProxyDeps): Promise<FastifyInstance> {
  const app = createServer(deps.config, deps.log);
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
  forward,
  humanTokens,
  version,
}: Omit<ProxyDeps, 'metrics'>): Omit<ProxyOptions, 'isHere'> {
  const { CORS_ORIGINS: origins, PUBLIC_URL: publicUrl } = config;
  return { forward, humanTokens, version, publicUrl, origins };
}

/** Whether the proxy is on the app's own port, under this name. */
export function isProxyAt(config: Config): (hostname: string) => boolean {
  if (config.PROXY === 'off' || config.PROXY_PORT !== undefined) return () => false;
  return isNamed(config);
}

function isNamed({ PROXY_HOST }: Config): (hostname: string) => boolean {
  return (hostname) => PROXY_HOST === undefined || hostname.toLowerCase() === PROXY_HOST;
}
