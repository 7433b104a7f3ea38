import { fastifyPlugin } from 'fastify-plugin';
import { beginServerSpan, type ServerSpan } from '#lib/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for requests that are not recorded. */
    span: ServerSpan | null;
  }
}

export interface TraceRequestsOptions {
  /** Whether a trusted proxy stands before the server, so that its `traceparent` counts. */
  readonly trustsParent: boolean;
}

/** Records a span for each request, by its route: paths and queries contain titles and tokens. */
export const traceRequests = fastifyPlugin<TraceRequestsOptions>(async (app, { trustsParent }) => {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const given = trustsParent ? request.headers['traceparent'] : undefined;
    const span = beginServerSpan(typeof given === 'string' ? given : undefined);
    if (!span) return done();
    request.span = span;
    span.run(done);
  });
  // Reading the body continues outside of the span.
  app.addHook('preValidation', ({ span }, _reply, done) => (span ? span.run(done) : done()));
  app.addHook('onResponse', ({ span, method, routeOptions }, { statusCode }, done) => {
    const route = routeOptions.url ?? 'unknown';
    span?.end(
      `${method} ${route}`,
      {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': statusCode,
      },
      statusCode >= 500 ? String(statusCode) : undefined,
    );
    done();
  });
});
