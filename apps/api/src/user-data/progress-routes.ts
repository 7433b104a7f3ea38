import {
  deleteProgress,
  importProgress,
  listProgress,
  putProgress,
} from '@matinee/shared/contract/progress';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { asJson } from '#http/json-stream.ts';
import { route, textRoute } from '#http/route.ts';
import type { LibraryLists } from './whole-lists.ts';
import type { ProgressService } from './progress.ts';

export interface ProgressServices {
  readonly progress: ProgressService;
  readonly libraryLists: LibraryLists;
}

export function progressRoutes({
  progress,
  libraryLists,
}: ProgressServices): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...textRoute(listProgress),
      handler: async ({ params }, reply) =>
        asJson(reply, await libraryLists.progress(params.userId)),
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
