import { createRegistry } from '@matinee/sources/registry';
import { createScraper } from '@matinee/sources/scraper';
import {
  createStubNetwork,
  stubEmbed,
  stubSource,
  type StubNetwork,
  type StubPlan,
} from '@matinee/sources/testing/stub-source';
import { fastify, type FastifyInstance } from 'fastify';
import { get, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { cors } from '../../apps/api/src/http/plugins/response-headers.ts';
import {
  scrapeRoutes,
  metadataRoutes,
  type ScrapeRouteOptions,
} from '../../apps/api/src/scrape/scrape-routes.ts';
import { cacheRuns } from '../../apps/api/src/scrape/run-cache.ts';

export interface StubRelay {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly network: StubNetwork;
}

/** Starts the relay on its own port until the test ends, with stub sources in rank order. */
export function startStubRelay(...plans: readonly Plan[]): Promise<StubRelay> {
  return startStubRelayWith({}, plans);
}

type Plan = Omit<StubPlan, 'rank'>;

export async function startStubRelayWith(
  options: ScrapeRouteOptions,
  plans: readonly Plan[],
): Promise<StubRelay> {
  const network = createStubNetwork();
  const sources = plans.map((plan, at) => stubSource({ ...plan, rank: 100 - at }));
  const registry = createRegistry({ sources, embeds: [stubEmbed('host', 1)] });
  const scraper = cacheRuns({
    scraper: createScraper({ registry, fetch: network.fetch, now: Date.now }),
    now: Date.now,
  });
  const app = fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  await app.register(cors, { origins: [] });
  await app.register(scrapeRoutes(async () => ({ scraper }), options));
  await app.register(metadataRoutes(async () => ({ scraper })));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, app, network };
}

export function address(base: string, path: string, query: Record<string, string>): string {
  return `${base}${path}?${new URLSearchParams(query).toString()}`;
}

export function open(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject);
  });
}
