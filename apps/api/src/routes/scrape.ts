import { ScrapeEmbedQuery, ScrapeQuery, ScrapeSourceQuery } from '@matinee/shared/contract/scrape';
import type { Scraper } from '@matinee/sources/run';
import type { FastifyPluginAsync, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { speakable } from '#http/api-error.ts';
import { ownOrigin } from '#http/origin.ts';
import { sendEvents, type ServerSentEvent } from '#http/sse.ts';
import type { Delivery } from '#scraping/deliver.ts';
import { mediaOf } from '#scraping/media.ts';
import { relayEvents, relayRun } from '#scraping/wire.ts';

// A HEAD request would run everything for nothing.
const getOnly = { exposeHeadRoute: false };

export interface ScrapeOptions {
  /** What of the findings a visitor gets; unset, all of them as they are. */
  readonly delivery?: Pick<Delivery, 'run' | 'sourceRun' | 'embedRun'>;
  readonly publicUrl?: string | undefined;
}

export function scrapeRoutes(
  { runAll, runSource, runEmbed }: Scraper,
  { delivery = AS_FOUND, publicUrl }: ScrapeOptions = {},
): FastifyPluginAsync {
  const relay = relayTo(publicUrl);
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
      relay(ScrapeQuery, (query, { signal, origin }) =>
        relayRun(delivery.run(runAll(mediaOf(query), { signal }), origin)),
      ),
    );
    app.get(
      '/scrape/source',
      getOnly,
      relay(ScrapeSourceQuery, (query, { signal, origin }) =>
        relayEvents(
          delivery.sourceRun(query.id)(runSource(query.id, mediaOf(query), { signal }), origin),
        ),
      ),
    );
    app.get(
      '/scrape/embed',
      getOnly,
      relay(ScrapeEmbedQuery, ({ id, url }, { signal, origin }) =>
        relayEvents(delivery.embedRun(runEmbed(id, url, { signal }), origin)),
      ),
    );
  };
}

const AS_FOUND: Pick<Delivery, 'run' | 'sourceRun' | 'embedRun'> = {
  run: (events) => events,
  sourceRun: () => (events) => events,
  embedRun: (events) => events,
};

interface Visit {
  readonly signal: AbortSignal;
  /** Under which the visitor sees this server. */
  readonly origin: string;
}

function relayTo(publicUrl: string | undefined) {
  return <Q>(
      schema: z.ZodType<Q>,
      run: (query: Q, visit: Visit) => AsyncIterable<ServerSentEvent>,
    ): RouteHandlerMethod =>
    (request, reply) => {
      const query = schema.safeParse(request.query);
      if (!query.success) return reply.code(400).send(z.formatError(query.error));
      const origin = ownOrigin(request, publicUrl);
      return sendEvents(request, reply, (signal) => run(query.data, { signal, origin }));
    };
}
