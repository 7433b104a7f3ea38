import { getMetrics, reportCaptcha, reportProviders } from '@matinee/shared/contract/metrics';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Registry } from 'prom-client';
import { route } from '#http/route.ts';
import { listSourceStats } from '@matinee/shared/contract/source-stats';
import type { Metrics } from './metrics.ts';
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

/** Compares digests, which have equal length, in constant time. */
function isBearer(header: string | undefined, token: string | undefined): boolean {
  if (header === undefined || token === undefined) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header), digest(`Bearer ${token}`));
}
