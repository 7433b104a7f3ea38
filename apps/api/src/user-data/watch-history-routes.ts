import {
  deleteWatchHistory,
  importWatchHistory,
  listWatchHistory,
  putWatchHistory,
} from '@matinee/shared/contract/watch-history';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendJson } from '#http/json-stream.ts';
import { route, rawJsonRoute } from '#http/route.ts';
import type { UserDataLists } from './user-data-lists.ts';
import type { WatchHistory } from './watch-history.ts';

export interface WatchHistoryServices {
  readonly watchHistory: WatchHistory;
  readonly userDataLists: UserDataLists;
}

export function watchHistoryRoutes({
  watchHistory: history,
  userDataLists,
}: WatchHistoryServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...rawJsonRoute(listWatchHistory),
      handler: async ({ params }, reply) =>
        sendJson(reply, await userDataLists.watchHistory(params.userId)),
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
