import { MAX_CHANGES } from '@matinee/shared/contract/changes';
import type { Meta } from '@matinee/shared/contract/meta';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { callerAddress, callerNetwork } from '#http/caller-address.ts';
import { collectEndpoints } from '#http/openapi-document.ts';
import { createProxyWatch } from '#http/untrusted-proxy.ts';
import { access, bearerToken, markChanges } from '#accounts/session-lookup.ts';
import { accountWrites, rateLimit } from '#accounts/rate-limits.ts';
import { responseMemory } from '#http/plugins/response-memory.ts';
import { webApp } from '#http/plugins/web-app.ts';
import { authRoutes, linkRoutes, invitationRoutes } from '#accounts/auth-routes.ts';
import { adminAccountRoutes } from '#user-data/admin-account-routes.ts';
import {
  bookmarkRoutes,
  changeRoutes,
  ratingRoutes,
  listRoutes,
  exportRoutes,
  progressRoutes,
  watchHistoryRoutes,
} from '#user-data/user-data-routes.ts';
import { catalogRoutes } from '#catalog/catalog-routes.ts';
import { createAdminBackups } from '#diagnostics/backups/admin-backups.ts';
import { restoreRoutes } from '#diagnostics/backups/restore-routes.ts';
import { createUploads } from '#diagnostics/backups/uploads.ts';
import { backupRoutes } from '#diagnostics/backups/backup-routes.ts';
import { checksFor } from '#diagnostics/checks/checks.ts';
import { createReleases } from '#diagnostics/checks/releases.ts';
import { diagnosticsRoutes } from '#diagnostics/diagnostics-routes.ts';
import { DatabaseUnavailableError } from '#database/errors.ts';
import { docsRoutes } from '#http/docs-routes.ts';
import { manualRoutes } from '#http/manual-routes.ts';
import { createServer, registerCommon, type ServerContext } from '#http/server.ts';
import { healthRoutes, metaRoutes } from '#http/status-routes.ts';
import { mergeLibraryTitles } from '#media-library/titles/merge-catalog.ts';
import { createWatchedTitles } from '#user-data/watched-titles.ts';
import { libraryRoutes } from '#media-library/titles/library-routes.ts';
import {
  errorRoutes,
  metricsRoutes,
  playbackRoutes,
  type PlaybackRoutesOptions,
} from '#metrics/metrics-routes.ts';
import { observeRequests } from '#metrics/request-metrics.ts';
import { NO_CREDENTIAL } from '#proxy/access-policy.ts';
import { proxyRoutes, type ProxyOptions } from '#proxy/proxy-routes.ts';
import { scrapeRoutes, metadataRoutes } from '#scrape/scrape-routes.ts';
import { userRoutes, settingsRoutes, sessionRoutes } from '#accounts/account-routes.ts';
import { streamRoutes } from '#stream-relay/stream-routes.ts';
import { subtitleRoutes } from '#subtitles/subtitles-routes.ts';
import { describeOptions } from '#config/describe-options.ts';
import { captchasOf, clientConfig, type Config } from '#config/config.ts';
import type { Container, Services } from './container.ts';
import { needsRelay } from '#scrape/operator-sources.ts';
import { isFromOperatorMachine } from '#scrape/source-access.ts';
import { DOCS_VIEWER, MANUAL } from '#config/paths.ts';

const UNREAD_RESPONSE_BYTES = 48 * 1024 * 1024;

/** Registers the plugins of all requests, then the routes of each resource. */
export async function buildApp(container: Container): Promise<FastifyInstance> {
  const { config, database, streamSigner, metrics, scraperFor, services } = container;
  const { streamRelay, version } = container;
  const publicUrl = config.PUBLIC_URL;
  const rateLimiter = config.RATE_LIMITS === 'on' ? services.rateLimiter : undefined;
  const app = createServer(container);
  const registry = collectEndpoints(app);

  const proxyWatch = createProxyWatch((facts, message) => container.log.warn(facts, message));
  app.addHook('onRequest', proxyWatch.hook);
  await app.register(observeRequests, container.metrics);
  await registerCommon(app, container);
  await app.register(access, services);
  await app.register(markChanges, services);
  await app.register(accountWrites);
  await app.register(responseMemory, { maxBytes: UNREAD_RESPONSE_BYTES });
  if (config.RATE_LIMITS === 'on') await app.register(rateLimit, services);

  await app.register(healthRoutes(database));
  await app.register(
    metricsRoutes({ metrics, sourceStats: container.sourceStats, token: config.METRICS_TOKEN }),
  );
  await app.register(errorRoutes(container));
  await app.register(
    playbackRoutes({ playbacks: container.playbacks, viewerOf: viewerOf(services) }),
  );
  await app.register(metaRoutes(metaOf(container, proxyWatch.isUntrusted)));
  await app.register(authRoutes(services));
  await app.register(invitationRoutes(services.invitations));
  await app.register(linkRoutes(services.links));
  await app.register(userRoutes(services));
  await app.register(sessionRoutes(services.sessions));
  await app.register(bookmarkRoutes(services));
  await app.register(progressRoutes(services));
  await app.register(changeRoutes(services.changes));
  await app.register(settingsRoutes(services.settings));
  await app.register(watchHistoryRoutes(services));
  await app.register(ratingRoutes(services.ratings));
  await app.register(listRoutes(services.lists));
  await app.register(exportRoutes(services));
  await app.register(adminAccountRoutes(services));
  await app.register(libraryApi(container));
  await app.register(diagnosticsApi(container));
  await app.register(metadataRoutes(scraperFor));
  await app.register(
    scrapeRoutes(scraperFor, {
      streamSigner,
      publicUrl,
      captchaTokens: container.captchaTokens,
      rateLimiter,
    }),
  );
  if (streamRelay) await app.register(streamRoutes(streamRelay));
  if (container.subtitles) await app.register(subtitleRoutes(container.subtitles));
  await app.register(
    proxyRoutes({ ...proxyOptions(container), servesHost: servesProxyAt(config) }),
  );
  await app.register(
    docsRoutes({ registry, publicUrl, viewer: DOCS_VIEWER, title: config.META_NAME, version }),
  );
  await app.register(manualRoutes({ folder: MANUAL, publicUrl }));
  await app.register(webApp, {
    root: container.webDist,
    version,
    publicUrl,
    frameAncestors: config.FRAME_ANCESTORS,
    captchas: captchasOf(config),
    casts: config.CHROMECAST === 'true',
    trailers: config.TRAILERS === 'true',
    clientConfig: clientConfig(config),
    issuePageToken:
      config.PROXY === 'on' ? (ip) => container.pageTokens.issue(callerNetwork(ip)) : undefined,
    isFromOperatorMachine: isFromOperatorMachine(config),
    hasDevPages: config.DEV_PAGES === 'on',
  });
  return app;
}

/** Uses the cached account of a session, because reports come every few seconds. */
function viewerOf({
  tokens,
  accountOfSession,
  accounts,
}: Services): PlaybackRoutesOptions['viewerOf'] {
  return async ({ headers, ip }, isNamed) => {
    const token = bearerToken(headers.authorization);
    const session = token === undefined ? undefined : await tokens.read(token);
    const account = session === undefined ? undefined : await accountOfSession(session);
    if (account === undefined) return { id: callerAddress(ip) };
    return { id: account, nickname: isNamed ? await accounts.nickname(account) : undefined };
  };
}

/** Returns false while the database is down, because accounts are then unknown. */
function noWhileUnavailable(error: unknown): false {
  if (error instanceof DatabaseUnavailableError) return false;
  throw error;
}

/** The catalog with the operator's titles for users who may watch them, and lists of these titles. */
function libraryApi({
  catalog,
  libraryTitles: titles,
  operatorAccess,
  isLibraryComplete: isComplete,
  skippedFiles,
  services,
  database,
  config,
}: Container): FastifyPluginAsync {
  const mayWatch = async (request: FastifyRequest) => (await operatorAccess(request)) !== undefined;
  const isAdmin = async ({ headers }: FastifyRequest) =>
    (await services.authenticate(headers.authorization))?.isAdmin === true;
  const watchedTitles = createWatchedTitles(database);
  const watchedBy = async ({ headers }: FastifyRequest) => {
    const auth = await services.authenticate(headers.authorization);
    return auth ? await watchedTitles(auth.user.id) : new Set<string>();
  };
  const withOperatorTitles = mergeLibraryTitles(catalog, titles);
  return async (app) => {
    await app.register(
      catalogRoutes(catalog, async (request) =>
        (await mayWatch(request).catch(noWhileUnavailable)) ? withOperatorTitles : catalog,
      ),
    );
    await app.register(
      libraryRoutes({
        titles,
        isComplete,
        mayWatch,
        watchedBy,
        isAdmin,
        skippedFiles,
        needsRelay: needsRelay(config),
      }),
    );
  };
}

/** The checks of the server for administrators. */
function diagnosticsApi({ database: db, libraryTitles: titles, ...container }: Container) {
  const releases = createReleases({
    url: container.config.RELEASES_URL,
    version: container.version,
    fetch: container.fetchOwn,
    now: Date.now,
  });
  const options = {
    ...container,
    db,
    titles,
    fetch: container.fetchOwn,
    scraperFor: async (request: FastifyRequest) =>
      (await container.scraperFor(request)).scraper.uncached,
    now: Date.now,
    releaseCheck: releases.check,
  };
  const { BACKUPS, BACKUP_KEEP } = container.config;
  const checks = diagnosticsRoutes({
    checksFor: (request) => checksFor(options, request),
    releases,
    options: describeOptions(container.config, container.optionOrigins ?? {}),
    version: container.version,
    revision: container.revision,
    errorGroups: container.errorGroups,
    warn: (message) => container.log.warn(message),
    now: options.now,
  });
  const listed = createAdminBackups({
    backups: container.backups,
    url: () => db.url,
    secret: container.secrets.proxyTokens,
    now: options.now,
    warn: (message) => container.log.warn(message),
  });
  const backups = backupRoutes({
    backups: listed,
    isNightly: BACKUPS === 'on',
    keep: BACKUP_KEEP,
  });
  const restoring = restoreRoutes({
    backups: container.backups,
    listed,
    uploads: createUploads(container.backups.folder, () => container.restores?.isBusy() === true),
    restores: container.restores,
    replicas: container.replicas,
    registration: container.config.REGISTRATION,
    invitations: container.services.invitations,
  });
  return async (app: FastifyInstance) => {
    await app.register(checks);
    await app.register(backups);
    await app.register(restoring);
  };
}

function metaOf(
  { config, version, revision, hidesOwnSourcesFrom }: Container,
  isProxyUntrusted: () => boolean,
): (request: FastifyRequest) => Meta {
  const meta = {
    name: config.META_NAME,
    ...(config.META_DESCRIPTION !== undefined && { description: config.META_DESCRIPTION }),
    version,
    ...(revision !== undefined && { revision }),
    registration: config.REGISTRATION,
    maxChanges: MAX_CHANGES,
    ...captchaOf(config),
  };
  return (request) => ({
    ...meta,
    ...(hidesOwnSourcesFrom(request) && { ownSourcesFor: 'accounts' }),
    ...(isProxyUntrusted() && { forwardedButUntrusted: true }),
  });
}

function captchaOf({
  CAPTCHA_PROVIDER: captchaProvider,
  CAPTCHA_CLIENT_KEY: captchaClientKey,
}: Config) {
  return {
    hasCaptcha: captchaProvider !== undefined,
    ...(captchaProvider && { captchaProvider, captchaClientKey }),
  };
}

type ProxyDeps = ServerContext &
  Pick<Container, 'forward' | 'captchaTokens' | 'pageTokens' | 'version'> & {
    readonly metrics: Pick<Container['metrics'], 'requests'>;
    readonly services: Pick<Services, 'sessionLookup' | 'tokens'>;
  };

/**
 * Serves only the proxy, on its own port. Proxied responses thus have another origin than the app.
 */
export async function buildProxyApp(container: ProxyDeps): Promise<FastifyInstance> {
  const app = createServer(container);
  await app.register(observeRequests, container.metrics);
  await registerCommon(app, container);
  await app.register(
    proxyRoutes({
      ...proxyOptions(container),
      servesHost: matchesProxyHost(container.config),
      // Proxies of this protocol serve the root path. This port has no other routes.
      paths: ['/', '/proxy', '/proxy/'],
      isStandalone: true,
    }),
  );
  return app;
}

function proxyOptions({
  config,
  services,
  ...container
}: Omit<ProxyDeps, 'log' | 'metrics'>): Omit<ProxyOptions, 'isHere'> {
  const { CORS_ORIGINS, PUBLIC_URL: publicUrl } = config;
  const isApart = config.PROXY_HOST !== undefined || config.PROXY_PORT !== undefined;
  // On the app's own origin, `Sec-Fetch-Site` and page tokens identify its pages. `Origin` adds no proof.
  const siteOrigins = isApart && publicUrl !== undefined ? [publicUrl] : [];
  // A wildcard would make this an open proxy.
  const origins = [...siteOrigins, ...CORS_ORIGINS.filter((origin) => origin !== '*')];
  const { forward, captchaTokens, pageTokens, version } = container;
  const readCredential = credentialReader(services);
  return { forward, captchaTokens, pageTokens, version, publicUrl, origins, readCredential };
}

function credentialReader({
  sessionLookup,
  tokens,
}: ProxyDeps['services']): ProxyOptions['readCredential'] {
  return async (authorization) => {
    const token = bearerToken(authorization);
    const sessionId = token === undefined ? undefined : await tokens.read(token);
    if (sessionId === undefined) return NO_CREDENTIAL;
    // While the database is down, accept other proofs of the request.
    const caller = await sessionLookup.find(sessionId).catch(() => undefined);
    return { isSessionToken: true, isSignedIn: caller !== undefined };
  };
}

/** Returns whether a host name is one of a proxy on the app's own port. */
function servesProxyAt(config: Config): (hostname: string) => boolean {
  if (config.PROXY === 'off' || config.PROXY_PORT !== undefined) return () => false;
  return matchesProxyHost(config);
}

function matchesProxyHost({ PROXY_HOST }: Config): (hostname: string) => boolean {
  return (hostname) => PROXY_HOST === undefined || hostname.toLowerCase() === PROXY_HOST;
}
