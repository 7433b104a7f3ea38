import { createCatalogue, type Catalogue, type CatalogueOptions } from '#catalogue/catalogue.ts';
import { openDatabase, type Database } from '#db/client.ts';
import type { Forward } from '#proxy/forward.ts';
import type { HumanTokens } from '#proxy/human-tokens.ts';
import type { PageTokens } from '#proxy/page-tokens.ts';
import { catalogueFacts } from '#scraping/catalogue-facts.ts';
import type { Delivery } from '#scraping/deliver.ts';
import type { ScraperFor } from '#scraping/scraper-for.ts';
import type { Metrics } from '#metrics/metrics.ts';
import { createServices, type Services } from '#services/services.ts';
import type { StreamRelay } from '#streams/relay.ts';
import type { Subtitles } from '#subtitles/subtitles.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { startBackground } from './background.ts';
import { configuredCaptcha } from './captcha-setup.ts';
import type { Config } from './config.ts';
import { closeDataFolder } from './data-folder.ts';
import type { Logger } from './log.ts';
import { createNetwork } from './network.ts';
import { MIGRATIONS, WEB_DIST } from './places.ts';
import { createProxying } from './proxying.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { createStreaming } from './streaming.ts';
import { createSubtitling } from './subtitling.ts';

const MEBIBYTE = 1024 * 1024;

/** Everything that the routes are built from. */
export interface Deps {
  readonly config: Config;
  readonly log: Logger;
  readonly version: string;
  /** The commit that was built, where that is known. */
  readonly revision: string | undefined;
  readonly webDist: string;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly services: Services;
  readonly metrics: Metrics;
  readonly catalogue: Catalogue;
  readonly scraperFor: ScraperFor;
  /** Whether there are sources that only signed-in accounts may watch. */
  readonly hasMembersOnly: boolean;
  readonly forward: Forward;
  /** Only where the operator wants to see that a person asks. */
  readonly humanTokens: HumanTokens | undefined;
  readonly pageTokens: PageTokens;
  readonly delivery: Delivery;
  /** Unset where the operator wants none. */
  readonly streamRelay: StreamRelay | undefined;
  /** Unset where the operator wants none. */
  readonly subtitles: Subtitles | undefined;
  readonly close: () => Promise<void>;
}

export interface DepsOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly revision?: string | undefined;
  /** Ends the wait for a database that is not up yet. */
  readonly signal?: AbortSignal;
  readonly webDist?: string;
}

/** The only wiring: what needs what, in the order in which it can start, and in whose reverse it ends. */
export async function createDeps(options: DepsOptions): Promise<Deps> {
  const started = new AsyncDisposableStack();
  try {
    return await start(options, started);
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

async function start(options: DepsOptions, started: AsyncDisposableStack): Promise<Deps> {
  const { config, log, webDist = WEB_DIST } = options;
  const warn = (message: string): void => log.warn(message);
  closeDataFolder(config.DATA_DIR, warn);
  const secrets = await loadSecrets(config);
  const database = await configuredDatabase(options);
  started.defer(() => database.close());
  const { version } = manifest;
  const userAgent = `Mozilla/5.0 (compatible; Matinee/${version})`;
  const network = createNetwork(config, userAgent);
  started.defer(network.close);
  const { own, others } = network;
  const { fetch } = own;
  const now = Date.now;
  const common = { config, fetch, userAgent, now };
  const { closeProxy, ...proxying } = createProxying({ ...common, secret: secrets.tokens, warn });
  started.defer(closeProxy);
  const titles = { ...common, ...own, secret: secrets.tickets, log: warn };
  const catalogue = configuredCatalogue(config, { fetch, now, log: warn });
  const services = createServices({
    db: database,
    secrets: [secrets.sessions, ...config.CRYPTO_SECRET_PREVIOUS],
    captcha: configuredCaptcha(config, fetch, warn),
    registrationMode: config.REGISTRATION,
    adminKeys: config.ADMIN_PUBLIC_KEYS,
    now,
    random: Math.random,
  });
  const { registry, stopSources, ...streaming } = createStreaming({
    ...titles,
    network,
    accounts: services,
    factsOf: catalogueFacts(catalogue.answer),
    tell: (message) => log.info(message),
  });
  started.defer(stopSources);
  const background = startBackground({ config, db: database, log, registry, now });
  started.defer(background.stop);

  return {
    config,
    log,
    version,
    revision: options.revision,
    webDist,
    secrets,
    database,
    services,
    metrics: background.metrics,
    catalogue,
    subtitles: createSubtitling({
      ...titles,
      ...others,
      version,
      askCatalogue: catalogue.answer,
    }),
    ...streaming,
    ...proxying,
    close: () => started.disposeAsync(),
  };
}

function configuredDatabase({ config, log, signal }: DepsOptions): Promise<Database> {
  return openDatabase({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    migrations: MIGRATIONS,
    accountMaxBytes: config.ACCOUNT_MAX_MIB * MEBIBYTE,
    log: (message) => log.info(message),
    warn: (message) => log.warn(message),
    signal,
    now: Date.now,
  });
}

function configuredCatalogue(
  config: Config,
  common: Pick<CatalogueOptions, 'fetch' | 'now' | 'log'>,
): Catalogue {
  return createCatalogue({
    ...common,
    key: config.TMDB_READ_API_KEY,
    urls: { primary: config.TMDB_URL, fallback: config.TMDB_FALLBACK_URL },
  });
}
