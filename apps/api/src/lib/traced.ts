import { SpanStatusCode, TraceFlags, trace, type SpanOptions } from '@opentelemetry/api';

/** Returns the tracer of this server. It records nothing until metrics/traces.ts has started. */
export const serverTracer = () => trace.getTracer('matinee');

/** Records `work` as part of the current span. Outside of a recorded request, only runs it. */
export async function traced<T>(
  name: string,
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const flags = trace.getActiveSpan()?.spanContext().traceFlags ?? TraceFlags.NONE;
  if ((flags & TraceFlags.SAMPLED) === 0) return await work();
  return await serverTracer().startActiveSpan(name, options, async (span) => {
    try {
      return await work();
    } catch (error) {
      // Don't record messages, which may contain titles and addresses.
      const message = error instanceof Error ? error.name : 'Error';
      span.setStatus({ code: SpanStatusCode.ERROR, message });
      throw error;
    } finally {
      span.end();
    }
  });
}
