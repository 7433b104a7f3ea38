// Sends an AsyncIterable as text/event-stream. Aborts the work when either side closes the connection.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface ServerSentEvent {
  readonly event: string;
  /** One line. */
  readonly data: string;
}

/** Delays the automatic reconnection of browsers, which would run everything again. */
const RETRY_MS = 600_000;
const PING_MS = 15_000;

export function isReconnecting({ headers }: FastifyRequest): boolean {
  return headers['last-event-id'] !== undefined;
}

export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (signal: AbortSignal) => AsyncIterable<ServerSentEvent>,
): FastifyReply {
  // A reconnecting browser already has its result. 204 stops its retries.
  if (isReconnecting(request)) return reply.code(204).send();
  const connection = new AbortController();
  // A client that left during the hooks emits no further close event.
  if (reply.raw.destroyed) connection.abort();
  reply.raw.once('close', () => connection.abort());
  return reply
    .header('content-type', 'text/event-stream')
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no')
    .send(eventStream(run(connection.signal)));
}

/** Applies backpressure. Reads events only as fast as the client. */
export function eventStream(events: AsyncIterable<ServerSentEvent>): Readable {
  return Readable.from(frames(events), { objectMode: false });
}

async function* frames(
  events: AsyncIterable<ServerSentEvent>,
): AsyncGenerator<string, void, undefined> {
  yield `retry: ${RETRY_MS}\n\n`;
  const iterator = events[Symbol.asyncIterator]();
  let id = 0;
  try {
    let next = iterator.next();
    for (;;) {
      const result = await orPing(next);
      if (result === 'ping') {
        yield ': ping\n\n';
        continue;
      }
      if (result.done) return;
      yield `event: ${result.value.event}\ndata: ${result.value.data}\nid: ${id}\n\n`;
      id += 1;
      next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}

async function orPing<T>(next: Promise<T>): Promise<T | 'ping'> {
  let timer: NodeJS.Timeout | undefined;
  const ping = new Promise<'ping'>((resolve) => {
    timer = setTimeout(() => resolve('ping'), PING_MS);
  });
  try {
    return await Promise.race([next, ping]);
  } finally {
    clearTimeout(timer);
  }
}
