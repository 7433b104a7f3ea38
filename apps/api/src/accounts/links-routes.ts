import { deleteLink, postLink, takeLink } from '@matinee/shared/contract/links';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import type { Links } from './links.ts';

export function linkRoutes(links: Links): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({ ...route(postLink), handler: ({ body }) => links.put(body) });
    app.route({
      ...route(takeLink),
      // A HEAD request would consume the message.
      exposeHeadRoute: false,
      handler: ({ params }, reply) => {
        reply.header('cache-control', 'no-store');
        return links.take(params.id);
      },
    });
    app.route({ ...route(deleteLink), handler: ({ params }) => links.remove(params.id) });
  };
}
