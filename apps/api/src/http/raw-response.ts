import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';

/** Writes the head of an answer whose body goes its own way: what the hooks have decided for any, and what is said of this. */
export function writeRawHead(
  reply: FastifyReply,
  status: number,
  ...headers: readonly Readonly<Record<string, string>>[]
): void {
  const all: OutgoingHttpHeaders = {};
  Object.assign(all, reply.getHeaders(), ...headers);
  reply.hijack();
  reply.raw.writeHead(status, all);
}
