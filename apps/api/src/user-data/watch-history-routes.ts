import {
  deleteWatchHistory,
  importWatchHistory,
  listWatchHistory,
  putWatchHistory,
} from '@matinee/shared/contract/watch-history';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { asJson } from '#http/json-stream.ts';
import { route, textRoute } from '#http/route.ts';
import type { LibraryLists } from './whole-lists.ts';
import type { WatchHistory } from './watch-history.ts';

export interface WatchHistoryServices {
  readonly watchHistory: WatchHistory;
  readonly libraryLists: LibraryLists;
}

export function watchHistoryRoutes({
  watchHistory: history,
  libraryLists,
}: WatchHistoryServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...textRoute(listWatchHistory),
      handler: async ({ params }, reply) =>
        asJson(reply, await libraryLists.watchHistory(params.userId)),
    });
    app.route({
      ...route(importWatchHistory),
      handler: ({ params, body }) => history.putAll(params.userId, body),
    });
    app.route({
      ...route(putWatchHistory),
      handler: async ({ params: { userId, tmdbId }, body }) =>
        Array.isArray(body)
          ? history.putAll(userId, body)
          : await history.put(userId, { ...body, tmdbId }),
    });
    app.route({
      ...route(deleteWatchHistory),
      handler: ({ params: { userId, tmdbId }, body }) =>
        history.remove(userId, { ...body, tmdbId }),
    });
  };
}
