import { fastifyPlugin } from 'fastify-plugin';
import type { RequestDurations } from '#services/request-durations.ts';

/** How long each route takes. What is no route, such as a page of the app or a path made up, is not told apart. */
export const telemetry = fastifyPlugin<{ readonly durations: RequestDurations }>(
  async (app, { durations }) => {
    app.addHook('onResponse', (request, reply, done) => {
      const { url } = request.routeOptions;
      if (url !== undefined) {
        durations.observe({
          method: request.method,
          route: routeOf(url),
          status: reply.statusCode,
          seconds: reply.elapsedTime / 1000,
        });
      }
      done();
    });
  },
);

/** The files of the built client are a route each; together they are one. */
const routeOf = (pattern: string): string => (/\.\w+$/.test(pattern) ? '/*' : pattern);
