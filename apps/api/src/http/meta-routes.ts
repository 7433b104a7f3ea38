import { getMeta, type Meta } from '@matinee/shared/contract/meta';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from './route.ts';

export function metaRoutes(
  meta: Meta,
  forwardedButUntrusted: () => boolean,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.route({
      ...route(getMeta),
      handler: () => (forwardedButUntrusted() ? { ...meta, forwardedButUntrusted: true } : meta),
    });
  };
}
