import { fastifyPlugin } from 'fastify-plugin';

/** For everything that is no page: it has nothing to load, and nothing to be shown in. */
const STRICT = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** A year. Not for subdomains, which may be somebody else's, and not for preload lists, which are hard to leave. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

export interface SecurityHeadersOptions {
  readonly publicUrl: string | undefined;
}

/** What browsers are told about every answer; set early, so that streams and errors carry it too. */
export const securityHeaders = fastifyPlugin<SecurityHeadersOptions>(async (app, { publicUrl }) => {
  const headers = publicUrl?.startsWith('https:') ? { ...STRICT, ...HTTPS_ONLY } : STRICT;
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
});
