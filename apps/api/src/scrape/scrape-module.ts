import { builtInRegistry } from '@matinee/sources/built-in';
import { createRegistry, type Registry } from '@matinee/sources/registry';
import { createScraper } from '@matinee/sources/scraper';
import type { Fetcher } from '@matinee/sources/source';
import type { GetMetadata } from '@matinee/sources/title-metadata';
import { createDelivery, deliverable, type Delivery } from './sign-streams.ts';
import { createScraperFor, type ScraperFor } from './scraper-for.ts';
import { limitHostRate } from './host-rate.ts';
import { cacheRuns, type CachedScraper } from './run-cache.ts';
import type { AccountOfSession } from '#accounts/session-cache.ts';
import type { SessionLookup } from '#accounts/session-lookup.ts';
import type { StreamRelay } from '#stream-relay/relay.ts';
import { createStreams } from '#stream-relay/stream-relay.ts';
import { createTicketAdmission } from '#stream-relay/token-access.ts';
import type { Config } from '#config/config.ts';
import type { Network } from '#proxy/fetchers.ts';
import { createOperatorSources } from './operator-sources.ts';
import { describeOwnSources, openToRequest, ownSourcesFor } from './own-sources.ts';

export interface StreamingOptions {
  readonly config: Config;
  readonly network: Pick<Network, 'own' | 'others' | 'strangers'>;
  readonly factsOf: GetMetadata;
  /** Checks who may watch the operator's own sources. */
  readonly accounts: {
    readonly findSession: SessionLookup;
    readonly accountOfSession: AccountOfSession;
  };
  /** For tickets. */
  readonly secret: string;
  readonly userAgent: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: (message: string) => void;
  /** What an operator may want to know, though nothing is wrong. */
  readonly tell: (message: string) => void;
}

export interface Streaming {
  readonly registry: Registry;
  readonly scraperFor: ScraperFor;
  /** Whether there are sources that only signed-in accounts may watch. */
  readonly hasMembersOnly: boolean;
  readonly delivery: Delivery;
  /** Unset where the operator wants none. */
  readonly streamRelay: StreamRelay | undefined;
  readonly stopSources: () => Promise<void>;
}

/** The way from a title to its bytes: sources, what runs them, and what of their findings reaches a visitor, and how. */
export function createScrapeModule(options: StreamingOptions): Streaming {
  const { config, network, secret, userAgent, now, log } = options;
  const { own, others, strangers } = network;
  const { findSession, accountOfSession } = options.accounts;
  const mode = config.STREAM_RELAY;
  const added = createOperatorSources({ ...options, ...own, warn: log });
  const { DISABLED_SOURCES: disabled } = config;
  const addresses = {
    internetArchive: config.INTERNET_ARCHIVE_URL,
    trustedInArchive: config.INTERNET_ARCHIVE_TRUSTED,
    peertubeHosts: config.PEERTUBE_HOSTS,
  };
  const all = builtInRegistry(addresses, added.sources);
  for (const id of [...disabled, ...Object.keys(config.SOURCE_SECONDS)]) {
    if (!all.source(id))
      log(`No source here has the id ${id}; GET /metadata lists those there are.`);
  }
  const registry = deliverable(builtInRegistry(addresses, added.sources, disabled), mode);
  const needsAccount = ownSourcesFor(config) === 'accounts';
  const { tickets, relay } = createStreams({
    secret,
    admit: createTicketAdmission({
      needsAccount,
      accountOf: accountOfSession,
      accountIn: async (header) => (await findSession(header))?.user.id,
    }),
    upstreams: { own: own.upstream, named: others.upstream, public: strangers.upstream },
    libraries: added.libraries,
    userAgent,
    maxStreams: config.STREAM_RELAY_MAX_STREAMS,
    mbit: config.STREAM_RELAY_MBIT,
    now,
  });
  const ownIds = registry.sources.filter(({ trust }) => trust === 'own').map(({ id }) => id);
  if (ownIds.length > 0) options.tell(describeOwnSources(config, ownIds));
  return {
    registry,
    scraperFor: configuredScraperFor(options, registry),
    hasMembersOnly: needsAccount && ownIds.length > 0,
    delivery: createDelivery({
      registry,
      tickets,
      mode,
      isAllowed: (host) => config.OPERATOR_ALLOWED_HOSTS.includes(host),
    }),
    streamRelay: mode === 'off' ? undefined : relay,
    stopSources: added.start(),
  };
}

function configuredScraperFor(options: StreamingOptions, registry: Registry): ScraperFor {
  const { config, accounts, network } = options;
  const { fetch } = network.others;
  // One for all scrapers: the other host does not care which of them asks.
  const limited = config.RATE_LIMITS === 'on' ? limitHostRate(fetch) : fetch;
  const all = configuredScraper(options, registry, limited);
  const sources = registry.sources.filter(({ trust }) => trust !== 'own');
  if (sources.length === registry.sources.length) return async () => ({ scraper: all });
  const withoutOwn = createRegistry({ sources, embeds: registry.embeds });
  return createScraperFor({
    all,
    withoutOwn: configuredScraper(options, withoutOwn, limited),
    isOpen: openToRequest(config),
    sessionIn: async (header) => (await accounts.findSession(header))?.session.id,
    publicUrl: config.PUBLIC_URL,
    origins: config.CORS_ORIGINS,
  });
}

function configuredScraper(
  options: StreamingOptions,
  registry: Registry,
  fetch: Fetcher,
): CachedScraper {
  const { config, network, factsOf, now, log } = options;
  const scraper = createScraper({
    registry,
    fetch,
    fetchOwn: network.own.fetch,
    getMetadata: factsOf,
    now,
    elapsed: () => performance.now(),
    timeouts: inMs(config.SOURCE_SECONDS),
    log,
  });
  return cacheRuns({ scraper, isCached: config.SCRAPE_CACHE === 'on', now });
}

function inMs(seconds: Config['SOURCE_SECONDS']): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(seconds).map(([id, value]) => [id, value * 1_000]));
}
