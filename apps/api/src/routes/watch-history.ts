import {
  deleteWatchHistory,
  importWatchHistory,
  listWatchHistory,
  putWatchHistory,
} from '@matinee/shared/contract/watch-history';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import type { WatchHistory } from '#services/watch-history.ts';

export function watchHistoryRoutes(history: WatchHistory): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(listWatchHistory),
      handler: ({ params }) => history.list(params.userId),
    });
    app.route({
      ...route(importWatchHistory),
      handler: ({ params, body }) => history.putAll(params.userId, body),
    });
    app.route({
      ...route(putWatchHistory),
      handler: ({ params: { userId, tmdbId }, body }) =>
        Array.isArray(body)
          ? history.putAll(userId, body)
          : history.put(userId, { ...body, tmdbId }),
    });
    app.route({
      ...route(deleteWatchHistory),
      handler: ({ params: { userId, tmdbId }, body }) =>
        history.remove(userId, { ...body, tmdbId }),
    });
  };
}
