import { fastifyPlugin } from 'fastify-plugin';

/** One line a request, and its id in the answer, so that a visitor's error leads to the line. */
export const requestLog = fastifyPlugin(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const isProbe = request.url === '/healthz' || request.url === '/readyz';
    request.log[isProbe ? 'debug' : 'info'](
      { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
});
