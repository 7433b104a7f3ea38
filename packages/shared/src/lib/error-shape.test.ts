import { expect, test } from 'vitest';
import { errorShape } from './error-shape.ts';

test.each([
  ['connect ECONNREFUSED 10.0.0.7:5432', 'connect ECONNREFUSED #:#'],
  ['connect ECONNREFUSED fe80::1:2:443', 'connect ECONNREFUSED #'],
  ['GET https://cdn.test/a/b.mp4?key=1 failed', 'GET (address) failed'],
  [
    "Cannot read properties of undefined (reading 'title')",
    "Cannot read properties of undefined (reading 'title')",
  ],
  ['no stream for "{"title":"Hamilton"}" yet', 'no stream for "…" yet'],
  [`"Grandma's 80th" isn't there`, `"…" isn't there`],
  ["no file 'Holiday 2019'", 'no file "…"'],
  ['mail to someone@mail.test bounced', 'mail to (address) bounced'],
  ['session 0b8f5a4e-3d1c-4e55-9c39-7f7d6a1f2b11 ended', 'session # ended'],
  ['token aGVsbG8gd29ybGQgMTIzNDU2Nzg5 is broken', 'token # is broken'],
  ['took 12,5 s\n  after 3 tries', 'took # s after # tries'],
])('%s', (message, shape) => {
  expect(errorShape(message)).toBe(shape);
});

test('hostile messages are cut, and take no time', () => {
  expect(errorShape('x '.repeat(1_000_000))).toHaveLength(200);
  expect(errorShape(`'${'a'.repeat(1_000_000)}`).length).toBeLessThanOrEqual(200);
  expect(errorShape(':'.repeat(1_000_000)).length).toBeLessThanOrEqual(200);
});
