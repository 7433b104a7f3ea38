import { MAX_CHANGES } from '@matinee/shared/contract/changes';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { createForesight } from '#catalogue/foresight.ts';
import { acceptJson } from '#http/json-body.ts';
import { routable } from '#http/routable.ts';
import { rememberServed } from '#http/served.ts';
import { serializeAsIs, validateWithZod } from '#http/validate.ts';
import { access } from '#plugins/access.ts';
import { cors } from '#plugins/cors.ts';
import { answerClientError, errors } from '#plugins/errors.ts';
import { floodGuard } from '#plugins/flood-guard.ts';
import { rateLimit } from '#plugins/rate-limit.ts';
import { requestLog } from '#plugins/request-log.ts';
import { securityHeaders } from '#plugins/security-headers.ts';
import { telemetry } from '#plugins/telemetry.ts';
import { webApp } from '#plugins/web-app.ts';
import { authRoutes } from '#routes/auth.ts';
import { bookmarkRoutes } from '#routes/bookmarks.ts';
import { catalogueRoutes } from '#routes/catalogue.ts';
import { changeRoutes } from '#routes/changes.ts';
import { docsRoutes } from '#routes/docs.ts';
import { exportRoutes } from '#routes/export.ts';
import { healthRoutes } from '#routes/health.ts';
import { listRoutes } from '#routes/lists.ts';
import { metaRoutes } from '#routes/meta.ts';
import { metadataRoutes } from '#routes/metadata.ts';
import { progressRoutes } from '#routes/progress.ts';
import { metricsRoutes } from '#routes/metrics.ts';
import { proxyRoutes } from '#routes/proxy.ts';
import { ratingRoutes } from '#routes/ratings.ts';
import { scrapeRoutes } from '#routes/scrape.ts';
import { sessionRoutes } from '#routes/sessions.ts';
import { userRoutes } from '#routes/users.ts';
import { streamRoutes } from '#routes/stream.ts';
import { settingsRoutes } from '#routes/settings.ts';
import { watchHistoryRoutes } from '#routes/watch-history.ts';
import { clientConfig, type Config } from './config.ts';
import type { Deps } from './deps.ts';
import { DOCS_VIEWER } from './places.ts';

/** The table of contents: what every request passes through, then a line for each resource. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, catalogue, database, delivery, forward, metrics, scraper, services } = deps;
  const { streamRelay, version } = deps;
  const publicUrl = config.PUBLIC_URL;
  const app = createServer(config, deps.log);
  const served = rememberServed(app);

  await app.register(requestLog);
  await app.register(telemetry, metrics);
  await app.register(cors, { origins: config.CORS_ORIGINS });
  await app.register(securityHeaders);
  if (config.RATE_LIMITS === 'on') await app.register(floodGuard, { max: config.FLOOD_LIMIT });
  await app.register(errors);
  await app.register(access, services);
  if (config.RATE_LIMITS === 'on') await app.register(rateLimit, services);

  await app.register(healthRoutes(database));
  await app.register(metricsRoutes({ metrics, token: config.METRICS_TOKEN }));
  await app.register(metaRoutes(metaOf(config, version)));
  await app.register(authRoutes(services));
  await app.register(userRoutes(services.accounts));
  await app.register(sessionRoutes(services.sessions));
  await app.register(bookmarkRoutes(services));
  await app.register(progressRoutes(services.progress));
  await app.register(changeRoutes(services.changes));
  await app.register(settingsRoutes(services.settings));
  await app.register(watchHistoryRoutes(services.watchHistory));
  await app.register(ratingRoutes(services.ratings));
  await app.register(listRoutes(services.lists));
  await app.register(exportRoutes(services));
  await app.register(catalogueRoutes(catalogue));
  await app.register(metadataRoutes(scraper));
  await app.register(scrapeRoutes(scraper, { delivery, publicUrl }));
  if (streamRelay) await app.register(streamRoutes(streamRelay));
  await app.register(proxyRoutes({ forward, version, publicUrl, origins: config.CORS_ORIGINS }));
  await app.register(docsRoutes({ served, viewer: DOCS_VIEWER, title: config.META_NAME, version }));
  await app.register(webApp, {
    root: deps.webDist,
    publicUrl,
    frameAncestors: config.FRAME_ANCESTORS,
    clientConfig: clientConfig(config),
    onPage: createForesight(catalogue),
  });
  return app;
}

const MAX_BODY_BYTES = 1024 * 1024;
/** For a request to arrive whole; answers may take as long as a film. */
const REQUEST_LIMIT_MS = 30_000;

function createServer(config: Config, log: FastifyBaseLogger): FastifyInstance {
  const proxies = config.TRUSTED_PROXIES;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => {
      // An id from outside is believed only where somebody we trust stands in front.
      const given = proxies.length > 0 ? headers['x-request-id'] : undefined;
      return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
    },
    trustProxy: proxies.length > 0 ? proxies : false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_LIMIT_MS,
    // An open event stream or an idle keep-alive socket would hold the stop for ever.
    forceCloseConnections: true,
    rewriteUrl: ({ url = '/' }) => routable(url),
    clientErrorHandler: answerClientError,
    routerOptions: { maxParamLength: 200 },
  });
  acceptJson(app);
  return app.setValidatorCompiler(validateWithZod).setSerializerCompiler(serializeAsIs);
}

function metaOf(config: Config, version: string) {
  return {
    name: config.META_NAME,
    ...(config.META_DESCRIPTION !== undefined && { description: config.META_DESCRIPTION }),
    version,
    maxChanges: MAX_CHANGES,
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
