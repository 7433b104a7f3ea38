import { NotFoundError } from '@matinee/sources/source';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { ApiError, forbidden, notFound } from '#http/api-error.ts';
import type { Caller } from '#http/caller-address.ts';
import { decoded } from '#proxy/decompress.ts';
import type { AnswerHead } from '#proxy/pipe-response.ts';
import { describeFailure, type UpstreamResponse } from '#proxy/http-client.ts';
import { continued, peeked } from './peek-stream.ts';
import type { Throttle } from './bandwidth.ts';
import { fileHeaders, isPlaylistType, partOf, playlistHeaders } from './headers.ts';
import { linksFrom } from './link.ts';
import type { PassthroughTarget, OpenStream } from './stream-source.ts';
import { InvalidPlaylistError } from './invalid-playlist.ts';
import { isPlaylistStart, rewritePlaylist } from './rewrite-playlist.ts';
import type { Reach, Ticket, Tickets } from './stream-token.ts';
import type { AdmitTicket } from './token-access.ts';
import type { Usage } from './viewer-limits.ts';

export interface StreamRequest {
  readonly ticket: string;
  /** The part of the path after the ticket. */
  readonly name?: string | undefined;
  readonly method: 'GET' | 'HEAD';
  readonly headers: IncomingHttpHeaders;
  /** What a player wants of a live playlist: `_HLS_msn` and its kin. */
  readonly directives: () => Readonly<Record<string, string>>;
  readonly caller: Caller;
  /** The connection that the answer goes over. */
  readonly socket: Pick<Socket, 'bytesWritten'>;
  /** Where the answer goes, for what may go straight there. When it has closed, however that came, nobody waits any more. */
  readonly into: ServerResponse;
  /** Writes the head of such an answer. */
  readonly begin: (answer: StreamAnswer) => void;
}

export interface StreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readable;
}

/** Opens a ticket and hands on what is behind it, undefined when that has gone already; throws what the visitor is told. */
export type StreamRelay = (request: StreamRequest) => Promise<StreamAnswer | undefined>;

export interface StreamRelayOptions {
  readonly tickets: Tickets;
  readonly admit: AdmitTicket;
  readonly open: Readonly<Record<Reach, OpenStream>>;
  readonly usage: Usage;
  /** Something of an own stream is read. */
  readonly onRead?: (session: string, url: string) => void;
  readonly throttle: Throttle;
  /** Whether bodies may flow past the throttle. */
  readonly isStraight: boolean;
  readonly userAgent: string;
}

const EXPECTED: ReadonlySet<number> = new Set([200, 206, 304, 416]);

export function createStreamRelay(options: StreamRelayOptions): StreamRelay {
  const { tickets, admit, usage } = options;

  return async (request) => {
    const ticket = tickets.read(request.ticket, request.name);
    await admit(ticket, request);
    const session = ticket.session.toString('base64url');
    const { caller, into, socket } = request;
    const leave = usage.enter(session, {
      ...caller,
      isSignedIn: ticket.accountSession !== undefined,
      bytesSent: () => socket.bytesWritten,
      end: () => void into.destroy(),
    });
    if (into.destroyed) leave();
    else into.once('close', leave);
    if (ticket.reach === 'own') options.onRead?.(session, ticket.url);
    const answer = await openTicket(ticket, request, options);
    if (!answer) return undefined;
    try {
      return await answerWith(answer, { ticket, request, options });
    } catch (error) {
      answer.body.destroy();
      throw asApiError(error);
    }
  };
}

async function openTicket(
  ticket: Ticket,
  { method, headers: asked, directives, into, begin }: StreamRequest,
  { open, userAgent, isStraight }: StreamRelayOptions,
): Promise<UpstreamResponse | undefined> {
  const { url, kind, headers, reach } = ticket;
  const isPlaylist = kind === 'playlist';
  const straight: PassthroughTarget = {
    into,
    begin: (head) => {
      if (!isPlain(head)) return false;
      begin({ status: head.status, headers: cachedBy(ticket, fileHeaders(head)) });
      return true;
    },
  };
  try {
    return await open[reach](isPlaylist ? withDirectives(url, directives()) : url, {
      method,
      signal: () => leavingOf(into),
      straight: isStraight && !isPlaylist ? straight : undefined,
      headers: {
        'user-agent': userAgent,
        accept: '*/*',
        ...headers,
        // A playlist is read here; media is small already, and a part of an encoded file would be of no use.
        'accept-encoding': isPlaylist ? 'gzip, deflate, br' : 'identity',
        ...(!isPlaylist && partOf(asked)),
      },
    });
  } catch (error) {
    throw asApiError(error);
  }
}

/** Fires when whoever is answered has left. */
function leavingOf(into: ServerResponse): AbortSignal {
  const left = new AbortController();
  if (into.destroyed) left.abort(LEFT);
  else into.once('close', () => left.abort(LEFT));
  return left.signal;
}

/** One for all, since making one costs more than all else about leaving. */
const LEFT = new Error('The visitor has left.');

interface Answering {
  readonly ticket: Ticket;
  readonly request: StreamRequest;
  readonly options: StreamRelayOptions;
}

async function answerWith(answer: UpstreamResponse, answering: Answering): Promise<StreamAnswer> {
  const { ticket, request, options } = answering;
  const { status, headers } = answer;
  if (!EXPECTED.has(status)) throw refusedBy(answer);
  if (ticket.kind === 'playlist' || isPlaylistType(headers['content-type'])) {
    return await answerPlaylist(answer, answering);
  }
  const ours = cachedBy(ticket, fileHeaders(answer));
  if (request.method === 'HEAD' || status === 304 || status === 416) {
    answer.body.destroy();
    return { status, headers: ours };
  }
  if (isPlain(answer)) {
    return { status, headers: ours, body: options.throttle(answer.body) };
  }
  // Some servers call a playlist plain text or bytes, and some sources take it for a file.
  const { start, body } = await peeked(answer.body);
  if (isPlaylistStart(start)) return await answerPlaylist({ ...answer, body }, answering);
  return { status, headers: ours, body: options.throttle(body) };
}

/** A cache would go on serving what ends with a session, and a shared one would serve it to anybody. */
function cachedBy({ accountSession }: Ticket, headers: StreamAnswer['headers']) {
  return accountSession === undefined
    ? headers
    : { ...headers, 'cache-control': 'private, no-cache' };
}

/** Nothing but bytes, to be handed on as they are. */
function isPlain({ status, headers }: AnswerHead): boolean {
  const type = headers['content-type'];
  if (isPlaylistType(type)) return false;
  return status === 206 || (status === 200 && typeof type === 'string' && MEDIA.test(type));
}

const MEDIA = /^(?:video|audio)\//i;

async function answerPlaylist(
  answer: UpstreamResponse,
  { ticket, request, options }: Answering,
): Promise<StreamAnswer> {
  const headers = cachedBy(ticket, playlistHeaders(answer));
  // A part of a playlist could not be told from the whole.
  if (answer.status !== 200)
    throw new InvalidPlaylistError('The other server sent a part of a playlist.');
  if (request.method === 'HEAD') {
    answer.body.destroy();
    return { status: 200, headers };
  }
  const link = linksFrom(ticket, answer.finalUrl, options.tickets.childrenOf(ticket));
  const { variables: inherited } = ticket;
  const pieces = rewritePlaylist(decoded(answer), { link, url: answer.finalUrl, inherited });
  // Whether it is one at all has to be known before the answer begins.
  const first = await pieces.next();
  return { status: 200, headers, body: options.throttle(continued(first, pieces)) };
}

function withDirectives(url: string, directives: Readonly<Record<string, string>>): string {
  const entries = Object.entries(directives);
  const full = entries.length === 0 ? null : URL.parse(url);
  if (!full) return url;
  for (const [name, value] of entries) full.searchParams.set(name, value);
  return full.href;
}

/** Its own words may name what nobody is to know, so they stay here. */
function refusedBy({ status, headers }: UpstreamResponse): ApiError {
  if (status === 404 || status === 410) return notFound('The other server no longer has that.');
  if (status === 401 || status === 403 || status === 451) {
    return forbidden('The other server refuses to send that.');
  }
  if (status !== 429 && status !== 503) {
    return new ApiError(502, `The other server answered with status ${status}.`);
  }
  const seconds = Number(headers['retry-after']);
  return new ApiError(
    503,
    'The other server is busy.',
    seconds > 0 && seconds < 3_600 ? seconds : 5,
  );
}

function asApiError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (error instanceof NotFoundError) return notFound('That is no longer there.');
  if (error instanceof InvalidPlaylistError) return new ApiError(502, error.message);
  const { status, message } = describeFailure(error);
  return new ApiError(
    status,
    status === 403 ? 'That address is not fetched by this server.' : message,
  );
}
