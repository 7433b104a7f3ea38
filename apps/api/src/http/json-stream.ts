import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/** A client that takes nothing for so long is gone. */
const STALLED_AFTER_MS = 60_000;

/** Says that what is sent is JSON also where it is a stream, and ends it with its client. */
export function asJson<T>(reply: FastifyReply, json: T | Readable): T | Readable {
  if (json instanceof Readable) {
    reply.type('application/json; charset=utf-8');
    reply.raw.setTimeout(STALLED_AFTER_MS, () => reply.raw.destroy());
  }
  return json;
}
