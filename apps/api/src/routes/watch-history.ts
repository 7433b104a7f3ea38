import {
  deleteWatchHistory,
  importWatchHistory,
  listWatchHistory,
  putWatchHistory,
} from '@matinee/shared/contract/watch-history';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { jsonText } from '#http/json-text.ts';
import { route, textRoute } from '#http/route.ts';
import type { WatchHistory } from '#services/watch-history.ts';

export function watchHistoryRoutes(history: WatchHistory): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(listWatchHistory),
      handler: ({ params }) => history.list(params.userId),
    });
    app.route({
      ...textRoute(importWatchHistory),
      handler: ({ params, body }) => history.putAll(params.userId, body),
    });
    app.route({
      ...textRoute(putWatchHistory),
      handler: async ({ params: { userId, tmdbId }, body }) =>
        Array.isArray(body)
          ? history.putAll(userId, body)
          : jsonText(await history.put(userId, { ...body, tmdbId })),
    });
    app.route({
      ...route(deleteWatchHistory),
      handler: ({ params: { userId, tmdbId }, body }) =>
        history.remove(userId, { ...body, tmdbId }),
    });
  };
}
