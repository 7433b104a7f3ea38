import { fastifyPlugin } from 'fastify-plugin';
import { badRequest } from '#http/api-error.ts';
import { createTurnstile } from '#http/turnstile.ts';
import { callerOf } from '#plugins/access.ts';

export interface LargeBodiesOptions {
  /** Bodies of so many bytes together are read and worked on at the same time. */
  readonly atOnce: number;
  /** Smaller ones do not wait. */
  readonly from: number;
}

/** For a whole library over an everyday line. Whoever is slower no longer keeps the others waiting. */
const HOLDS_AT_MOST_MS = 5_000;

/**
 * A body of 8 MiB becomes several times as much before it is in the database, and whole libraries tend to come together:
 * when a server has moved. Nobody is refused; while others are worked on, a body stays with its sender. Comes after
 * `access`, which knows whose it is.
 */
export const largeBodies = fastifyPlugin<LargeBodiesOptions>(async (app, { atOnce, from }) => {
  const turnstile = createTurnstile(atOnce);
  app.addHook('onRoute', (route) => {
    if (route.bodyLimit === undefined) return;
    const { handler } = route;
    route.handler = function handOver(request, reply) {
      const answer = handler.call(this, request, reply);
      // The handler has what it needs; Fastify would keep the rest in memory until the answer is sent.
      request.body = undefined;
      return answer;
    };
  });
  app.addHook('preParsing', async (request, reply) => {
    const { bodyLimit, config } = request.routeOptions;
    // What strangers send passes through, or is small.
    if ((config.access ?? 'public') === 'public') return;
    // A body of unknown length may be as long as any.
    const length = Number(request.headers['content-length'] ?? bodyLimit);
    // What is too large is refused unread.
    if (length < from || length > bodyLimit) return;
    const leaving = new AbortController();
    reply.raw.once('close', () => leaving.abort(badRequest('The request was cut short.')));
    const visitor = { weight: length, owner: callerOf(request).user.id };
    const leave = await turnstile.enter(visitor, leaving.signal);
    const timer = setTimeout(leave, HOLDS_AT_MOST_MS).unref();
    const end = (): void => {
      clearTimeout(timer);
      leave();
    };
    if (leaving.signal.aborted) end();
    else leaving.signal.addEventListener('abort', end, { once: true });
  });
});
