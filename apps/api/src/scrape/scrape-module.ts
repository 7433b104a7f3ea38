import type { SkippedFiles } from '@matinee/shared/contract/library';
import { builtInRegistry } from '@matinee/sources/built-in';
import { createRegistry, type Registry } from '@matinee/sources/registry';
import { createScraper } from '@matinee/sources/scraper';
import type { Fetcher, SourceTrust } from '@matinee/sources/source';
import type { FastifyRequest } from 'fastify';
import { parseMetadata, type GetMetadata } from '@matinee/sources/match';
import { createStreamSigner, relayableSources, type StreamSigner } from './sign-streams.ts';
import { limitHostRate } from './host-rate.ts';
import { traced } from '#lib/traced.ts';
import { observeSources } from './observe-sources.ts';
import { cacheRuns, type CachedScraper } from './run-cache.ts';
import type { Authenticate, AccountOfSession } from '#accounts/session-lookup.ts';
import type { StreamRelay } from '#stream-relay/relay.ts';
import type { SourceStats } from '#metrics/source-stats.ts';
import type { StreamActivity } from '#metrics/stream-activity.ts';
import type { StreamTokens } from '#stream-relay/stream-token.ts';
import { createStreamRelayModule } from '#stream-relay/stream-relay-module.ts';
import { createTokenAccess } from '#stream-relay/token-access.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { OwnerProgress } from '#user-data/owner-progress.ts';
import type { Config } from '#config/config.ts';
import type { Fetchers } from '#proxy/fetchers.ts';
import { createRemoteLibrary, type RemoteLibrary } from '#media-library/remote/remote-library.ts';
import { createTranscoder, type Transcoder } from '#media-library/transcode/transcoder.ts';
import type { LibraryTitles } from '#media-library/titles/library-titles.ts';
import { createOperatorSources } from './operator-sources.ts';
import {
  describeSourceAccess,
  openToRequest,
  operatorSourcesFor,
  createOperatorAccess,
  createScraperFor,
  type OperatorAccessFor,
  type ScraperFor,
} from './source-access.ts';
import { DETAILS_QUERY } from '@matinee/shared/contract/catalog';

export interface ScrapeModuleOptions {
  readonly config: Config;
  readonly fetchers: Pick<Fetchers, SourceTrust>;
  /** Checks whether a user may watch the operator's own sources. */
  readonly accounts: {
    readonly authenticate: Authenticate;
    readonly accountOfSession: AccountOfSession;
  };
  readonly findFfmpeg: Transcoder['findFfmpeg'];
  /** Signs stream tokens. */
  readonly secret: string;
  readonly userAgent: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: (message: string) => void;
  readonly activity: StreamActivity;
  readonly sourceStats: Pick<SourceStats, 'record'>;
  readonly warnLibrary: (message: string) => void;
  /** Logs information for the operator. */
  readonly logInfo: (message: string) => void;
  readonly titles: LibraryTitles;
  readonly ownerProgress: OwnerProgress;
  /** The catalog with the library's titles. */
  readonly fetchCatalog: Catalog['get'];
}

export interface ScrapeModule {
  readonly registry: Registry;
  readonly scraperFor: ScraperFor;
  readonly operatorAccess: OperatorAccessFor;
  /** False until the first scan of all folders has finished. */
  readonly isLibraryComplete: () => boolean;
  readonly skippedFiles: () => SkippedFiles['files'];
  /** Returns whether the request needs an account for the operator's own sources. False if there are none. */
  readonly hidesOwnSourcesFrom: (request: FastifyRequest) => boolean;
  readonly streamSigner: StreamSigner;
  readonly streamTokens: StreamTokens;
  /** Unset if the operator has turned it off. */
  readonly streamRelay: StreamRelay | undefined;
  readonly stopSources: () => Promise<void>;
}

const upstreamsOf = (fetchers: ScrapeModuleOptions['fetchers']) => ({
  own: fetchers.own.upstream,
  named: fetchers.named.upstream,
  public: fetchers.public.upstream,
});

/** Composes sources, scraper, stream signer and relay. */
export function createScrapeModule(options: ScrapeModuleOptions): ScrapeModule {
  const { config, fetchers, secret, userAgent, now, log } = options;
  const { authenticate, accountOfSession } = options.accounts;
  const mode = config.STREAM_RELAY;
  const transcoder = createTranscoder(options.findFfmpeg);
  const remote = mode === 'off' ? undefined : createRemoteLibraries(options, transcoder);
  const operatorSources = createOperatorSources({
    ...options,
    ...fetchers.own,
    transcoder,
    warn: options.warnLibrary,
  });
  const { DISABLED_SOURCES: disabled } = config;
  const addresses = {
    internetArchive: config.INTERNET_ARCHIVE_URL,
    trustedInArchive: config.INTERNET_ARCHIVE_TRUSTED,
    peertubeHosts: config.PEERTUBE_HOSTS,
  };
  const all = builtInRegistry(addresses, operatorSources.sources);
  for (const id of [...disabled, ...Object.keys(config.SOURCE_SECONDS)]) {
    if (!all.source(id)) log(`unknown source ID ${id}: GET /metadata lists the valid ones`);
  }
  const registry = traceSources(
    relayableSources(builtInRegistry(addresses, operatorSources.sources, disabled), mode),
  );
  const needsAccount = operatorSourcesFor(config) === 'accounts';
  const { tokens, relay } = createStreamRelayModule({
    secret,
    checkAccess: createTokenAccess({
      needsAccount,
      accountOf: accountOfSession,
      accountIn: async (header) => (await authenticate(header))?.user.id,
    }),
    upstreams: upstreamsOf(fetchers),
    libraries: {
      own: [...operatorSources.libraries, ...(remote ? [remote.own] : [])],
      named: remote ? [remote.named] : [],
      public: [],
    },
    serve: options.activity.serve,
    userAgent,
    maxStreams: config.STREAM_RELAY_MAX_STREAMS,
    mbit: config.STREAM_RELAY_MBIT,
    now,
  });
  const isOpen = openToRequest(config);
  const operatorAccess = createOperatorAccess({
    isOpen,
    sessionIn: async (header) => (await authenticate(header))?.session.id,
    publicUrl: config.PUBLIC_URL,
    origins: config.CORS_ORIGINS,
  });
  const operatorSourceIds = registry.sources
    .filter(({ trust }) => trust === 'own')
    .map(({ id }) => id);
  if (operatorSourceIds.length > 0)
    options.logInfo(describeSourceAccess(config, operatorSourceIds));
  return {
    registry,
    scraperFor: configuredScraperFor({ ...options, remote }, registry, operatorAccess),
    operatorAccess,
    isLibraryComplete: operatorSources.isComplete,
    skippedFiles: operatorSources.skippedFiles,
    hidesOwnSourcesFrom: (request) => operatorSourceIds.length > 0 && !isOpen(request),
    streamTokens: tokens,
    streamSigner: createStreamSigner({
      registry,
      tokens,
      mode,
      isAllowed: (host) => config.OPERATOR_ALLOWED_HOSTS.includes(host),
    }),
    streamRelay: mode === 'off' ? undefined : relay,
    stopSources: stopAfter(operatorSources.start(), () => {
      transcoder.close();
      remote?.own.close();
      remote?.named.close();
    }),
  };
}

const stopAfter = (stop: () => Promise<void>, close: () => void) => async (): Promise<void> => {
  close();
  await stop();
};

interface RemoteLibraries {
  readonly own: RemoteLibrary;
  readonly named: RemoteLibrary;
}

/** Creates a library for each trust level, because their sources may reach different hosts. */
function createRemoteLibraries(
  { fetchers, userAgent }: ScrapeModuleOptions,
  transcoder: Transcoder,
): RemoteLibraries {
  const common = { userAgent, transcoder };
  return {
    own: createRemoteLibrary({ ...common, upstream: fetchers.own.upstream }),
    named: createRemoteLibrary({ ...common, upstream: fetchers.named.upstream }),
  };
}

interface ScraperConfiguration extends ScrapeModuleOptions {
  readonly remote: RemoteLibraries | undefined;
}

/** Records a span for each source of a search, and for each embed. */
function traceSources({ sources, embeds }: Registry): Registry {
  const record =
    <C, T>(name: string, run: (context: C) => Promise<T>) =>
    (context: C): Promise<T> =>
      traced(name, {}, () => run(context));
  return createRegistry({
    embeds: embeds.map((embed) => ({ ...embed, run: record(`embed ${embed.id}`, embed.run) })),
    sources: sources.map((source) => ({
      ...source,
      // Use getters, because manifests and add-ons set these only once they have been read.
      get name() {
        return source.name;
      },
      get movie() {
        return source.movie && record(`source ${source.id}`, source.movie);
      },
      get show() {
        return source.show && record(`source ${source.id}`, source.show);
      },
    })),
  });
}

function configuredScraperFor(
  options: ScraperConfiguration,
  registry: Registry,
  accessOf: OperatorAccessFor,
): ScraperFor {
  const { config, fetchers } = options;
  const { fetch } = fetchers.named;
  // Use one limit for all scrapers, because the remote host can't distinguish them.
  const limited = config.RATE_LIMITS === 'on' ? limitHostRate(fetch) : fetch;
  const all = configuredScraper(options, registry, limited);
  const sources = registry.sources.filter(({ trust }) => trust !== 'own');
  if (sources.length === registry.sources.length) return async () => ({ scraper: all });
  const withoutOperator = createRegistry({ sources, embeds: registry.embeds });
  return createScraperFor({
    all,
    withoutOperator: configuredScraper(options, withoutOperator, limited),
    accessOf,
  });
}

function configuredScraper(
  options: ScraperConfiguration,
  registry: Registry,
  fetch: Fetcher,
): CachedScraper {
  const { config, fetchers, fetchCatalog, now, log, remote } = options;
  const { record } = options.sourceStats;
  const elapsed = (): number => performance.now();
  const scraper = createScraper({
    registry,
    fetch,
    fetchOwn: fetchers.own.fetch,
    inspectFile: remote && { own: remote.own.inspect, named: remote.named.inspect },
    getMetadata: catalogMetadata(fetchCatalog),
    now,
    elapsed,
    timeouts: inMs(config.SOURCE_SECONDS),
    log,
  });
  const observed = observeSources(scraper, {
    record,
    isSource: (id) => registry.source(id) !== undefined,
    elapsed,
  });
  return cacheRuns({ scraper: observed, isCached: config.SCRAPE_CACHE === 'on', now });
}

function inMs(seconds: Config['SOURCE_SECONDS']): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(seconds).map(([id, value]) => [id, value * 1_000]));
}

/** Fetches a path below `/3` of the catalog. */
type FetchCatalog = (
  path: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: string }>;

/** Makes the same request as the title's page, so the response is usually cached. */
export function catalogMetadata(fetchCatalog: FetchCatalog): GetMetadata {
  return async (tmdbId, signal) => {
    const { status, body } = await fetchCatalog(`/movie/${tmdbId}`, DETAILS_QUERY, signal);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`The catalog responded with status ${status}`);
    return parseMetadata(JSON.parse(body));
  };
}
