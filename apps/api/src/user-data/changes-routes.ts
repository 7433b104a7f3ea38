import { putChanges } from '@matinee/shared/contract/changes';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import type { Changes } from './changes.ts';

export function changeRoutes(changes: Changes): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(putChanges),
      handler: ({ params, body }) => changes.put(params.userId, body),
    });
  };
}
