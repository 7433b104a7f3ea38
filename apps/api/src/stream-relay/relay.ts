import { NotFoundError } from '@matinee/sources/source';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { ApiError, forbidden, notFound } from '#http/api-error.ts';
import type { Caller } from '#http/caller-address.ts';
import type { StreamActivity } from '#metrics/stream-activity.ts';
import { decompress } from '#proxy/decompress.ts';
import type { ResponseHead } from '#proxy/pipe-response.ts';
import { describeUpstreamError, type UpstreamResponse } from '#proxy/http-client.ts';
import type { Throttle } from './bandwidth.ts';
import { fileHeaders, isPlaylistType, rangeHeaders, playlistHeaders } from './headers.ts';
import { createSignUrl } from './sign-url.ts';
import type { PassthroughTarget, OpenRelayed } from './stream-source.ts';
import { InvalidPlaylistError } from './rewrite-line.ts';
import { isPlaylistStart, rewritePlaylist } from './rewrite-playlist.ts';
import type { Scope, StreamToken, StreamTokens } from './stream-token.ts';
import type { CheckTokenAccess } from './token-access.ts';
import type { ViewerLimits } from './viewer-limits.ts';

export interface StreamRequest {
  readonly token: string;
  /** The part of the path after the token. */
  readonly name?: string | undefined;
  readonly method: 'GET' | 'HEAD';
  readonly headers: IncomingHttpHeaders;
  /** Directives for a live playlist, such as `_HLS_msn`. */
  readonly directives: () => Readonly<Record<string, string>>;
  readonly caller: Caller;
  /** The connection of the response. */
  readonly socket: Pick<Socket, 'bytesWritten'>;
  /** The response, for bodies that are piped directly. Its close event aborts the request. */
  readonly into: ServerResponse;
  /** Writes the head of a piped response. */
  readonly writeHead: (response: RelayResponse) => void;
}

export interface RelayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readable;
}

/**
 * Opens a token and returns the response. Undefined if it was already piped. Throws an `ApiError`.
 */
export type StreamRelay = (request: StreamRequest) => Promise<RelayResponse | undefined>;

export interface StreamRelayOptions {
  readonly tokens: StreamTokens;
  readonly checkAccess: CheckTokenAccess;
  readonly open: Readonly<Record<Scope, OpenRelayed>>;
  readonly viewerLimits: ViewerLimits;
  /** Called when a URL of an own stream is read. */
  readonly onRead?: (session: string, url: string) => void;
  /** Called for each response. The returned function is called when it has ended. */
  readonly serve?: StreamActivity['serve'];
  readonly throttle: Throttle;
  /** True if bodies may bypass the throttle. */
  readonly isPassthrough: boolean;
  readonly userAgent: string;
}

const EXPECTED_STATUSES: ReadonlySet<number> = new Set([200, 206, 304, 416]);

export function createStreamRelay(options: StreamRelayOptions): StreamRelay {
  const { tokens, checkAccess, viewerLimits } = options;

  return async (request) => {
    const token = tokens.read(request.token, request.name);
    await checkAccess(token, request);
    const session = token.session.toString('base64url');
    const { caller, into, socket } = request;
    const release = viewerLimits.acquire(session, {
      ...caller,
      isSignedIn: token.accountSession !== undefined,
      bytesSent: () => socket.bytesWritten,
      end: () => void into.destroy(),
    });
    if (into.destroyed) release();
    else into.once('close', release);
    observeResponse(request, { session, url: token.url }, options);
    if (token.scope === 'own') options.onRead?.(session, token.url);
    const response = await openStream(token, request, options);
    if (!response) return undefined;
    try {
      return await respond(response, { token, request, options });
    } catch (error) {
      response.body.destroy();
      throw asApiError(error);
    }
  };
}

function observeResponse(
  { caller, socket, into }: StreamRequest,
  stream: { readonly session: string; readonly url: string },
  { serve }: StreamRelayOptions,
): void {
  if (!serve || into.destroyed) return;
  const { address } = caller;
  into.once('close', serve({ ...stream, address, bytes: () => socket.bytesWritten }));
}

async function openStream(
  token: StreamToken,
  { method, headers: requested, directives, into, writeHead }: StreamRequest,
  { open, userAgent, isPassthrough }: StreamRelayOptions,
): Promise<UpstreamResponse | undefined> {
  const { url, kind, headers, scope, session } = token;
  const isPlaylist = kind === 'playlist';
  const passthrough: PassthroughTarget = {
    into,
    writeHead: (head) => {
      if (!isMediaBody(head)) return false;
      writeHead({ status: head.status, headers: withCacheControl(token, fileHeaders(head)) });
      return true;
    },
  };
  try {
    return await open[scope](isPlaylist ? withDirectives(url, directives()) : url, {
      method,
      signal: () => abortOnClose(into),
      session: session.toString('base64url'),
      passthrough: isPassthrough && !isPlaylist ? passthrough : undefined,
      headers: {
        'user-agent': userAgent,
        accept: '*/*',
        ...headers,
        // Accept compressed playlists, which are decoded here. Media hardly compresses, and a range of an encoded file
        // is useless.
        'accept-encoding': isPlaylist ? 'gzip, deflate, br' : 'identity',
        ...(!isPlaylist && rangeHeaders(requested)),
      },
    });
  } catch (error) {
    throw asApiError(error);
  }
}

/** Returns a signal that aborts when the client disconnects. */
function abortOnClose(into: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (into.destroyed) controller.abort(CLIENT_LEFT);
  else into.once('close', () => controller.abort(CLIENT_LEFT));
  return controller.signal;
}

/** Shared by all requests: the stack of each would be the same. */
const CLIENT_LEFT = new Error('The client has disconnected.');

interface ResponseContext {
  readonly token: StreamToken;
  readonly request: StreamRequest;
  readonly options: StreamRelayOptions;
}

async function respond(
  response: UpstreamResponse,
  context: ResponseContext,
): Promise<RelayResponse> {
  const { token, request, options } = context;
  const { status, headers } = response;
  if (!EXPECTED_STATUSES.has(status)) throw upstreamError(response);
  if (token.kind === 'playlist' || isPlaylistType(headers['content-type'])) {
    return await respondWithPlaylist(response, context);
  }
  const passed = withCacheControl(token, fileHeaders(response));
  if (request.method === 'HEAD' || status === 304 || status === 416) {
    response.body.destroy();
    return { status, headers: passed };
  }
  if (isMediaBody(response)) {
    return { status, headers: passed, body: options.throttle(response.body) };
  }
  // Some servers declare playlists as plain text or bytes, and some sources return them as files.
  const { start, body } = await peekStream(response.body);
  if (isPlaylistStart(start)) return await respondWithPlaylist({ ...response, body }, context);
  return { status, headers: passed, body: options.throttle(body) };
}

/** Forbids caching of operator streams. A cache would outlive the session, and a shared one would serve other users. */
function withCacheControl({ accountSession }: StreamToken, headers: RelayResponse['headers']) {
  return accountSession === undefined
    ? headers
    : { ...headers, 'cache-control': 'private, no-cache' };
}

/** Returns whether the body is media, which is relayed unchanged. */
function isMediaBody({ status, headers }: ResponseHead): boolean {
  const type = headers['content-type'];
  if (isPlaylistType(type)) return false;
  return status === 206 || (status === 200 && typeof type === 'string' && MEDIA.test(type));
}

const MEDIA = /^(?:video|audio)\//i;

async function respondWithPlaylist(
  response: UpstreamResponse,
  { token, request, options }: ResponseContext,
): Promise<RelayResponse> {
  const headers = withCacheControl(token, playlistHeaders(response));
  // Reject partial content, because a truncated playlist looks like a complete one.
  if (response.status !== 200)
    throw new InvalidPlaylistError('The remote server sent an incomplete playlist.');
  if (request.method === 'HEAD') {
    response.body.destroy();
    return { status: 200, headers };
  }
  const signUrl = createSignUrl(token, response.finalUrl, options.tokens.childTokens(token));
  const { variables: inherited } = token;
  const pieces = rewritePlaylist(decompress(response), {
    signUrl,
    url: response.finalUrl,
    inherited,
  });
  // Validate the first chunk before the response begins.
  const first = await pieces.next();
  return { status: 200, headers, body: options.throttle(continueStream(first, pieces)) };
}

function withDirectives(url: string, directives: Readonly<Record<string, string>>): string {
  const entries = Object.entries(directives);
  const full = entries.length === 0 ? null : URL.parse(url);
  if (!full) return url;
  for (const [name, value] of entries) full.searchParams.set(name, value);
  return full.href;
}

/** Doesn't send the upstream server's message, because it may contain private addresses. */
function upstreamError({ status, headers }: UpstreamResponse): ApiError {
  if (status === 404 || status === 410)
    return notFound('The remote server no longer has this stream.');
  if (status === 401 || status === 403 || status === 451) {
    return forbidden("The remote server doesn't allow access to this stream.");
  }
  if (status !== 429 && status !== 503) {
    return new ApiError(502, `The remote server responded with status ${status}.`);
  }
  const seconds = Number(headers['retry-after']);
  return new ApiError(
    503,
    'The remote server is busy. Try again in a moment.',
    seconds > 0 && seconds < 3_600 ? seconds : 5,
  );
}

function asApiError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (error instanceof NotFoundError) return notFound('The stream no longer exists.');
  if (error instanceof InvalidPlaylistError) return new ApiError(502, error.message);
  const { status, message } = describeUpstreamError(error);
  return new ApiError(
    status,
    status === 403 ? "This server can't fetch from that address." : message,
  );
}

/** Returns the first chunk of a body, and a body that still includes it. */
async function peekStream(body: Readable): Promise<{ start: Uint8Array; body: Readable }> {
  const pieces: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  const start = first.done ? new Uint8Array() : first.value;
  return { start, body: continueStream(first, pieces) };
}

/** Rebuilds a body whose first chunk has been read. */
function continueStream<T extends string | Uint8Array>(
  first: IteratorResult<T, unknown>,
  rest: AsyncIterator<T, unknown>,
): Readable {
  return Readable.from(joined(first, rest), { objectMode: false });
}

async function* joined<T>(
  first: IteratorResult<T, unknown>,
  rest: AsyncIterator<T, unknown>,
): AsyncGenerator<T, void, undefined> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
