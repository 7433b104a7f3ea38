import type { FastifyReply, FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';

/** One line a request, and its id in the answer, so that a visitor's error leads to the line. */
export const requestLog = fastifyPlugin(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Fastify's own hooks say nothing of an answer that its visitor has left in the middle; the socket always does.
    reply.raw.once('close', () => writeLine(request, reply));
  });
});

function writeLine(request: FastifyRequest, reply: FastifyReply): void {
  const isProbe = request.url === '/healthz' || request.url === '/readyz';
  const { headersSent, statusCode, writableFinished } = reply.raw;
  request.log[isProbe ? 'debug' : 'info'](
    {
      req: request,
      ...(headersSent && { status: statusCode }),
      ms: Math.round(reply.elapsedTime),
    },
    writableFinished ? 'answered' : 'broken off',
  );
}
