import { fastifyPlugin } from 'fastify-plugin';
import { pathOf } from '#http/routable.ts';

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** What every open page asks again and again: whether the site is there, and whether another device has changed something. */
const POLLS: ReadonlySet<string> = new Set(['HEAD /ping.txt', 'GET /users/@me']);

/** One line a request, and its id in the answer, so that a visitor's error leads to the line. */
export const requestLog = fastifyPlugin(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    const { id: reqId, method, url, ip } = request;
    reply.header('x-request-id', reqId);
    // Fastify's own hooks say nothing of an answer that its visitor has left in the middle; the socket always does.
    reply.raw.on('close', () => {
      const { headersSent, statusCode, writableFinished } = reply.raw;
      const ms = Math.round(reply.elapsedTime);
      const status = headersSent ? { status: statusCode } : {};
      const facts = { reqId, req: { method, url, ip }, ...status, ms };
      const isQuiet = writableFinished && statusCode < 400 && isRoutine(method, url);
      // Of a message without a body Node does not say when it is over, for which Fastify's `request.signal` waits.
      request.raw.emit('close');
      app.log[isQuiet ? 'debug' : 'info'](facts, writableFinished ? 'answered' : 'broken off');
    });
    done();
  });
});

/** Nobody looks for its line as long as it goes well. */
function isRoutine(method: string, url: string): boolean {
  const path = pathOf(url);
  return PROBES.has(path) || POLLS.has(`${method} ${path}`);
}
