import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api';
import { fastifyPlugin } from 'fastify-plugin';
import { serverTracer } from '#lib/traced.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Contains the request's span. */
    traceContext: Context | null;
  }
}

export interface TraceRequestsOptions {
  /** Whether to use `traceparent` headers, because a trusted proxy sends them. */
  readonly trustsParent: boolean;
}

/** Records a span for each request. Names it after the route, because paths and queries contain titles and tokens. */
export const traceRequests = fastifyPlugin<TraceRequestsOptions>(async (app, { trustsParent }) => {
  app.decorateRequest('traceContext', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = trustsParent ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
    const span = serverTracer().startSpan(request.method, { kind: SpanKind.SERVER }, parent);
    request.traceContext = trace.setSpan(parent, span);
    context.with(request.traceContext, done);
  });
  // Restore the span, because reading the body leaves its context.
  app.addHook('preValidation', ({ traceContext }, _reply, done) =>
    traceContext ? context.with(traceContext, done) : done(),
  );
  app.addHook('onResponse', ({ traceContext, method, routeOptions }, { statusCode }, done) => {
    const span = traceContext ? trace.getSpan(traceContext) : undefined;
    const route = routeOptions.url ?? 'unknown';
    span?.updateName(`${method} ${route}`).setAttributes({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': statusCode,
    });
    if (statusCode >= 500)
      span?.setStatus({ code: SpanStatusCode.ERROR, message: String(statusCode) });
    span?.end();
    done();
  });
});
