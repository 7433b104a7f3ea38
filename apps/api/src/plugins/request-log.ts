import { fastifyPlugin } from 'fastify-plugin';

/** One line a request, and its id in the answer, so that a visitor's error leads to the line. */
export const requestLog = fastifyPlugin(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const { method, url, ip } = request;
    const level = url === '/healthz' || url === '/readyz' ? 'debug' : 'info';
    // Fastify's own hooks say nothing of an answer that its visitor has left in the middle; the socket always does.
    reply.raw.once('close', () => {
      const { headersSent, statusCode, writableFinished } = reply.raw;
      const ms = Math.round(reply.elapsedTime);
      const facts = { req: { method, url, ip }, ...(headersSent && { status: statusCode }), ms };
      request.log[level](facts, writableFinished ? 'answered' : 'broken off');
    });
  });
});
