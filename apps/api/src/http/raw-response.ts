import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';

/** Writes the head of a hijacked response: the headers of the hooks, then the given ones. */
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
