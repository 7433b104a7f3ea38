import { builtInRegistry } from '@matinee/sources/built-in';
import type { Registry } from '@matinee/sources/registry';
import { createScraper, type Scraper } from '@matinee/sources/run';
import type { FactsOf } from '@matinee/sources/facts';
import { createDelivery, deliverable, type Delivery } from '#scraping/deliver.ts';
import { shareRuns } from '#scraping/shared-scraper.ts';
import type { StreamRelay } from '#streams/relay.ts';
import { createStreams } from '#streams/streams.ts';
import type { Config } from './config.ts';
import type { Network } from './network.ts';
import { createOperatorSources } from './operator-sources.ts';

export interface StreamingOptions {
  readonly config: Config;
  readonly network: Pick<Network, 'own' | 'others' | 'strangers'>;
  readonly factsOf: FactsOf;
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
  readonly scraper: Scraper;
  readonly delivery: Delivery;
  /** Unset where the operator wants none. */
  readonly streamRelay: StreamRelay | undefined;
  readonly stopSources: () => Promise<void>;
}

/** The way from a title to its bytes: sources, what runs them, and what of their findings reaches a visitor, and how. */
export function createStreaming(options: StreamingOptions): Streaming {
  const { config, network, factsOf, secret, userAgent, now, log } = options;
  const { own, others, strangers } = network;
  const mode = config.STREAM_RELAY;
  const added = createOperatorSources({ ...options, ...own, warn: log });
  const { DISABLED_SOURCES: disabled, SOURCE_SECONDS: seconds } = config;
  const addresses = {
    internetArchive: config.INTERNET_ARCHIVE_URL,
    trustedInArchive: config.INTERNET_ARCHIVE_TRUSTED,
    peertubeHosts: config.PEERTUBE_HOSTS,
  };
  const all = builtInRegistry(addresses, added.sources);
  for (const id of [...disabled, ...Object.keys(seconds)]) {
    if (!all.source(id))
      log(`No source here has the id ${id}; GET /metadata lists those there are.`);
  }
  const registry = deliverable(builtInRegistry(addresses, added.sources, disabled), mode);
  const { tickets, relay } = createStreams({
    secret,
    upstreams: { own: own.upstream, named: others.upstream, public: strangers.upstream },
    libraries: added.libraries,
    userAgent,
    maxStreams: config.STREAM_RELAY_MAX_STREAMS,
    mbit: config.STREAM_RELAY_MBIT,
    now,
  });
  return {
    registry,
    scraper: shareRuns({
      scraper: createScraper({
        registry,
        fetch: others.fetch,
        fetchOwn: own.fetch,
        factsOf,
        now,
        elapsed: () => performance.now(),
        limits: inMs(seconds),
        log,
      }),
      isKept: config.SCRAPE_CACHE === 'on',
      now,
    }),
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

function inMs(seconds: Config['SOURCE_SECONDS']): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(seconds).map(([id, value]) => [id, value * 1_000]));
}
