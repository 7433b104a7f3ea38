import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream';
import { z } from 'zod';
import { forbidden, toPublicError } from '#http/api-error.ts';
import { logRequestError } from '#http/log.ts';
import { callerOf } from '#http/caller-address.ts';
import { writeRawHead } from '#proxy/pipe-response.ts';
import { SANDBOX_HEADERS } from '#proxy/headers.ts';
import { isFromProxy } from '#proxy/loops.ts';
import { STREAM_PATH } from './stream-token.ts';
import type { RelayResponse, StreamRelay } from './relay.ts';

/** Cast devices and other players have other origins, and need only a token. */
const config = { cors: { origin: '*' }, isTransfer: true };
/**
 * `Sec-Fetch-Dest` values for playing or saving a stream. `document` is a download link. Every response is an
 * attachment of media, text or bytes, so browsers render none.
 */
const ALLOWED_USES: ReadonlySet<string> = new Set([
  'empty',
  'audio',
  'video',
  'image',
  'track',
  'document',
]);

const Params = z.object({ '*': z.string() });
/**
 * RFC 8216bis: a player requests the next part of a live playlist with these. Other parameters are dropped.
 */
const Directives = z
  .record(z.string(), z.unknown())
  .transform((query) =>
    Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) =>
        /^_HLS_[a-z_]{1,32}$/.test(name) && typeof value === 'string' && /^\w{1,20}$/.test(value)
          ? [[name, value]]
          : [],
      ),
    ),
  );

/**
 * `/stream/{token}`, for streams that browsers can't fetch directly. A file name may follow, for players that need its
 * extension.
 */
export function streamRoutes(relay: StreamRelay): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler((error, request, reply) => {
      const publicError = toPublicError(error);
      if (!publicError) logRequestError(request, error, 'stream relay failed');
      const { status, message, retryAfterSeconds } = publicError ?? INTERNAL_ERROR;
      if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
      return reply
        .code(status)
        .headers({ ...SANDBOX_HEADERS, 'cache-control': 'no-store' })
        .send({ errorType: 'message', message, requestId: request.id });
    });
    app.route({
      method: ['GET', 'HEAD'],
      url: `${STREAM_PATH}/*`,
      exposeHeadRoute: false,
      config,
      handler: (request, reply) => handleRequest(request, reply, relay),
    });
    // The default preflight handler would reject origins that are not listed.
    app.options(`${STREAM_PATH}/*`, { config }, (_request, reply) => reply.code(204).send());
  };
}

const INTERNAL_ERROR = {
  status: 500,
  message: 'Internal server error',
  retryAfterSeconds: undefined,
};

async function handleRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  relay: StreamRelay,
): Promise<FastifyReply> {
  rejectMisuse(request.headers);
  const [token = '', ...rest] = Params.parse(request.params)['*'].split('/');
  const response = await relay({
    token,
    name: rest.join('/'),
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    headers: request.headers,
    directives: () => Directives.parse(request.query),
    caller: callerOf(request.ip),
    socket: request.raw.socket,
    into: reply.raw,
    writeHead: (head) => writeHead(reply, head),
  });
  if (response?.body) {
    writeHead(reply, response);
    // Several parts of the relay listen to the response. `pipeline` adds several listeners, too.
    reply.raw.setMaxListeners(20);
    pipeline(response.body, reply.raw, () => undefined);
  } else if (response) {
    return reply
      .code(response.status)
      .headers({ ...response.headers, ...CROSS_ORIGIN })
      .send();
  }
  return reply;
}

const writeHead = (reply: FastifyReply, { status, headers }: RelayResponse): void =>
  writeRawHead(reply, status, headers, CROSS_ORIGIN);

const CROSS_ORIGIN = { 'cross-origin-resource-policy': 'cross-origin' };

function rejectMisuse(headers: IncomingHttpHeaders): void {
  const use = headers['sec-fetch-dest'];
  const isMisused = typeof use === 'string' && !ALLOWED_USES.has(use);
  if (isMisused || headers['service-worker'] !== undefined) {
    throw forbidden("Stream links can't be opened as pages.");
  }
  if (isFromProxy(headers)) {
    throw forbidden("A relay can't fetch through another relay.");
  }
}
