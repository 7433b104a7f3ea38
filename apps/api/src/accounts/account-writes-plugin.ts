import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { createSemaphore, whileConnected } from '#http/semaphore.ts';
import { authOf } from './access-plugin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the slot of a write to an account; null for all other requests. */
    endWrite: (() => void) | null;
  }
}

/** Fewer than there are connections to the database, so that reads always find one. */
const MAX_WRITES = 14;
/** Writes of one account wait for each other in the database, each on a connection. */
const MAX_WRITES_PER_ACCOUNT = 2;

/**
 * An account that writes much at once delays its own writes, not other requests. Register after
 * `access`.
 */
export const accountWrites = fastifyPlugin(async (app) => {
  const semaphore = createSemaphore(MAX_WRITES, MAX_WRITES_PER_ACCOUNT);
  app.decorateRequest('endWrite', null);
  app.addHook('onRoute', (route) => {
    const { access, endpoint } = route.config ?? {};
    if (access !== 'self' || endpoint?.method === 'GET') return;
    route.preHandler = [
      async (request: FastifyRequest) => {
        const { id } = authOf(request).user;
        const acquire = (signal: AbortSignal) => semaphore.acquire(id, signal);
        request.endWrite = await whileConnected(request.raw.socket, acquire);
      },
      route.preHandler ?? [],
    ].flat();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.endWrite?.();
    done();
  });
});
