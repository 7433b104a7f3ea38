import type { FastifyReply } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { countRejection } from '#lib/measurements.ts';

/** Smaller responses fit into the buffers of a socket. */
const FROM_BYTES = 64 * 1024;

/**
 * Limits the memory of responses that clients read slowly. If they take too many bytes, aborts the oldest one. A client
 * that reads at all would have finished long before.
 */
export const responseMemory = fastifyPlugin<{ readonly maxBytes: number }>(
  async (app, { maxBytes }) => {
    const unread = new Map<FastifyReply, number>();
    let total = 0;
    const release = (reply: FastifyReply): void => {
      total -= unread.get(reply) ?? 0;
      unread.delete(reply);
    };
    app.addHook('onSend', (_request, reply, payload, done) => {
      const bytes = sizeOf(payload);
      if (bytes >= FROM_BYTES && !reply.raw.destroyed) {
        unread.set(reply, bytes);
        total += bytes;
        reply.raw.once('close', () => release(reply));
        while (total > maxBytes) {
          const [oldest] = unread.keys();
          if (!oldest || oldest === reply) break;
          countRejection('response memory');
          release(oldest);
          oldest.raw.destroy();
        }
      }
      done();
    });
  },
);

function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return Buffer.isBuffer(payload) ? payload.length : 0;
}
