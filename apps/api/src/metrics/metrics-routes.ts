import { listErrorGroups, reportError } from '@matinee/shared/contract/error-groups';
import { getMetrics, reportCaptcha, reportProviders } from '@matinee/shared/contract/metrics';
import { listPlaybacks, listPlayDays, reportPlayback } from '@matinee/shared/contract/playbacks';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Registry } from 'prom-client';
import { route } from '#http/route.ts';
import { listSourceStats } from '@matinee/shared/contract/source-stats';
import { ERROR_DAYS, type ErrorGroups } from './error-groups.ts';
import type { ErrorLog } from './error-log.ts';
import type { Metrics } from './metrics.ts';
import type { Playbacks, Viewer } from './playbacks.ts';
import type { SourceStats } from './source-stats.ts';

export interface MetricsRoutesOptions {
  readonly metrics: Pick<Metrics, 'page' | 'reports'>;
  readonly sourceStats: Pick<SourceStats, 'list'>;
  /** Identifies the operator. */
  readonly token: string | undefined;
}

export function metricsRoutes(options: MetricsRoutesOptions): FastifyPluginAsyncZod {
  const { metrics, sourceStats, token } = options;
  const { page, reports } = metrics;
  return async (app) => {
    app.route({
      ...route(getMetrics),
      handler: async ({ headers }, reply) => {
        reply.headers({
          'content-type': Registry.PROMETHEUS_CONTENT_TYPE,
          'cache-control': 'no-store',
        });
        return page({ titles: isBearer(headers.authorization, token) });
      },
    });
    app.route({
      ...route(reportProviders),
      // Newer clients use PUT, older ones POST.
      method: ['POST', 'PUT'],
      handler: ({ body, headers }) => reports.providers(body, headers.origin),
    });
    app.route({ ...route(listSourceStats), handler: ({ query }) => sourceStats.list(query.by) });
    app.route({ ...route(reportCaptcha), handler: ({ body }) => reports.captcha(body.success) });
  };
}

/** Compares digests, which have the same length, in constant time. */
function isBearer(header: string | undefined, token: string | undefined): boolean {
  if (header === undefined || token === undefined) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header), digest(`Bearer ${token}`));
}

export interface ErrorRoutesOptions {
  readonly errorLog: Pick<ErrorLog, 'add'>;
  readonly errorGroups: Pick<ErrorGroups, 'list'>;
}

export function errorRoutes({ errorLog, errorGroups }: ErrorRoutesOptions): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(reportError),
      handler: ({ body: { place, ...report } }) => {
        errorLog.add({ origin: 'browser', level: 'error', area: place, ...report });
        return true as const;
      },
    });
    app.route({
      ...route(listErrorGroups),
      handler: async ({ query }) => ({
        ...(await errorGroups.list(query.search)),
        days: ERROR_DAYS,
      }),
    });
  };
}

export interface PlaybackRoutesOptions {
  readonly playbacks: Pick<Playbacks, 'report' | 'list' | 'days'>;
  /** `isNamed`: whether the account has agreed to show its nickname. */
  readonly viewerOf: (request: FastifyRequest, isNamed: boolean) => Promise<Viewer>;
}

export function playbackRoutes(options: PlaybackRoutesOptions): FastifyPluginAsyncZod {
  const { playbacks, viewerOf } = options;
  return async (app) => {
    app.route({
      ...route(reportPlayback),
      handler: async (request) => {
        const { body } = request;
        playbacks.report(body, await viewerOf(request, body.isNamed === true));
        return true as const;
      },
    });
    app.route({ ...route(listPlaybacks), handler: () => playbacks.list() });
    app.route({
      ...route(listPlayDays),
      handler: async ({ query }) => ({ days: [...(await playbacks.days(query.days))] }),
    });
  };
}
