import {
  SCRAPE_BUDGET,
  ScrapeEmbedQuery,
  ScrapeQuery,
  ScrapeSourceQuery,
} from '@matinee/shared/contract/scrape';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { ApiError, speakable } from '#http/api-error.ts';
import { callerAddress } from '#http/caller-address.ts';
import { publicOrigin } from '#http/public-url.ts';
import { isReconnecting, sendEvents, type ServerSentEvent } from '#http/sse.ts';
import type { CaptchaTokens } from '#proxy/captcha-tokens.ts';
import { createSlots, type SlotLimits } from '#proxy/slots.ts';
import type { Delivery, Visitor } from './sign-streams.ts';
import { mediaOf, wishesOf } from './media.ts';
import type { ScraperFor, Search } from './scraper-for.ts';
import type { CachedScraper } from './run-cache.ts';
import { relayEvents, relayRun, withToken } from './sse-events.ts';
import type { Budgets } from '#accounts/rate-limits.ts';

// A HEAD request would run everything for nothing.
const getOnly = { exposeHeadRoute: false };

export interface ScrapeOptions {
  /** What of the findings a visitor gets; unset, all of them as they are. */
  readonly delivery?: Pick<Delivery, 'run' | 'sourceRun' | 'embedRun'>;
  readonly publicUrl?: string | undefined;
  /** Unset where everybody is believed to be a person. */
  readonly captchaTokens?: CaptchaTokens | undefined;
  /** How many may be searching at once. */
  readonly slots?: SlotLimits;
  /** Unset where an address may ask as often as it likes. */
  readonly budgets?: Budgets | undefined;
}

/** Lets a household behind one address search, without filling the queue of a host that all searches use. */
const SLOTS: SlotLimits = { total: 1_024, perClient: 16 };

export function scrapeRoutes(
  scraperFor: ScraperFor,
  { delivery = AS_FOUND, slots = SLOTS, ...about }: ScrapeOptions = {},
): FastifyPluginAsync {
  const relay = relayTo({ ...about, scraperFor, slots });
  return async (app) => {
    // What is refused before the query is read, in the shape of a query that is refused.
    app.setErrorHandler((error, _request, reply) => {
      const known = speakable(error);
      if (!known) throw error;
      if (known.retryAfterSeconds !== undefined) {
        reply.header('retry-after', Math.ceil(known.retryAfterSeconds));
      }
      return reply.code(known.status).send({ _errors: [known.message] });
    });
    app.get(
      '/scrape',
      getOnly,
      relay(ScrapeQuery, {
        isShared: (query, { run }) => run(mediaOf(query), wishesOf(query)),
        run: (query, visit) => {
          const { scraper, signal } = visit;
          const events = scraper.runAll(mediaOf(query), { signal, ...wishesOf(query) });
          return relayRun(delivery.run(events, visit));
        },
      }),
    );
    app.get(
      '/scrape/source',
      getOnly,
      relay(ScrapeSourceQuery, {
        isShared: (query, { source }) => source(query.id, mediaOf(query)),
        run: (query, visit) => {
          const { scraper, signal } = visit;
          const events = scraper.runSource(query.id, mediaOf(query), { signal });
          return relayEvents(delivery.sourceRun(query.id)(events, visit));
        },
      }),
    );
    app.get(
      '/scrape/embed',
      getOnly,
      relay(ScrapeEmbedQuery, {
        isShared: ({ id, url }, { embed }) => embed(id, url),
        run: ({ id, url }, visit) => {
          const { scraper, signal } = visit;
          return relayEvents(delivery.embedRun(scraper.runEmbed(id, url, { signal }), visit));
        },
      }),
    );
  };
}

const AS_FOUND: Pick<Delivery, 'run' | 'sourceRun' | 'embedRun'> = {
  run: (events) => events,
  sourceRun: () => (events) => events,
  embedRun: (events) => events,
};

interface Visit extends Visitor, Search {
  readonly signal: AbortSignal;
}

interface Relayed<Q> {
  /** Whether the answer is there, or on its way for somebody else: that costs nothing. */
  readonly isShared: (query: Q, among: CachedScraper['isShared']) => boolean;
  readonly run: (query: Q, visit: Visit) => AsyncIterable<ServerSentEvent>;
}

type RelayOptions = Omit<ScrapeOptions, 'delivery'> & {
  readonly scraperFor: ScraperFor;
  readonly slots: SlotLimits;
};

function relayTo({ publicUrl, captchaTokens, scraperFor, slots, budgets }: RelayOptions) {
  const places = createSlots(slots);
  return <Q>(schema: z.ZodType<Q>, { isShared, run }: Relayed<Q>): RouteHandlerMethod =>
    async (request, reply) => {
      // Whoever left while the hooks ran will not leave again.
      if (reply.raw.destroyed) return reply.send();
      const release = places.take(callerAddress(request.ip));
      if (!release) throw new ApiError(429, 'Too many searches at once; try again soon.', 5);
      reply.raw.once('close', release);
      // A browser that comes back has used its captcha up, and is told to stop anyhow.
      const human = isReconnecting(request) ? undefined : await humanOf(request, captchaTokens);
      if (human?.accepted === false) return refuse(reply, human.codes);
      const query = schema.safeParse(request.query);
      if (!query.success) return reply.code(400).send(z.formatError(query.error));
      const visitor = { ...(await scraperFor(request)), origin: publicOrigin(request, publicUrl) };
      const isFree = isReconnecting(request) || isShared(query.data, visitor.scraper.isShared);
      if (!isFree) await spend(budgets, request);
      return sendEvents(request, reply, (signal) =>
        withToken(human?.fresh, run(query.data, { ...visitor, signal })),
      );
    };
}

/** Throws where the address has started too many runs. */
async function spend(budgets: Budgets | undefined, { ip }: FastifyRequest): Promise<void> {
  // A search needs no database, so it goes on while that is away.
  const seconds = await budgets?.spend(SCRAPE_BUDGET, callerAddress(ip), 1).catch(() => undefined);
  if (seconds === undefined) return;
  throw new ApiError(429, `Too many searches. Try again in ${seconds} seconds.`, seconds);
}

const Proof = z.object({ token: z.string() });

/** `EventSource` cannot send headers, so the proof may stand in the query as well. */
async function humanOf(request: FastifyRequest, captchaTokens: CaptchaTokens | undefined) {
  if (!captchaTokens) return undefined;
  const given = Proof.safeParse(request.query).data?.token ?? request.headers['x-token'];
  const token = typeof given === 'string' ? given : undefined;
  return await captchaTokens.check(token, request.ip, request.signal);
}

/** In the words that clients of the family look for. */
function refuse(reply: FastifyReply, codes: readonly string[]): FastifyReply {
  return reply
    .code(401)
    .type('text/plain; charset=utf-8')
    .send(`Turnstile invalid, error codes: ${codes.join(', ')}`);
}
