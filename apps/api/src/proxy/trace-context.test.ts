import { expect, test } from 'vitest';
import { startFake } from '../../../../tests/support/fakes/http.ts';
import { beginServerSpan, recordSpans, type TraceSpan } from '#lib/tracing.ts';
import { createDestination } from './destination.ts';
import { createHttpClient } from './http-client.ts';

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('own services learn the trace of a request, and others do not', async () => {
  const [own, other] = await Promise.all([startFake(() => ({})), startFake(() => ({}))]);
  const destination = createDestination({ exempt: [own.host, other.host] });
  const client = createHttpClient(destination, undefined, new Set([own.host]));
  const spans: TraceSpan[] = [];
  const stop = recordSpans({ ratio: 0, random: () => 0.5, onSpan: (span) => spans.push(span) });
  const open = async ({ url }: { readonly url: string }): Promise<void> => {
    const signal = AbortSignal.timeout(5_000);
    const response = await client.open({ url, method: 'GET', headers: {}, signal });
    response.body.destroy();
  };
  try {
    await new Promise<void>((resolve, reject) => {
      beginServerSpan(PARENT)?.run(
        () =>
          void open(own)
            .then(() => open(other))
            .then(resolve, reject),
      );
    });
    // Without a parent, the ratio decides.
    expect(beginServerSpan(undefined)).toBeUndefined();
    const [first] = spans;
    expect(own.requests[0]?.headers['traceparent']).toBe(
      `00-0af7651916cd43dd8448eb211c80319c-${first?.spanId}-01`,
    );
    expect(other.requests[0]?.headers['traceparent']).toBeUndefined();
    expect(spans).toHaveLength(2);
  } finally {
    stop();
    await client.close();
    await Promise.all([own.close(), other.close()]);
  }
});
