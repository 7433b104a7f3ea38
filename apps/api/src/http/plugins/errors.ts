import type { ErrorBody } from '@matinee/shared/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import type { Socket } from 'node:net';
import { z } from 'zod';
import { badRequest, toPublicError } from '#http/api-error.ts';
import { pathOf } from '#http/decode-path.ts';
import { logRequestError } from '#http/log.ts';

const Path = z.array(z.union([z.string(), z.number()]));

/** Gives all errors the same body format, without internals. */
export const errors = fastifyPlugin(async (app) => {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  rejectNul(app);
});

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfterSeconds } = translate(error);
  // Don't log transient errors for every caller. They are logged once at their cause.
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
  else if (status >= 500 && !isAbandoned(error, reply)) logRequestError(request, error);
  return reply.code(status).send({ ...body, requestId: request.id });
}

/** Returns whether the client left before its stream started. */
const isAbandoned = (error: unknown, reply: FastifyReply): boolean =>
  reply.raw.destroyed &&
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_STREAM_PREMATURE_CLOSE';

export function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  const message = `Not found: ${request.method} ${pathOf(request.url).slice(0, 200)}`;
  return reply.code(404).send({ errorType: 'message', message, requestId: request.id });
}

const NOT_HTTP = { status: '400 Bad Request', message: 'Invalid HTTP request.' };
const CLIENT_ERRORS: Readonly<Record<string, typeof NOT_HTTP>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The URL or a header is too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request took too long to arrive.',
  },
};

/** Replies to invalid HTTP directly on the socket, and closes it. */
export function sendClientError(
  error: { code?: string },
  socket: Socket,
  countRejected: (status: number) => void,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = CLIENT_ERRORS[error.code ?? ''] ?? NOT_HTTP;
  countRejected(Number.parseInt(status));
  const body = JSON.stringify({ errorType: 'message', message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

interface ErrorReply {
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterSeconds?: number | undefined;
}

function translate(error: unknown): ErrorReply {
  if (error instanceof z.ZodError) return { status: 400, body: validation(error) };
  const publicError = toPublicError(error);
  if (!publicError) return failure(500, 'Internal server error');
  return {
    ...failure(publicError.status, publicError.message),
    retryAfterSeconds: publicError.retryAfterSeconds,
  };
}

function failure(status: number, message: string): ErrorReply {
  return { status, body: { errorType: 'message', message } };
}

function validation(error: z.ZodError): ErrorBody {
  return {
    errorType: 'validation',
    errors: error.issues.map(({ code, path, message }) => ({
      code,
      path: Path.parse(path.map((step) => (typeof step === 'symbol' ? String(step) : step))),
      message,
    })),
  };
}

/** Detects several Host headers. Node keeps the first, but a reverse proxy may have used another. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (/^host$/i.test(rawHeaders[index] ?? '')) hosts += 1;
  return hosts > 1;
}

/**
 * Rejects NUL in URLs, because PostgreSQL can't store it and no ID or path needs it. Bodies have the same rule.
 */
function rejectNul(app: FastifyInstance): void {
  const message = "NUL characters aren't allowed.";
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasSeveralHosts(request.raw.rawHeaders))
      done(badRequest('The request has more than one Host header.'));
    else done(/%00|\0/.test(request.url) ? badRequest(message) : undefined);
  });
}
