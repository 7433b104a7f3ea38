import type { SkippedFiles } from '@matinee/shared/contract/library';
import type { Fetcher } from '@matinee/sources/source';
import { findStarter } from '@matinee/sources/starter-catalog/starter-catalog';
import type { FastifyRequest } from 'fastify';
import manifest from '../../../package.json' with { type: 'json' };
import { createAccountsModule, type AccountServices } from '#accounts/accounts-module.ts';
import { configuredCaptcha } from '#accounts/captcha.ts';
import { createCatalog, type Catalog, type CatalogOptions } from '#catalog/catalog.ts';
import { genreName } from '#catalog/genre-names.ts';
import type { LogArea } from '#config/config-fields.ts';
import { tracesUrl, type Config } from '#config/config.ts';
import type { OptionOrigins } from '#config/describe-options.ts';
import { MIGRATIONS, WEB_DIST } from '#config/paths.ts';
import { closeDataFolder, loadSecrets, type Secrets } from '#config/secrets.ts';
import { configuredRestorePoint, type Backups } from '#database/backup/backups.ts';
import { openDatabase, type Database } from '#database/database.ts';
import type { Restores } from '#diagnostics/backups/restores.ts';
import { areaLoggers } from '#http/log-areas.ts';
import type { Logger } from '#http/log.ts';
import { startJobs } from '#jobs/schedule.ts';
import { measureDisk } from '#lib/measurements.ts';
import { mergeLibraryTitles } from '#media-library/titles/merge-catalog.ts';
import {
  createImageFetcher,
  type ImageFetcherOptions,
} from '#media-library/titles/catalog-copies/fetch-image.ts';
import {
  createLibraryTitles,
  type LibraryTitles,
  type LibraryTitlesOptions,
} from '#media-library/titles/library-titles.ts';
import type { ErrorGroups } from '#metrics/error-groups.ts';
import type { ErrorLog } from '#metrics/error-log.ts';
import type { Metrics } from '#metrics/metrics.ts';
import type { Playbacks } from '#metrics/playbacks.ts';
import { createServerLease, registerServer, type Replicas } from '#database/replicas.ts';
import { createSourceStats, type SourceStats } from '#metrics/source-stats.ts';
import { createStreamActivity } from '#metrics/stream-activity.ts';
import type { CaptchaTokens } from '#proxy/captcha-tokens.ts';
import { createFetchers } from '#proxy/fetchers.ts';
import type { Forward } from '#proxy/forward.ts';
import type { PageTokens } from '#proxy/page-tokens.ts';
import { createProxyModule } from '#proxy/proxy-module.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { createScrapeModule } from '#scrape/scrape-module.ts';
import type { StreamSigner } from '#scrape/sign-streams.ts';
import type { OperatorAccessFor, ScraperFor } from '#scrape/source-access.ts';
import type { StreamRelay } from '#stream-relay/relay.ts';
import type { StreamTokens } from '#stream-relay/stream-token.ts';
import { createSubtitlesModule } from '#subtitles/subtitles-module.ts';
import type { Subtitles } from '#subtitles/subtitles.ts';
import { createUserDataModule, type UserDataServices } from '#user-data/user-data-module.ts';

const MEBIBYTE = 1024 * 1024;

export interface Services extends AccountServices, UserDataServices {}

/** The services that routes use. */
export interface Container {
  readonly config: Config;
  readonly optionOrigins?: OptionOrigins;
  /** Unset if the server can't restart itself. */
  readonly restores?: Restores;
  readonly log: Logger;
  readonly version: string;
  /** The commit of the build, if known. */
  readonly revision: string | undefined;
  readonly webDist: string;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly services: Services;
  readonly metrics: Metrics;
  readonly errorLog: ErrorLog;
  readonly errorGroups: ErrorGroups;
  readonly backups: Backups;
  readonly playbacks: Playbacks;
  readonly replicas: Replicas;
  readonly sourceStats: SourceStats;
  readonly catalog: Catalog;
  /** The titles of the operator's folders. */
  readonly libraryTitles: LibraryTitles;
  /** False until the first scan of all folders has finished. */
  readonly isLibraryComplete: () => boolean;
  readonly skippedFiles: () => SkippedFiles['files'];
  readonly operatorAccess: OperatorAccessFor;
  readonly scraperFor: ScraperFor;
  /** Returns whether the request needs an account for the operator's own sources. False if there are none. */
  readonly hidesOwnSourcesFrom: (request: FastifyRequest) => boolean;
  /** Reaches every configured service. */
  readonly fetchOwn: Fetcher;
  readonly forward: Forward;
  /** Set if the operator requires a captcha. */
  readonly captchaTokens: CaptchaTokens | undefined;
  readonly pageTokens: PageTokens;
  readonly streamSigner: StreamSigner;
  readonly streamTokens: StreamTokens;
  /** Unset if the operator has turned it off. */
  readonly streamRelay: StreamRelay | undefined;
  /** Unset if the operator has turned it off. */
  readonly subtitles: Subtitles | undefined;
  readonly close: () => Promise<void>;
}

export interface ContainerOptions {
  readonly config: Config;
  /** The origins of option values, for administrators. */
  readonly optionOrigins?: OptionOrigins;
  readonly restores?: Restores;
  readonly log: Logger;
  /** Contains the errors that `log` has reported. */
  readonly errorLog: ErrorLog;
  readonly revision?: string | undefined;
  /** Aborts the wait for a database that is still starting. */
  readonly signal?: AbortSignal;
  readonly webDist?: string;
}

/** Creates all services in the order of their dependencies. Stops them in reverse order. */
export async function createContainer(options: ContainerOptions): Promise<Container> {
  const started = new AsyncDisposableStack();
  measureDisk(options.config.DATA_DIR);
  try {
    return await start(options, started);
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

async function start(options: ContainerOptions, started: AsyncDisposableStack): Promise<Container> {
  const { config, errorLog, webDist = WEB_DIST } = options;
  const { logOf, warnOf } = areaLogs(options);
  closeDataFolder(config.DATA_DIR, warnOf('database'));
  const secrets = await loadSecrets(config);
  const { database, serverLease } = await configuredDatabase(options);
  started.defer(() => database.close());
  const userAgent = `Mozilla/5.0 (compatible; Matinee/${manifest.version})`;
  const fetchers = createFetchers(config, userAgent);
  started.defer(fetchers.close);
  const { fetch } = fetchers.own;
  started.defer(await configuredTraces(options));
  const now = Date.now;
  const observers = createObservers({ db: database, now, warn: warnOf('jobs') });
  const findFfmpeg = createFfmpegCheck(config.TRANSCODE);
  const common = { config, fetch, userAgent, now, findFfmpeg };
  const { closeProxy, ...proxyModule } = createProxyModule({
    ...common,
    secret: secrets.proxyTokens,
    warn: warnOf('proxy'),
  });
  started.defer(closeProxy);
  const sourceContext = { ...common, ...fetchers.own, secret: secrets.streamTokens };
  const catalog = configuredCatalog(config, { fetch, now, log: warnOf('catalog') });
  const stored = { ...common, db: database, secret: secrets.streamTokens, warn: warnOf('library') };
  const fetching = { ...fetchers.own, fetchCatalog: catalog.get };
  const libraryTitles = configuredTitles(config, { ...stored, ...fetching });
  const accounts = createAccountsModule({
    db: database,
    secrets: [secrets.sessions, ...config.CRYPTO_SECRET_PREVIOUS],
    captcha: configuredCaptcha(config, fetch, warnOf('accounts')),
    registrationMode: config.REGISTRATION,
    adminKeys: config.ADMIN_PUBLIC_KEYS,
    now,
    random: Math.random,
  });
  const userData = createUserDataModule(database, now);
  const { registry, stopSources, ...scrapeModule } = createScrapeModule({
    ...sourceContext,
    ...observers,
    log: warnOf('sources'),
    warnLibrary: warnOf('library'),
    fetchers,
    accounts,
    fetchCatalog: mergeLibraryTitles(catalog, libraryTitles).get,
    titles: libraryTitles,
    ownerProgress: userData.ownerProgress,
    logInfo: (message) => logOf('sources').info(message),
  });
  started.defer(stopSources);
  const jobs = { db: database, serverLease, log: logOf('jobs'), errorLog, registry, ...observers };
  const { stop, ...background } = startJobs({ ...common, ...jobs, secret: secrets.sessions });
  started.defer(stop);

  return {
    ...options,
    version: manifest.version,
    revision: options.revision,
    webDist,
    secrets,
    database,
    services: { ...accounts, ...userData },
    ...background,
    ...observers,
    catalog,
    libraryTitles,
    fetchOwn: fetch,
    subtitles: createSubtitlesModule({
      ...sourceContext,
      ...fetchers.named,
      log: warnOf('subtitles'),
      version: manifest.version,
      fetchCatalog: catalog.get,
    }),
    ...scrapeModule,
    ...proxyModule,
    close: () => started.disposeAsync(),
  };
}

function configuredTitles(
  { TMDB_READ_API_KEY: key, TMDB_IMAGE_URL: imageUrl }: Config,
  context: Omit<LibraryTitlesOptions, 'fetchImage' | 'hasTmdb' | 'isTaken' | 'genreName'> &
    Omit<ImageFetcherOptions, 'imageUrl'>,
): LibraryTitles {
  return createLibraryTitles({
    ...context,
    fetchImage: createImageFetcher({ ...context, imageUrl }),
    hasTmdb: !!key,
    isTaken: (kind, id) => findStarter(kind, id) !== undefined,
    genreName,
  });
}

function createObservers(context: Parameters<typeof createSourceStats>[0]) {
  return {
    activity: createStreamActivity(context.now),
    sourceStats: createSourceStats(context),
  };
}

function areaLogs({ log, config }: ContainerOptions) {
  const logOf = areaLoggers(log, config.LOG_LEVELS);
  const warnOf =
    (area: LogArea) =>
    (message: string): void =>
      logOf(area).warn(message);
  return { logOf, warnOf };
}

/** Starts traces if they are configured. Returns a function that stops them. */
async function configuredTraces({ config, log }: ContainerOptions): Promise<() => Promise<void>> {
  const url = tracesUrl(config);
  if (url === undefined) return () => Promise.resolve();
  const { startTraces } = await import('#metrics/traces.ts');
  const warn = (message: string): void => log.warn(message);
  return startTraces({ url, config, version: manifest.version, now: Date.now, warn });
}

async function configuredDatabase(options: ContainerOptions) {
  const { config, signal } = options;
  const log = areaLogs(options).logOf('database');
  const serverLease = createServerLease();
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    directUrl: config.DATABASE_DIRECT_URL,
    dataDir: config.DATA_DIR,
    migrations: MIGRATIONS,
    restorePoint: configuredRestorePoint(config),
    onMigrated: (client) => registerServer(client, serverLease),
    accountMaxBytes: config.ACCOUNT_MAX_MIB * MEBIBYTE,
    log: (message) => log.info(message),
    warn: (message) => log.warn(message),
    signal,
    now: Date.now,
  });
  return { database, serverLease };
}

function configuredCatalog(
  config: Config,
  common: Pick<CatalogOptions, 'fetch' | 'now' | 'log'>,
): Catalog {
  return createCatalog({
    ...common,
    key: config.TMDB_READ_API_KEY,
    urls: { primary: config.TMDB_URL, fallback: config.TMDB_FALLBACK_URL },
  });
}
