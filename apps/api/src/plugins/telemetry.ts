import type { onResponseHookHandler } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import type { RequestDurations } from '#services/request-durations.ts';

/** How long each route takes. What is no route, such as a page of the app or a path made up, is not told apart. */
export const telemetry = fastifyPlugin<{ readonly durations: RequestDurations }>(
  async (app, { durations }) => {
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
