import fastifyCors from '@fastify/cors';
import { fastifyPlugin } from 'fastify-plugin';

export interface CorsOptions {
  /** The allowed other origins. An empty list or `*` allows every origin. Credentials are never allowed. */
  readonly origins: readonly string[];
}

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

/** Sets the origins that may read responses. Runs early, to add the headers to errors, too. */
export const cors = fastifyPlugin<CorsOptions>(async (app, { origins }) => {
  const isOpen = origins.length === 0 || origins.includes('*');
  await app.register(fastifyCors, {
    origin: isOpen ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: '*',
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    strictPreflight: false,
  });
});

/** Headers of responses that aren't pages: they load nothing and never appear in a frame. */
const STRICT = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/**
 * One year. Excludes subdomains, which may belong to others, and preload lists, which are hard to leave.
 */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

export interface SecurityHeadersOptions {
  readonly publicUrl: string | undefined;
}

/** Sets the security headers early, to add them to streams and errors, too. */
export const securityHeaders = fastifyPlugin<SecurityHeadersOptions>(async (app, { publicUrl }) => {
  const headers = publicUrl?.startsWith('https:') ? { ...STRICT, ...HTTPS_ONLY } : STRICT;
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
});
