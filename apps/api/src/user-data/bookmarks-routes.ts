import {
  addBookmark,
  deleteBookmark,
  getGroupOrder,
  listBookmarks,
  putBookmarks,
  putGroupOrder,
} from '@matinee/shared/contract/bookmarks';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendJson } from '#http/json-stream.ts';
import { route, rawJsonRoute } from '#http/route.ts';
import type { Bookmarks } from './bookmarks.ts';
import type { GroupOrders } from './group-order.ts';
import type { UserDataLists } from './user-data-lists.ts';

export interface BookmarkServices {
  readonly bookmarks: Bookmarks;
  readonly groupOrders: GroupOrders;
  readonly userDataLists: UserDataLists;
}

export function bookmarkRoutes({
  bookmarks,
  groupOrders,
  userDataLists,
}: BookmarkServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...rawJsonRoute(listBookmarks),
      handler: async ({ params }, reply) =>
        sendJson(reply, await userDataLists.bookmarks(params.userId)),
    });
    app.route({
      ...route(putBookmarks),
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
