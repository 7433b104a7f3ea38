import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from './api-error.ts';
import { createBodyMemory } from './body-memory.ts';
import { callerAddress } from './caller-address.ts';
import { readBody } from './read-body.ts';
import { createSemaphore, whileConnected } from './semaphore.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the slot of a large body; null for all others. */
    releaseSlot: (() => void) | null;
  }
}

const MEBIBYTE = 1024 * 1024;
const LIMITS = { arriving: 24 * MEBIBYTE, waiting: 24 * MEBIBYTE, perSender: 16 * MEBIBYTE };
/** Smaller bodies are processed at once. */
const LARGE_BYTES = MEBIBYTE / 16;
/** Large bodies that are parsed and written at a time: each takes several times its size. */
const MAX_LARGE_BODIES = 2;

const NUL = String.raw`\u0000`;
/** The same where it is an escape itself, not the end of an escaped backslash. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/;

type ParseText = (request: FastifyRequest, text: string) => unknown;

/**
 * Parses JSON bodies. An empty body is fine where none is needed, whatever its Content-Type. A
 * large body waits for a slot once it has arrived, and holds it until its handler is done.
 */
export function acceptJson(app: FastifyInstance): void {
  const memory = createBodyMemory(LIMITS);
  const semaphore = createSemaphore(MAX_LARGE_BODIES);
  const parse = jsonParser(app);
  const read = async (request: FastifyRequest): Promise<Buffer> => {
    const { bodyLimit: limit } = request.routeOptions;
    // Only signed-in requests have a caller, and not every server has accounts.
    const sender = request.auth?.user.id ?? callerAddress(request.ip);
    const { bytes, held } = await readBody(request.raw, { memory, sender, limit });
    try {
      if (bytes.length < LARGE_BYTES) return bytes;
      held.complete();
      const acquire = (signal: AbortSignal) => semaphore.acquire(sender, signal);
      request.releaseSlot = await whileConnected(request.raw.socket, acquire);
      return bytes;
    } finally {
      held.release();
    }
  };

  app.decorateRequest('endTurn', null);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const text = (await read(request)).toString();
    return text.trim() === '' ? undefined : parse(request, text);
  });
  app.addContentTypeParser('text/plain', async (request: FastifyRequest) =>
    (await read(request)).toString(),
  );
  app.addHook('onRoute', (route) => {
    if (route.bodyLimit === undefined) return;
    const { handler } = route;
    route.handler = function handOver(request, reply) {
      const result = handler.call(this, request, reply);
      // The handler has what it needs; while it waits for the database, the rest would only grow old in memory.
      request.body = undefined;
      return result;
    };
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    request.releaseSlot?.();
    // Free the body: a client may read the response slowly.
    request.body = undefined;
    // Discard the rest of a refused body; resetting the connection would lose the response.
    if (!request.raw.complete && !request.raw.destroyed) reply.removeHeader('connection');
    done();
  });
}

function jsonParser(app: FastifyInstance): ParseText {
  // Also rejects keys that would set a prototype.
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, text) => {
    // PostgreSQL cannot store NUL, and no title, id or name needs it.
    if (text.includes(NUL) && ESCAPED_NUL.test(text))
      throw badRequest('NUL characters are not accepted.');
    // The callback runs synchronously.
    const result: { error?: Error | null; body?: unknown } = {};
    void parse(request, text, (error, body) => void Object.assign(result, { error, body }));
    if (result.error) throw result.error;
    return result.body;
  };
}
