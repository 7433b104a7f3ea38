import { expect, test } from 'vitest';
import { parseConfig, tracesUrl } from './config.ts';

const COMMON = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.lan:4318/' };

test.each([
  [{}, undefined],
  [COMMON, 'http://collector.lan:4318/v1/traces'],
  [
    { ...COMMON, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://other.lan/in/' },
    'http://other.lan/in/',
  ],
  [{ ...COMMON, OTEL_TRACES_EXPORTER: 'none' }, undefined],
  [{ ...COMMON, OTEL_SDK_DISABLED: 'true' }, undefined],
])('with %j, traces go to %s', (environment, url) => {
  expect(tracesUrl(parseConfig(environment))).toBe(url);
});
