import {
  SCRAPE_BUDGET,
  ScrapeEmbedQuery,
  ScrapeQuery,
  ScrapeSourceQuery,
  getMetadata,
  type ScrapeEmbedEvent,
  type ScrapeError,
  type ScrapeEvent,
  type ScrapeSourceEvent,
} from '@matinee/shared/contract/scrape';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { ApiError, toPublicError } from '#http/api-error.ts';
import { callerAddress } from '#http/caller-address.ts';
import { publicOrigin } from '#http/public-url.ts';
import { isReconnecting, sendEvents, type ServerSentEvent } from '#http/sse.ts';
import type { CaptchaTokens } from '#proxy/captcha-tokens.ts';
import { createClientLimiter, type ClientLimits } from '#http/concurrency-limiter.ts';
import type { StreamSigner, Requester } from './sign-streams.ts';
import type { ScraperFor, ScraperAccess } from './source-access.ts';
import type { CachedScraper } from './run-cache.ts';
import type { RateLimiter } from '#accounts/rate-limits.ts';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { RunOptions, Scraper, SourcePreferences } from '@matinee/sources/scraper';
import { inLegacyOrder } from '@matinee/sources/legacy-event-order';
import { countRejection } from '#lib/measurements.ts';

// A HEAD request would run a search and discard the result.
const getOnly = { exposeHeadRoute: false };

export interface ScrapeRouteOptions {
  /** Signs the streams of each client. Unset: streams are unchanged. */
  readonly streamSigner?: Pick<StreamSigner, 'run' | 'sourceRun' | 'embedRun'>;
  readonly publicUrl?: string | undefined;
  /** Unset if no captcha is required. */
  readonly captchaTokens?: CaptchaTokens | undefined;
  /** Limits of concurrent searches. */
  readonly slots?: ClientLimits;
  /** Unset if searches are unlimited. */
  readonly rateLimiter?: RateLimiter | undefined;
}

/** Enough for a household behind one address, but too few to fill the queue of a host that all searches use. */
const SLOTS: ClientLimits = { total: 1_024, perClient: 16 };

export function scrapeRoutes(
  scraperFor: ScraperFor,
  { streamSigner = UNSIGNED, slots = SLOTS, ...about }: ScrapeRouteOptions = {},
): FastifyPluginAsync {
  const relay = createRelayHandler({ ...about, scraperFor, slots });
  return async (app) => {
    // Give errors before validation the format of validation errors.
    app.setErrorHandler((error, _request, reply) => {
      const publicError = toPublicError(error);
      if (!publicError) throw error;
      if (publicError.retryAfterSeconds !== undefined) {
        reply.header('retry-after', Math.ceil(publicError.retryAfterSeconds));
      }
      return reply.code(publicError.status).send({ _errors: [publicError.message] });
    });
    app.get(
      '/scrape',
      getOnly,
      relay(ScrapeQuery, {
        isShared: (query, { run }) => run(mediaOf(query), runOptionsOf(query)),
        run: (query, visit) => {
          const { signal } = visit;
          const events = scraperOf(query, visit).runAll(mediaOf(query), {
            signal,
            ...runOptionsOf(query),
          });
          return relayRun(streamSigner.run(events, visit));
        },
      }),
    );
    app.get(
      '/scrape/source',
      getOnly,
      relay(ScrapeSourceQuery, {
        isShared: (query, { source }) => source(query.id, mediaOf(query), query),
        run: (query, visit) => {
          const { signal } = visit;
          const { id, capabilities } = query;
          const options = { signal, capabilities };
          const events = scraperOf(query, visit).runSource(id, mediaOf(query), options);
          return relayEvents(streamSigner.sourceRun(query.id)(events, visit));
        },
      }),
    );
    app.get(
      '/scrape/embed',
      getOnly,
      relay(ScrapeEmbedQuery, {
        isShared: ({ id, url }, { embed }) => embed(id, url),
        run: (query, visit) => {
          const { id, url } = query;
          const events = scraperOf(query, visit).runEmbed(id, url, { signal: visit.signal });
          return relayEvents(streamSigner.embedRun(events, visit));
        },
      }),
    );
  };
}

const UNSIGNED: Pick<StreamSigner, 'run' | 'sourceRun' | 'embedRun'> = {
  run: (events) => events,
  sourceRun: () => (events) => events,
  embedRun: (events) => events,
};

interface ScrapeVisit extends Requester, ScraperAccess {
  readonly signal: AbortSignal;
}

interface Repeatable {
  readonly fresh?: boolean | undefined;
}

const scraperOf = ({ fresh }: Repeatable, { scraper }: ScrapeVisit): Scraper =>
  fresh ? scraper.fresh : scraper;

interface RelayRoute<Q extends Repeatable> {
  /** Returns whether the result is cached or in progress, and thus free. */
  readonly isShared: (query: Q, among: CachedScraper['isShared']) => boolean;
  readonly run: (query: Q, visit: ScrapeVisit) => AsyncIterable<ServerSentEvent>;
}

type RelayHandlerOptions = Omit<ScrapeRouteOptions, 'delivery'> & {
  readonly scraperFor: ScraperFor;
  readonly slots: ClientLimits;
};

function createRelayHandler({
  publicUrl,
  captchaTokens,
  scraperFor,
  slots,
  rateLimiter,
}: RelayHandlerOptions) {
  const limiter = createClientLimiter(slots);
  return <Q extends Repeatable>(
      schema: z.ZodType<Q>,
      { isShared, run }: RelayRoute<Q>,
    ): RouteHandlerMethod =>
    async (request, reply) => {
      // A client that left during the hooks emits no further close event.
      if (reply.raw.destroyed) return reply.send();
      const release = limiter.acquire(callerAddress(request.ip));
      if (!release) {
        countRejection('searches at once');
        throw new ApiError(429, 'Too many searches at once. Try again in a moment.', 5);
      }
      reply.raw.once('close', release);
      // A reconnecting browser has already used its captcha token, and gets 204 anyway.
      const captcha = isReconnecting(request)
        ? undefined
        : await checkCaptcha(request, captchaTokens);
      if (captcha?.accepted === false) return sendCaptchaError(reply, captcha.codes);
      const query = schema.safeParse(request.query);
      if (!query.success) return reply.code(400).send(z.formatError(query.error));
      const requester = {
        ...(await scraperFor(request)),
        origin: publicOrigin(request, publicUrl),
      };
      const { scraper } = requester;
      const isReplayed = !query.data.fresh && isShared(query.data, scraper.isShared);
      const isFree = isReconnecting(request) || isReplayed;
      if (!isFree) await consumeBudget(rateLimiter, request);
      return sendEvents(request, reply, (signal) =>
        withToken(captcha?.fresh, run(query.data, { ...requester, signal })),
      );
    };
}

/** Throws if the address has started too many runs. */
async function consumeBudget(
  rateLimiter: RateLimiter | undefined,
  { ip }: FastifyRequest,
): Promise<void> {
  // A search needs no database, so it continues while that is down.
  const seconds = await rateLimiter
    ?.consume(SCRAPE_BUDGET, callerAddress(ip), 1)
    .catch(() => undefined);
  if (seconds === undefined) return;
  throw new ApiError(
    429,
    `Too many searches. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    seconds,
  );
}

const CaptchaProof = z.object({ token: z.string() });

/** Also reads the token from the query, because `EventSource` can't send headers. */
async function checkCaptcha(request: FastifyRequest, captchaTokens: CaptchaTokens | undefined) {
  if (!captchaTokens) return undefined;
  const given = CaptchaProof.safeParse(request.query).data?.token ?? request.headers['x-token'];
  const token = typeof given === 'string' ? given : undefined;
  return await captchaTokens.check(token, request.ip, request.signal);
}

/** Sends the text that movie-web clients look for. */
function sendCaptchaError(reply: FastifyReply, codes: readonly string[]): FastifyReply {
  return reply
    .code(401)
    .type('text/plain; charset=utf-8')
    .send(`Turnstile invalid, error codes: ${codes.join(', ')}`);
}

/** Converts the query to the sources' types. */
export function mediaOf(query: ScrapeQuery | ScrapeSourceQuery): ScrapeMedia {
  const { title, releaseYear, tmdbId, imdbId, runtime, file } = query;
  const about = { title, releaseYear, tmdbId, imdbId, runtime, file };
  if (query.type === 'movie') return { type: 'movie', ...about };
  return {
    type: 'show',
    ...about,
    season: { number: query.seasonNumber, tmdbId: query.seasonTmdbId },
    episode: {
      number: query.episodeNumber,
      tmdbId: query.episodeTmdbId,
      title: query.episodeTitle,
    },
  };
}

export function runOptionsOf({
  sourceOrder,
  disabledSources,
  capabilities,
}: ScrapeQuery): SourcePreferences & Pick<RunOptions, 'capabilities'> {
  return { order: sourceOrder, without: disabledSources, capabilities };
}

export function metadataRoutes(scraperFor: ScraperFor): FastifyPluginAsync {
  return async (app) => {
    app.get(getMetadata.path, { config: { endpoint: getMetadata } }, async (request) => {
      const { scraper } = await scraperFor(request);
      return scraper.metadata();
    });
  };
}

type RelayEvent = ScrapeEvent | ScrapeSourceEvent | ScrapeEmbedEvent;

function relayRun(events: AsyncIterable<ScrapeEvent>): AsyncIterable<ServerSentEvent> {
  return relayEvents(inLegacyOrder(events));
}

/** Sends a new token first. The client stores it for later requests. */
async function* withToken(
  fresh: string | undefined,
  events: AsyncIterable<ServerSentEvent>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  if (fresh !== undefined) yield { event: 'token', data: JSON.stringify(fresh) };
  yield* events;
}

/** Formats events for movie-web clients, for which the order of keys matters. */
async function* relayEvents(
  events: AsyncIterable<RelayEvent>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  for await (const event of events) {
    const data = dataOf(event);
    // Send an empty data line for "nothing found". Browsers don't dispatch an event without data.
    yield { event: event.type, data: data === undefined ? '' : JSON.stringify(data) };
  }
}

function dataOf(event: RelayEvent): unknown {
  switch (event.type) {
    case 'init':
      return { sourceIds: event.sourceIds };
    case 'start':
      return event.id;
    case 'update': {
      const { id, percentage, status, reason, error, cause } = event;
      return { id, percentage, status, reason, error: error && pick(error), cause };
    }
    case 'discoverEmbeds':
      return { embeds: event.embeds, sourceId: event.sourceId };
    case 'race':
      return { running: event.running };
    case 'completed':
      return resultOf(event);
    case 'error':
      return { ...pick(event), cause: event.cause };
    case 'noOutput':
      return undefined;
  }
}

function resultOf(event: Extract<RelayEvent, { type: 'completed' }>): unknown {
  if ('sourceId' in event) {
    return { sourceId: event.sourceId, embedId: event.embedId, stream: event.stream };
  }
  if ('embeds' in event) return { embeds: event.embeds, stream: event.stream };
  return { stream: event.stream };
}

/** Selects the only two fields that clients may see. */
function pick({ name, message }: { readonly name: string; readonly message: string }): ScrapeError {
  return { name, message };
}
