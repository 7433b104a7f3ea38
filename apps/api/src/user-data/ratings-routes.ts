import { addRating, listRatings } from '@matinee/shared/contract/ratings';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { route } from '#http/route.ts';
import type { Ratings } from './ratings.ts';

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
