import { fastifyPlugin } from 'fastify-plugin';

/** For everything that is no page: it has nothing to load, and nothing to be shown in. */
const STRICT = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** What browsers are told about every answer; set early, so that streams and errors carry it too. */
export const securityHeaders = fastifyPlugin(async (app) => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(STRICT);
    done();
  });
});
