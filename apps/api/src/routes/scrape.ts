import { ScrapeEmbedQuery, ScrapeQuery, ScrapeSourceQuery } from '@matinee/shared/contract/scrape';
import type { Scraper } from '@matinee/sources/run';
import type { FastifyPluginAsync, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { speakable } from '#http/api-error.ts';
import { sendEvents, type ServerSentEvent } from '#http/sse.ts';
import { mediaOf } from '#scraping/media.ts';
import { relayEvents, relayRun } from '#scraping/wire.ts';

// A HEAD request would run everything for nothing.
const getOnly = { exposeHeadRoute: false };

export function scrapeRoutes({ runAll, runSource, runEmbed }: Scraper): FastifyPluginAsync {
  return async (app) => {
    // What is refused before the query is read, in the shape of a query that is refused.
    app.setErrorHandler((error, _request, reply) => {
      const known = speakable(error);
      if (!known) throw error;
      return reply.code(known.status).send({ _errors: [known.message] });
    });
    app.get(
      '/scrape',
      getOnly,
      relay(ScrapeQuery, (query, signal) => relayRun(runAll(mediaOf(query), { signal }))),
    );
    app.get(
      '/scrape/source',
      getOnly,
      relay(ScrapeSourceQuery, (query, signal) =>
        relayEvents(runSource(query.id, mediaOf(query), { signal })),
      ),
    );
    app.get(
      '/scrape/embed',
      getOnly,
      relay(ScrapeEmbedQuery, ({ id, url }, signal) => relayEvents(runEmbed(id, url, { signal }))),
    );
  };
}

function relay<Q>(
  schema: z.ZodType<Q>,
  run: (query: Q, signal: AbortSignal) => AsyncIterable<ServerSentEvent>,
): RouteHandlerMethod {
  return (request, reply) => {
    const query = schema.safeParse(request.query);
    if (!query.success) return reply.code(400).send(z.formatError(query.error));
    return sendEvents(request, reply, (signal) => run(query.data, signal));
  };
}
