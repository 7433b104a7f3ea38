import {
  addBookmark,
  deleteBookmark,
  getGroupOrder,
  listBookmarks,
  putBookmarks,
  putGroupOrder,
} from '@matinee/shared/contract/bookmarks';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route, textRoute } from '#http/route.ts';
import type { Bookmarks } from '#services/bookmarks.ts';
import type { GroupOrders } from '#services/group-order.ts';

export interface BookmarkServices {
  readonly bookmarks: Bookmarks;
  readonly groupOrders: GroupOrders;
}

export function bookmarkRoutes({
  bookmarks,
  groupOrders,
}: BookmarkServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...textRoute(listBookmarks),
      handler: ({ params }) => bookmarks.list(params.userId),
    });
    app.route({
      ...textRoute(putBookmarks),
      handler: ({ params, body }) => bookmarks.putAll(params.userId, body),
    });
    app.route({
      ...route(addBookmark),
      handler: ({ params: { userId, tmdbId }, body }) => bookmarks.put(userId, { ...body, tmdbId }),
    });
    app.route({
      ...route(deleteBookmark),
      handler: ({ params }) => bookmarks.remove(params.userId, params.tmdbId),
    });
    app.route({
      ...route(getGroupOrder),
      handler: ({ params }) => groupOrders.get(params.userId),
    });
    app.route({
      ...route(putGroupOrder),
      handler: ({ params, body }) => groupOrders.put(params.userId, body),
    });
  };
}
