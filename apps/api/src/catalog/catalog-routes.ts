import { getCatalogueStatus } from '@matinee/shared/contract/catalog';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { errorResponse, type CatalogErrorName, type CatalogResponse } from './response.ts';
import type { Catalog } from './catalog.ts';
import { toPublicError, type PublicError } from '#http/api-error.ts';
import { logRequestError } from '#http/log.ts';
import { route } from '#http/route.ts';

const Query = z.record(z.string(), z.unknown());
const Path = z.object({ '*': z.string() });

/** Returns the catalog for a request, which may depend on the user. */
export type CatalogFor = (request: FastifyRequest) => Promise<Pick<Catalog, 'get'>>;

export function catalogRoutes(
  catalog: Catalog,
  catalogFor: CatalogFor = async () => catalog,
): FastifyPluginAsync {
  return async (app) => {
    app.route({ ...route(getCatalogueStatus), handler: () => catalog.status() });
    await app.register((tmdb) => tmdbRoutes(tmdb, catalogFor), { prefix: '/catalogue/3' });
  };
}

/** Registers routes with errors in TMDB's format. */
async function tmdbRoutes(app: FastifyInstance, catalogFor: CatalogFor): Promise<void> {
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) =>
    send(reply, errorResponse(request.method === 'GET' ? 'notFound' : 'wrongMethod')),
  );
  app.get('/*', async (request, reply) => {
    const path = `/${Path.parse(request.params)['*']}`;
    const catalog = await catalogFor(request);
    return send(reply, await catalog.get(path, Query.parse(request.query), request.signal));
  });
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, retryAfterSeconds } = toPublicError(error) ?? INTERNAL;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
  else if (status >= 500 && !request.signal.aborted) logRequestError(request, error);
  return send(reply, errorResponse(nameOf(status)));
}

const INTERNAL: PublicError = { status: 500, message: '' };

function nameOf(status: number): CatalogErrorName {
  if (status === 429) return 'tooManyRequests';
  if (status === 503 || status === 507) return 'unavailable';
  return status < 500 ? 'invalidInput' : 'internal';
}

function send(reply: FastifyReply, { body, retryAfter, status }: CatalogResponse): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}
