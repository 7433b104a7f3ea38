import { MAX_CHANGES } from '@matinee/shared/contract/changes';
import type { FastifyInstance } from 'fastify';
import { createForesight } from '#catalogue/foresight.ts';
import { callerNetwork } from '#http/caller-address.ts';
import { rememberServed } from '#http/served.ts';
import { createProxyWatch } from '#http/untrusted-proxy.ts';
import { access } from '#plugins/access.ts';
import { accountWrites } from '#plugins/account-writes.ts';
import { news } from '#plugins/news.ts';
import { rateLimit } from '#plugins/rate-limit.ts';
import { responseMemory } from '#plugins/response-memory.ts';
import { webApp } from '#plugins/web-app.ts';
import { authRoutes } from '#routes/auth.ts';
import { bookmarkRoutes } from '#routes/bookmarks.ts';
import { catalogueRoutes } from '#routes/catalogue.ts';
import { changeRoutes } from '#routes/changes.ts';
import { docsRoutes } from '#routes/docs.ts';
import { exportRoutes } from '#routes/export.ts';
import { healthRoutes } from '#routes/health.ts';
import { invitationRoutes } from '#routes/invitations.ts';
import { linkRoutes } from '#routes/links.ts';
import { listRoutes } from '#routes/lists.ts';
import { metaRoutes } from '#routes/meta.ts';
import { metadataRoutes } from '#routes/metadata.ts';
import { progressRoutes } from '#routes/progress.ts';
import { metricsRoutes } from '#metrics/metrics-routes.ts';
import { proxyRoutes } from '#routes/proxy.ts';
import { ratingRoutes } from '#routes/ratings.ts';
import { scrapeRoutes } from '#routes/scrape.ts';
import { sessionRoutes } from '#routes/sessions.ts';
import { userRoutes } from '#routes/users.ts';
import { streamRoutes } from '#routes/stream.ts';
import { subtitleRoutes } from '#routes/subtitles.ts';
import { settingsRoutes } from '#routes/settings.ts';
import { watchHistoryRoutes } from '#routes/watch-history.ts';
import { captchasOf, clientConfig, type Config } from './config.ts';
import type { Deps } from './deps.ts';
import { isFromOwnMachine } from './own-sources.ts';
import { DOCS_VIEWER } from './places.ts';
import { isProxyAt, proxyOptions } from './proxy-app.ts';
import { createServer, registerCommon } from './server.ts';

const UNREAD_RESPONSE_BYTES = 48 * 1024 * 1024;

/** The table of contents: what every request passes through, then a line for each resource. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, catalogue, database, delivery, metrics, scraperFor, services } = deps;
  const { streamRelay, version } = deps;
  const publicUrl = config.PUBLIC_URL;
  const budgets = config.RATE_LIMITS === 'on' ? services.budgets : undefined;
  const app = createServer(deps);
  const served = rememberServed(app);

  const proxyWatch = createProxyWatch((facts, message) => deps.log.warn(facts, message));
  app.addHook('onRequest', proxyWatch.hook);
  await registerCommon(app, deps);
  await app.register(access, services);
  await app.register(news, services);
  await app.register(accountWrites);
  await app.register(responseMemory, { maxBytes: UNREAD_RESPONSE_BYTES });
  if (config.RATE_LIMITS === 'on') await app.register(rateLimit, services);

  await app.register(healthRoutes(database));
  await app.register(metricsRoutes({ metrics, token: config.METRICS_TOKEN }));
  await app.register(metaRoutes(metaOf(deps), proxyWatch.isUntrusted));
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
  await app.register(catalogueRoutes(catalogue));
  await app.register(metadataRoutes(scraperFor));
  await app.register(
    scrapeRoutes(scraperFor, { delivery, publicUrl, humanTokens: deps.humanTokens, budgets }),
  );
  if (streamRelay) await app.register(streamRoutes(streamRelay));
  if (deps.subtitles) await app.register(subtitleRoutes(deps.subtitles));
  await app.register(proxyRoutes({ ...proxyOptions(deps), isHere: isProxyAt(config) }));
  await app.register(
    docsRoutes({ served, publicUrl, viewer: DOCS_VIEWER, title: config.META_NAME, version }),
  );
  await app.register(webApp, {
    root: deps.webDist,
    version,
    publicUrl,
    frameAncestors: config.FRAME_ANCESTORS,
    captchas: captchasOf(config),
    casts: config.CHROMECAST === 'true',
    trailers: config.TRAILERS === 'true',
    clientConfig: clientConfig(config),
    issuePageToken:
      config.PROXY === 'on' ? (ip) => deps.pageTokens.issue(callerNetwork(ip)) : undefined,
    isFromOwnMachine: isFromOwnMachine(config),
    hasDevPages: config.DEV_PAGES === 'on',
    onPage: createForesight(catalogue),
  });
  return app;
}

function metaOf({ config, version, revision, hasMembersOnly }: Deps) {
  return {
    name: config.META_NAME,
    ...(config.META_DESCRIPTION !== undefined && { description: config.META_DESCRIPTION }),
    version,
    ...(revision !== undefined && { revision }),
    registration: config.REGISTRATION,
    maxChanges: MAX_CHANGES,
    ...(hasMembersOnly && { ownSourcesFor: 'accounts' as const }),
    ...captchaOf(config),
  };
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
