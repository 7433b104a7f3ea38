import { context, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { startFake } from '../../../../tests/support/fakes/http.ts';
import { parseConfig } from '#config/config.ts';
import { serverTracer } from '#lib/traced.ts';
import { startTraces } from '#metrics/traces.ts';
import { createDestination } from './destination.ts';
import { createHttpClient } from './http-client.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const STATE = 'vendor=value';

test('own services learn the trace of a request, and others do not', async () => {
  const fakes = await Promise.all([startFake(() => ({})), startFake(() => ({}))]);
  const [own, other] = fakes;
  const collector = await startFake(() => ({ body: {} }));
  const destination = createDestination({ exempt: [own.host, other.host] });
  const client = createHttpClient(destination, undefined, new Set([own.host]));
  const stop = startTraces({
    url: collector.url,
    config: parseConfig({ OTEL_TRACES_SAMPLER_ARG: '0' }),
    version: '1',
    now: Date.now,
    warn: () => undefined,
  });
  const open = async ({ url }: { readonly url: string }): Promise<void> => {
    const signal = AbortSignal.timeout(5_000);
    const response = await client.open({ url, method: 'GET', headers: {}, signal });
    response.body.destroy();
  };
  const request = async (flags: string): Promise<void> => {
    const headers = {
      traceparent: `00-${TRACE}-b7ad6b7169203331-${flags}`,
      tracestate: STATE,
    };
    const parent = propagation.extract(ROOT_CONTEXT, headers);
    const span = serverTracer().startSpan('GET', { kind: SpanKind.SERVER }, parent);
    await context.with(trace.setSpan(parent, span), async () => {
      await open(own);
      await open(other);
    });
    span.end();
  };
  try {
    await request('01');
    await request('00');
    // Without a parent, the ratio decides.
    expect(serverTracer().startSpan('GET', {}, ROOT_CONTEXT).isRecording()).toBe(false);
    const [sampled, unsampled] = own.requests.map(({ headers }) => headers);
    expect(sampled).toMatchObject({
      traceparent: expect.stringMatching(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`)),
      tracestate: STATE,
    });
    expect(unsampled?.['traceparent']).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
    for (const { headers } of other.requests) expect(headers['traceparent']).toBeUndefined();
  } finally {
    await stop();
    await client.close();
    await Promise.all([...fakes, collector].map((fake) => fake.close()));
  }
  // The request and its two fetches; nothing of the second one.
  expect(collector.requests[0]?.body.match(/"spanId"/g)).toHaveLength(3);
});
