import { expect, test } from 'vitest';
import { hlsError } from './recovery.ts';

const error = (code: number, details = 'manifestLoadError') =>
  hlsError(
    { type: 'networkError', details, error: new Error('refused'), response: { code } },
    undefined,
  ).key;

test.each([
  [403, 'errorForbidden'],
  [404, 'errorMissing'],
  [408, 'errorServer'],
  [429, 'errorBusy'],
  [502, 'errorServer'],
  [503, 'errorBusy'],
])('a playlist with status %i is reported as %s', (status, key) => {
  expect(error(status)).toBe(key);
});

test('missing segments are reported as such', () => {
  expect(error(404, 'fragLoadError')).toBe('errorParts');
  expect(error(429, 'fragLoadError')).toBe('errorBusy');
});
