import { expect, test } from 'vitest';
import { createRequestMetrics } from './request-metrics.ts';

const LABELS = 'method="GET",route="/meta",status_code="200"';

const printed = (seconds: readonly number[], status = 200): Promise<string> => {
  const requests = createRequestMetrics();
  for (const one of seconds) {
    requests.observe({ method: 'GET', route: '/meta', status, seconds: one });
  }
  return requests.print();
};

const valueOf = (text: string, start: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(start))
      ?.split(' ')
      .at(-1),
  );

test('buckets include their upper bound', async () => {
  const text = await printed([0.001, 0.005, 0.0051, 0.3, 10, 11]);
  const bucket = (le: string) =>
    valueOf(text, `http_request_duration_seconds_bucket{le="${le}",${LABELS}}`);
  expect(['0.005', '0.01', '0.25', '0.5', '10', '+Inf'].map(bucket)).toEqual([2, 3, 3, 4, 5, 6]);
  expect(valueOf(text, `http_request_duration_seconds_count{${LABELS}}`)).toBe(6);
  expect(valueOf(text, `http_request_duration_seconds_sum{${LABELS}}`)).toBeCloseTo(21.3111, 9);
});

test.each([
  ['0.01', 0.01],
  ['0.5', 0.5],
  ['0.9', 0.9],
  ['0.999', 0.999],
])('the quantile %s is accurate to a twentieth', async (quantile, expected) => {
  const text = await printed(Array.from({ length: 1_000 }, (_, at) => (at + 1) / 1_000));
  const value = valueOf(text, `http_request_summary_seconds{quantile="${quantile}",${LABELS}}`);
  expect(Math.abs(value / expected - 1)).toBeLessThan(0.05);
});

test.each([0, 0.000001, 5_000, 100_000])(
  '%d seconds are observed like any other',
  async (seconds) => {
    const text = await printed([seconds]);
    const value = valueOf(text, `http_request_summary_seconds{quantile="0.5",${LABELS}}`);
    expect(value).toBe(seconds);
    expect(valueOf(text, `http_request_summary_seconds_count{${LABELS}}`)).toBe(1);
  },
);

test('errors are in the histogram only', async () => {
  const text = await printed([0.001], 404);
  expect(text).toContain('status_code="404"');
  expect(text).not.toContain('quantile=');
});

test('transfers are in the histogram only', async () => {
  const requests = createRequestMetrics();
  requests.observe({
    method: 'GET',
    route: '/proxy',
    status: 200,
    seconds: 5_400,
    isTransfer: true,
  });
  const text = await requests.print();
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/proxy"');
  expect(text).not.toContain('quantile=');
});

test('made-up statuses of a proxied server are one series for each class', async () => {
  const requests = createRequestMetrics();
  for (let status = 520; status < 600; status += 1) {
    requests.observe({ method: 'GET', route: '/proxy', status, seconds: 1 });
  }
  const text = await requests.print();
  expect(text.match(/_seconds_count\{.*/g)).toEqual([
    '_seconds_count{method="GET",route="/proxy",status_code="5xx"} 80',
  ]);
});
