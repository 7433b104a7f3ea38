import { expect, test } from 'vitest';
import { clampTimestamp } from './title-columns.ts';

const NOW = Date.parse('2026-01-01T00:00:00.500Z');

test.each([
  ['absent', null, '2026-01-01T00:00:00.500Z'],
  ['in the future', '2026-01-01T00:00:00.501Z', '2026-01-01T00:00:00.500Z'],
  ['of another zone', '2025-06-01T02:00:00+02:00', '2025-06-01T00:00:00.000Z'],
  ['finer than a millisecond', '2025-06-01T00:00:00.1239Z', '2025-06-01T00:00:00.123Z'],
  ['in our format', '2025-06-01T00:00:00.123Z', '2025-06-01T00:00:00.123Z'],
  ['older than any client', '0001-01-01T00:00:00Z', '2021-07-13T00:00:00.000Z'],
  ['in our format, but too old', '2001-01-01T00:00:00.000Z', '2021-07-13T00:00:00.000Z'],
  ['in our format, but in the future', '2031-01-01T00:00:00.000Z', '2026-01-01T00:00:00.500Z'],
])('a time that is %s', (_what, given, reported) => {
  expect(clampTimestamp(given, NOW)).toBe(reported);
});
