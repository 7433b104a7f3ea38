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
