import type { onResponseHookHandler } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import type { RequestDurations } from '#services/request-durations.ts';

/** How long each route takes, and how many requests were refused, those for no route included. */
export const telemetry = fastifyPlugin<{ readonly durations: RequestDurations }>(
  async (app, { durations }) => {
    app.addHook('onResponse', (_request, { statusCode }, done) => {
      if (statusCode >= 400 && statusCode < 500) durations.countRefused(statusCode);
      done();
    });
    app.addHook('onRoute', (route) => {
      const pattern = routeOf(route.url);
      const hook: onResponseHookHandler = ({ method }, { statusCode, elapsedTime }, done) => {
        durations.observe({
          method,
          route: pattern,
          status: statusCode,
          seconds: elapsedTime / 1000,
        });
        done();
      };
      route.onResponse = [route.onResponse ?? [], hook].flat();
    });
  },
);

/** The files of the built client are a route each; together they are one. */
const routeOf = (pattern: string): string => (/\.\w+$/.test(pattern) ? '/*' : pattern);
