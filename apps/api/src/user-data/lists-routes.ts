import {
  addList,
  deleteList,
  getPublicList,
  listLists,
  updateList,
} from '@matinee/shared/contract/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import type { Lists } from './lists.ts';

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
