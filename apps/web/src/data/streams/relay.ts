// The scrape relay's three event streams; the event's name, never the shape of its data, says what it is.
import type { EventSourceMessage } from 'eventsource-parser';
import type { ZodType } from 'zod';
import { ScrapeEmbedEvent, ScrapeEvent, ScrapeSourceEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { withHumanProof } from '#data/streams/proxies/human-check.ts';
import { keepToken } from '#data/streams/proxies/token.ts';
import { fetchWatched } from '#lib/http.ts';
import { readEvents, SseError } from '#lib/sse.ts';
import { acceptStreams } from './accepted-stream.ts';
import { RelayError, TooManySearches } from './relay-error.ts';
import { embedQuery, runQuery, sourceQuery, type Wishes } from './relay-query.ts';
import { explainRefusal } from './relay-refusal.ts';
import { sessionHeaders } from './relay-session.ts';

// The relay's heart beats every 15 s and a whole run ends within 30 s.
const LIMITS = { idleMs: 45_000, maxBytes: 4 * 1024 * 1024 };
const ANSWER_WITHIN_MS = 20_000;
const UNEXPLAINED = { name: 'Error', message: 'The scrape service failed' };
const ENDINGS = new Set(['completed', 'noOutput', 'error']);

export function scrapeThroughRelay(
  base: string,
  { media, ...wishes }: { readonly media: ScrapeMedia } & Wishes,
  signal: AbortSignal,
): AsyncGenerator<ScrapeEvent, void> {
  const path = `/scrape?${runQuery(media, wishes)}`;
  return events({ base, path, schema: ScrapeEvent, read: eventOf }, signal);
}

export function runSourceThroughRelay(
  base: string,
  run: { id: string; media: ScrapeMedia },
  signal: AbortSignal,
): AsyncGenerator<ScrapeSourceEvent, void> {
  const path = `/scrape/source?${sourceQuery(run.id, run.media)}`;
  return events({ base, path, schema: ScrapeSourceEvent, read: singleEventOf }, signal);
}

export function runEmbedThroughRelay(
  base: string,
  run: { id: string; url: string },
  signal: AbortSignal,
): AsyncGenerator<ScrapeEmbedEvent, void> {
  const path = `/scrape/embed?${embedQuery(run.id, run.url)}`;
  return events({ base, path, schema: ScrapeEmbedEvent, read: singleEventOf }, signal);
}

interface Address {
  /** Of the relay. */
  readonly base: string;
  readonly path: string;
}

interface Call<E> extends Address {
  readonly schema: ZodType<E>;
  /** Undefined for an event that changes nothing. */
  readonly read: (message: EventSourceMessage) => unknown;
}

async function* events<E>(
  { schema, read, ...address }: Call<E>,
  signal: AbortSignal,
): AsyncGenerator<E, void> {
  for await (const message of messages(address, signal)) {
    const event = read(message);
    if (event !== undefined) yield parsed(schema, event);
  }
}

/** Every message up to and including the one that ends the run. */
async function* messages(
  address: Address,
  signal: AbortSignal,
): AsyncGenerator<EventSourceMessage, void> {
  const body = await open(address, signal);
  try {
    for await (const message of readEvents(body, LIMITS)) {
      if (message.event === 'token') keepToken(json(message));
      yield message;
      if (message.event !== undefined && ENDINGS.has(message.event)) return;
      if (message.event === undefined) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RelayError) throw error;
    const cause = error instanceof SseError ? error.message : 'The connection was lost';
    throw new RelayError('broken', `SSE closed improperly: ${cause}`);
  }
  throw new RelayError('broken', 'SSE closed improperly');
}

async function open(address: Address, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await withHumanProof({
    signal,
    send: (proof) => ask(withProof(address, proof), signal),
    isRefusal: ({ status }) => status === 401,
  });
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (response.ok && isEvents && response.body) return response.body;
  const explanation = await explainRefusal(response);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (response.status === 429 && retryAfter > 0) throw new TooManySearches(explanation, retryAfter);
  throw new RelayError(
    response.status >= 500 || response.ok ? 'unreachable' : 'refused',
    explanation,
  );
}

/** Relays of the family look for it in the query. */
function withProof({ base, path }: Address, proof: string | undefined): Address {
  if (proof === undefined) return { base, path };
  return { base, path: `${path}&token=${encodeURIComponent(proof)}` };
}

async function ask({ base, path }: Address, signal: AbortSignal): Promise<Response> {
  const answering = new AbortController();
  const timer = setTimeout(() => answering.abort(), ANSWER_WITHIN_MS);
  try {
    return await fetchWatched(`${base}${path}`, {
      headers: { accept: 'text/event-stream', ...sessionHeaders(base) },
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([signal, answering.signal]),
    });
  } catch {
    signal.throwIfAborted();
    throw new RelayError('unreachable', 'The scrape service cannot be reached');
  } finally {
    clearTimeout(timer);
  }
}

/** Undefined for what does not change the run: a token, or what newer relays may say. */
function eventOf(message: EventSourceMessage): unknown {
  switch (message.event) {
    case 'init':
    case 'update':
    case 'discoverEmbeds':
    case 'race':
      return withType(message.event, json(message));
    case 'completed':
      return withType('completed', acceptStreams(json(message)));
    case 'start':
      return { type: 'start', id: json(message) };
    case 'noOutput':
      return { type: 'noOutput' };
    case 'error':
      return { ...UNEXPLAINED, ...withType('error', message.data === '' ? {} : json(message)) };
    default:
      return undefined;
  }
}

/** Some relays end a single run that found nothing as they end a whole one. */
function singleEventOf(message: EventSourceMessage): unknown {
  switch (message.event) {
    case 'noOutput':
      return { type: 'error', name: 'NotFoundError', message: 'No streams found' };
    case 'update':
    case 'completed':
    case 'error':
      return eventOf(message);
    default:
      return undefined;
  }
}

function withType(type: string, data: unknown): { type: string } {
  return typeof data === 'object' ? { ...data, type } : { type };
}

function json(message: EventSourceMessage): unknown {
  try {
    return JSON.parse(message.data);
  } catch {
    throw new RelayError('broken', `The scrape service sent a broken "${message.event}" event`);
  }
}

function parsed<T>(schema: ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new RelayError('broken', 'The scrape service sent an event that is not of its protocol');
}
