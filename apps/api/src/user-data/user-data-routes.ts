import {
  addBookmark,
  deleteBookmark,
  getGroupOrder,
  listBookmarks,
  putBookmarks,
  putGroupOrder,
} from '@matinee/shared/contract/bookmarks';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route, rawJsonRoute, sendJson } from '#http/route.ts';
import type { Bookmarks, GroupOrders } from './bookmarks.ts';
import type { UserDataLists } from './user-data-lists.ts';
import { putChanges } from '@matinee/shared/contract/changes';
import type { Changes } from './changes.ts';
import { addRating, listRatings } from '@matinee/shared/contract/ratings';
import type { Ratings } from './ratings.ts';
import {
  addList,
  deleteList,
  getPublicList,
  listLists,
  updateList,
} from '@matinee/shared/contract/lists';
import type { Lists } from './lists.ts';
import { exportAccount, importAccount } from '@matinee/shared/contract/export';
import { authOf } from '#accounts/session-lookup.ts';
import type { AccountExports } from './export.ts';
import type { AccountImports } from './import.ts';
import {
  deleteProgress,
  importProgress,
  listProgress,
  putProgress,
} from '@matinee/shared/contract/progress';
import type { ProgressService } from './progress.ts';
import {
  deleteWatchHistory,
  importWatchHistory,
  listWatchHistory,
  putWatchHistory,
} from '@matinee/shared/contract/watch-history';
import type { WatchHistory } from './watch-history.ts';

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

export function changeRoutes(changes: Changes): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(putChanges),
      handler: ({ params, body }) => changes.put(params.userId, body),
    });
  };
}

export function ratingRoutes(ratings: Ratings): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(listRatings),
      handler: ({ params }) => ratings.list(params.userId),
    });
    app.route({
      ...route(addRating),
      handler: ({ params, body }) => ratings.add(params.userId, body),
    });
  };
}

export function listRoutes(lists: Lists): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(listLists),
      handler: ({ params }) => lists.list(params.userId),
    });
    app.route({
      ...route(addList),
      handler: ({ params, body }) => lists.create(params.userId, body),
    });
    app.route({
      ...route(updateList),
      handler: ({ params, body }) => lists.update(params.userId, body),
    });
    app.route({
      ...route(deleteList),
      handler: ({ params }) => lists.remove(params.userId, params.listId),
    });
    app.route({
      ...route(getPublicList),
      handler: ({ params }) => lists.getPublic(params.listId),
    });
  };
}

export interface ExportServices {
  readonly exports: AccountExports;
  readonly imports: AccountImports;
}

/** Headers for a download that is never cached. */
const AS_FILE = {
  'content-disposition': 'attachment; filename="matinee-account.json"',
  'cache-control': 'no-store',
};

export function exportRoutes({ exports, imports }: ExportServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...rawJsonRoute(exportAccount),
      handler: async (request, reply) => {
        const document = await exports.open(authOf(request));
        reply.headers(AS_FILE);
        return sendJson(reply, document);
      },
    });
    app.route({
      ...route(importAccount),
      handler: ({ params, body }) => imports.merge(params.userId, body),
    });
  };
}

export interface ProgressServices {
  readonly progress: ProgressService;
  readonly userDataLists: UserDataLists;
}

export function progressRoutes({
  progress,
  userDataLists,
}: ProgressServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...rawJsonRoute(listProgress),
      handler: async ({ params }, reply) =>
        sendJson(reply, await userDataLists.progress(params.userId)),
    });
    app.route({
      ...route(importProgress),
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
