import {
  deleteProgress,
  importProgress,
  listProgress,
  putProgress,
} from '@matinee/shared/contract/progress';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { listRoute, route, textRoute } from '#http/route.ts';
import type { ProgressService } from '#services/progress.ts';

export function progressRoutes(progress: ProgressService): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...textRoute(listProgress),
      handler: ({ params }) => progress.list(params.userId),
    });
    app.route({
      ...listRoute(importProgress),
      handler: ({ params, body }) => progress.import(params.userId, body),
    });
    app.route({
      ...route(putProgress),
      handler: ({ params: { userId, tmdbId }, body }) => progress.put(userId, { ...body, tmdbId }),
    });
    app.route({
      ...route(deleteProgress),
      handler: ({ params: { userId, tmdbId }, body }) =>
        progress.remove(userId, { ...body, tmdbId }),
    });
  };
}
