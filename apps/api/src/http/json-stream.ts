import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/** A client that takes nothing for so long is gone. */
const STALL_TIMEOUT_MS = 60_000;

/** Sets the JSON Content-Type of a stream, and destroys the response of a stalled client. */
export function sendJson<T>(reply: FastifyReply, json: T | Readable): T | Readable {
  if (json instanceof Readable) {
    reply.type('application/json; charset=utf-8');
    reply.raw.setTimeout(STALL_TIMEOUT_MS, () => reply.raw.destroy());
  }
  return json;
}
