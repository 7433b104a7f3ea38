// The client of a scrape relay: a complete run, one source, or one embed.
import type { EventSourceMessage } from 'eventsource-parser';
import type { ZodType } from 'zod';
import { ScrapeEmbedEvent, ScrapeEvent, ScrapeSourceEvent } from '@matinee/shared/contract/scrape';
import { capabilitiesText, type Capabilities } from '@matinee/shared/media/capabilities';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { storeToken, withHumanProof } from '#data/streams/proxies/human-check.ts';
import { fetchWatched } from '#lib/http.ts';
import { readEvents, SseError } from '#lib/sse.ts';
import {
  describeResponse,
  RelayError,
  TooManySearches,
  eventOf,
  json,
  parsed,
  singleEventOf,
} from './relay-response.ts';
import { sessionHeaders } from '../session.ts';

/** Relays send a heartbeat every 15 s, and a run ends within 30 s. */
const LIMITS = { idleMs: 45_000, maxBytes: 4 * 1024 * 1024 };
const RESPONSE_TIMEOUT_MS = 20_000;
const FINAL_EVENTS = new Set(['completed', 'noOutput', 'error']);

export function scrapeThroughRelay(
  base: string,
  { media, ...options }: { readonly media: ScrapeMedia } & RunRequest,
  signal: AbortSignal,
): AsyncGenerator<ScrapeEvent, void> {
  const path = `/scrape?${runQuery(media, options)}`;
  return events({ base, path, schema: ScrapeEvent, read: eventOf }, signal);
}

export function runSourceThroughRelay(
  base: string,
  run: SourceRequest,
  signal: AbortSignal,
): AsyncGenerator<ScrapeSourceEvent, void> {
  const path = `/scrape/source?${sourceQuery(run)}`;
  return events({ base, path, schema: ScrapeSourceEvent, read: singleEventOf }, signal);
}

export function runEmbedThroughRelay(
  base: string,
  run: EmbedRequest,
  signal: AbortSignal,
): AsyncGenerator<ScrapeEmbedEvent, void> {
  const path = `/scrape/embed?${embedQuery(run)}`;
  return events({ base, path, schema: ScrapeEmbedEvent, read: singleEventOf }, signal);
}

interface RelayRequest {
  /** The relay's URL. */
  readonly base: string;
  readonly path: string;
}

interface EventStream<E> extends RelayRequest {
  readonly schema: ZodType<E>;
  /** Undefined for an event that changes nothing. */
  readonly read: (message: EventSourceMessage) => unknown;
}

async function* events<E>(
  { schema, read, ...request }: EventStream<E>,
  signal: AbortSignal,
): AsyncGenerator<E, void> {
  for await (const message of messages(request, signal)) {
    const event = read(message);
    if (event !== undefined) yield parsed(schema, event);
  }
}

/** Yields all messages, up to and including the final one. */
async function* messages(
  request: RelayRequest,
  signal: AbortSignal,
): AsyncGenerator<EventSourceMessage, void> {
  const body = await open(request, signal);
  try {
    for await (const message of readEvents(body, LIMITS)) {
      if (message.event === 'token') storeToken(json(message));
      yield message;
      if (message.event !== undefined && FINAL_EVENTS.has(message.event)) return;
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

async function open(
  request: RelayRequest,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await withHumanProof({
    signal,
    send: (proof) => fetchEvents(withProof(request, proof), signal),
    isRejection: ({ status }) => status === 401,
  });
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (response.ok && isEvents && response.body) return response.body;
  const explanation = await describeResponse(response);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (response.status === 429 && retryAfter > 0) throw new TooManySearches(explanation, retryAfter);
  throw new RelayError(
    response.status >= 500 || response.ok ? 'unreachable' : 'rejected',
    explanation,
  );
}

/** Relays read the proof from the query. */
function withProof({ base, path }: RelayRequest, proof: string | undefined): RelayRequest {
  if (proof === undefined) return { base, path };
  return { base, path: `${path}&token=${encodeURIComponent(proof)}` };
}

async function fetchEvents({ base, path }: RelayRequest, signal: AbortSignal): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), RESPONSE_TIMEOUT_MS);
  try {
    return await fetchWatched(`${base}${path}`, {
      headers: { accept: 'text/event-stream', ...sessionHeaders(base) },
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([signal, timeout.signal]),
    });
  } catch {
    signal.throwIfAborted();
    throw new RelayError('unreachable', "The relay can't be reached");
  } finally {
    clearTimeout(timer);
  }
}

function mediaQuery(media: ScrapeMedia): URLSearchParams {
  const query = new URLSearchParams({
    type: media.type,
    title: media.title,
    releaseYear: String(media.releaseYear),
    tmdbId: media.tmdbId,
  });
  if (media.imdbId) query.set('imdbId', media.imdbId);
  if (media.runtime) query.set('runtime', String(media.runtime));
  if (media.file) query.set('file', media.file);
  if (media.type === 'movie') return query;
  query.set('seasonNumber', String(media.season.number));
  query.set('seasonTmdbId', media.season.tmdbId);
  query.set('episodeNumber', String(media.episode.number));
  query.set('episodeTmdbId', media.episode.tmdbId);
  if (media.episode.title) query.set('episodeTitle', media.episode.title);
  return query;
}

function titleQuery(
  media: ScrapeMedia,
  { capabilities, isFresh }: Pick<RunRequest, 'capabilities' | 'isFresh'>,
): URLSearchParams {
  const query = mediaQuery(media);
  if (isFresh) query.set('fresh', 'true');
  if (capabilities) query.set('capabilities', capabilitiesText(capabilities));
  return query;
}

/** The user's preferences; other relays ignore them. */
export interface RelayPreferences {
  /** Ids that come first. */
  readonly order?: readonly string[] | undefined;
  /** Ids to leave out. */
  readonly without?: readonly string[] | undefined;
}

interface Repeatable {
  /** Skips the cached result, because the viewer repeats the search. */
  readonly isFresh?: boolean | undefined;
}

interface EmbedRequest extends Repeatable {
  readonly id: string;
  readonly url: string;
}

interface RunRequest extends RelayPreferences, Repeatable {
  /** The capabilities of this browser; other relays ignore them. */
  readonly capabilities?: Capabilities | undefined;
}

interface SourceRequest extends Pick<RunRequest, 'capabilities' | 'isFresh'> {
  readonly id: string;
  readonly media: ScrapeMedia;
}

export function runQuery(media: ScrapeMedia, { order = [], without = [], ...request }: RunRequest) {
  const query = titleQuery(media, request);
  if (order.length > 0) query.set('sourceOrder', order.join(','));
  if (without.length > 0) query.set('disabledSources', without.join(','));
  return query;
}

function sourceQuery({ id, media, ...request }: SourceRequest): URLSearchParams {
  const query = titleQuery(media, request);
  query.set('id', id);
  return query;
}

function embedQuery({ id, url, isFresh }: EmbedRequest): URLSearchParams {
  return new URLSearchParams({ id, url, ...(isFresh && { fresh: 'true' }) });
}
