import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, ApiError } from './api-error.ts';
import { createBodyMemory, type BodyMemory, type HeldBody } from './body-memory.ts';
import { callerAddress } from './caller-address.ts';
import { createSemaphore, whileConnected } from './semaphore.ts';
import type { IncomingMessage } from 'node:http';

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the slot of a large body. Null for all others. */
    releaseSlot: (() => void) | null;
  }
}

const MEBIBYTE = 1024 * 1024;
const LIMITS = { arriving: 24 * MEBIBYTE, waiting: 24 * MEBIBYTE, perSender: 16 * MEBIBYTE };
/** Smaller bodies are processed immediately. */
const LARGE_BYTES = MEBIBYTE / 16;
/** The number of large bodies to process concurrently. Each takes several times its size. */
const MAX_LARGE_BODIES = 2;

const NUL = String.raw`\u0000`;
/** Matches `\u0000` unless the backslash is escaped. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/;

type ParseText = (request: FastifyRequest, text: string) => unknown;

/**
 * Parses JSON bodies. Accepts an empty body with any Content-Type if none is needed. A large body waits for a slot once
 * it has arrived, and holds it until its handler is done.
 */
export function acceptJson(app: FastifyInstance): void {
  const memory = createBodyMemory(LIMITS);
  const semaphore = createSemaphore('large bodies', MAX_LARGE_BODIES);
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

  app.decorateRequest('releaseSlot', null);
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
      // Drop the reference, because the handler has its own and may wait for the database.
      request.body = undefined;
      return result;
    };
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    request.releaseSlot?.();
    // Free the body, because a client may read the response slowly.
    request.body = undefined;
    // Discard the rest of a rejected body. Resetting the connection would lose the response.
    if (!request.raw.complete && !request.raw.destroyed) reply.removeHeader('connection');
    done();
  });
}

function jsonParser(app: FastifyInstance): ParseText {
  // The parser also rejects keys that would set a prototype.
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, text) => {
    // PostgreSQL can't store NUL, and no title, ID or name needs it.
    if (text.includes(NUL) && ESCAPED_NUL.test(text))
      throw badRequest("NUL characters aren't allowed.");
    // The callback runs synchronously.
    const result: { error?: Error | null; body?: unknown } = {};
    void parse(request, text, (error, body) => void Object.assign(result, { error, body }));
    if (result.error) throw result.error;
    return result.body;
  };
}

export interface ReceivedBody {
  readonly bytes: Buffer;
  /** Release this when `bytes` is no longer needed. */
  readonly held: HeldBody;
}

export interface ReadBodyOptions {
  readonly memory: BodyMemory;
  readonly sender: string;
  /** Bytes. A larger body gets 413. */
  readonly limit: number;
}

/**
 * The number of bytes of a rejected body to discard. Its sender thus reads the response instead of a connection reset.
 */
const DISCARDED_BYTES = 64 * 1024 * 1024;

/**
 * Reads a body. Rejects if it is too large, its sender disconnects, or newer bodies need the memory.
 */
function readBody(
  message: IncomingMessage,
  { memory, sender, limit }: ReadBodyOptions,
): Promise<ReceivedBody> {
  return new Promise((resolve, reject) => {
    let buffer = Buffer.alloc(0);
    let length = 0;
    const end = (): void => {
      message.off('data', receive).off('end', finish).off('error', abort).off('close', abort);
    };
    const fail = (error: unknown): void => {
      end();
      held.release();
      buffer = Buffer.alloc(0);
      if (!message.destroyed) discard(message);
      reject(error);
    };
    const held = memory.hold(sender, fail);
    const declared = Number(message.headers['content-length'] ?? limit);
    const receive = (chunk: Buffer): void => {
      const size = length + chunk.length;
      if (size > limit) return fail(tooLarge());
      if (size > buffer.length) {
        // Double the buffer. Thousands of tiny chunks would take more memory than their bytes.
        const grown = Buffer.allocUnsafe(Math.min(declared, Math.max(size, buffer.length * 2)));
        try {
          held.add(grown.length - buffer.length);
        } catch (error) {
          return fail(error);
        }
        buffer.copy(grown, 0, 0, length);
        buffer = grown;
      }
      chunk.copy(buffer, length);
      length = size;
    };
    const finish = (): void => {
      end();
      resolve({ bytes: buffer.subarray(0, length), held });
    };
    const abort = (): void => fail(badRequest('The request was aborted.'));
    // A sender that has already left emits no further close event.
    if (message.destroyed) return abort();
    if (declared > limit) return fail(tooLarge());
    message.on('data', receive).on('end', finish).on('error', abort).on('close', abort);
  });
}

const tooLarge = (): ApiError => new ApiError(413, 'Request body is too large');

function discard(message: IncomingMessage): void {
  let left = DISCARDED_BYTES;
  message.on('error', () => undefined);
  message.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) message.destroy();
  });
}
