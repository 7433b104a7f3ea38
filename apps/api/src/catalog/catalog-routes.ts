import { getCatalogueStatus } from '@matinee/shared/contract/catalog';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refused, type CatalogResponse } from './response.ts';
import type { Catalog } from './catalog.ts';
import { ApiError } from '#http/api-error.ts';
import { route } from '#http/route.ts';

const Query = z.record(z.string(), z.unknown());
const Path = z.object({ '*': z.string() });
const Refused = z.object({ statusCode: z.number() });

export function catalogueRoutes(catalogue: Catalog): FastifyPluginAsync {
  return async (app) => {
    app.route({ ...route(getCatalogueStatus), handler: () => catalogue.status() });
    await app.register((tmdb) => tmdbRoutes(tmdb, catalogue), { prefix: '/catalogue/3' });
  };
}

/** Below this prefix even failures speak TMDB's language, whatever the rest of the API says. */
async function tmdbRoutes(app: FastifyInstance, catalogue: Catalog): Promise<void> {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) =>
    send(reply, refused(request.method === 'GET' ? 'notFound' : 'wrongMethod')),
  );
  app.get('/*', async (request, reply) => {
    const path = `/${Path.parse(request.params)['*']}`;
    return send(reply, await catalogue.answer(path, Query.parse(request.query), request.signal));
  });
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status =
    error instanceof ApiError ? error.status : Refused.safeParse(error).data?.statusCode;
  const isOurs = status === undefined || status >= 500;
  if (isOurs && !request.signal.aborted) request.log.error({ err: error }, 'request failed');
  return send(reply, refused(isOurs ? 'internal' : 'invalidInput'));
}

function send(reply: FastifyReply, { body, retryAfter, status }: CatalogResponse): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}
