import fastifyCors from '@fastify/cors';
import { fastifyPlugin } from 'fastify-plugin';

export interface CorsOptions {
  /** Only these other origins; empty or `*` for any. Never with credentials. */
  readonly origins: readonly string[];
}

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;

/** Sets which origins may read responses. Runs early, so that errors carry the headers too. */
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

/** Responses that are not pages load nothing, and never show in a frame. */
const STRICT = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/**
 * One year. Not for subdomains, which may belong to others, and not for preload lists, which are
 * hard to leave.
 */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

export interface SecurityHeadersOptions {
  readonly publicUrl: string | undefined;
}

/** Sets the security headers early, so that streams and errors carry them too. */
export const securityHeaders = fastifyPlugin<SecurityHeadersOptions>(async (app, { publicUrl }) => {
  const headers = publicUrl?.startsWith('https:') ? { ...STRICT, ...HTTPS_ONLY } : STRICT;
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
});
