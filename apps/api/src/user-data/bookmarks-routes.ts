import {
  addBookmark,
  deleteBookmark,
  getGroupOrder,
  listBookmarks,
  putBookmarks,
  putGroupOrder,
} from '@matinee/shared/contract/bookmarks';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { asJson } from '#http/json-stream.ts';
import { route, textRoute } from '#http/route.ts';
import type { Bookmarks } from './bookmarks.ts';
import type { GroupOrders } from './group-order.ts';
import type { LibraryLists } from './whole-lists.ts';

export interface BookmarkServices {
  readonly bookmarks: Bookmarks;
  readonly groupOrders: GroupOrders;
  readonly libraryLists: LibraryLists;
}

export function bookmarkRoutes({
  bookmarks,
  groupOrders,
  libraryLists,
}: BookmarkServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...textRoute(listBookmarks),
      handler: async ({ params }, reply) =>
        asJson(reply, await libraryLists.bookmarks(params.userId)),
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
