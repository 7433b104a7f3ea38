import {
  deleteProgress,
  importProgress,
  listProgress,
  putProgress,
} from '@matinee/shared/contract/progress';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendJson } from '#http/json-stream.ts';
import { route, rawJsonRoute } from '#http/route.ts';
import type { UserDataLists } from './user-data-lists.ts';
import type { ProgressService } from './progress.ts';

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
