import { getCatalogueStatus } from '@matinee/shared/contract/catalogue';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { z } from 'zod';
import { refused, type CatalogueAnswer } from '#catalogue/answer.ts';
import type { Catalogue } from '#catalogue/catalogue.ts';
import { route } from '#http/route.ts';

const Query = z.record(z.string(), z.unknown());
const Path = z.object({ '*': z.string() });

/** `/catalogue/3/*` speaks TMDB's language in its failures too, whatever the rest of the API says. */
export function catalogueRoutes(catalogue: Catalogue): FastifyPluginAsync {
  return async (app) => {
    app.route({ ...route(getCatalogueStatus), handler: () => catalogue.status() });

    await app.register(
      async (tmdb) => {
        tmdb.setErrorHandler((error, request, reply) => {
          request.log.error(error);
          return send(reply, refused(statusOf(error) < 500 ? 'invalidInput' : 'internal'));
        });
        tmdb.setNotFoundHandler((request, reply) =>
          send(reply, refused(request.method === 'GET' ? 'notFound' : 'wrongMethod')),
        );
        tmdb.get('/*', async (request, reply) => {
          const path = `/${Path.parse(request.params)['*']}`;
          return send(
            reply,
            await catalogue.answer(path, Query.parse(request.query), request.signal),
          );
        });
      },
      { prefix: '/catalogue/3' },
    );
  };
}

function send(reply: FastifyReply, { body, retryAfter, status }: CatalogueAnswer): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

function statusOf(error: unknown): number {
  return z.object({ statusCode: z.number() }).safeParse(error).data?.statusCode ?? 500;
}
