import { expect, test } from 'vitest';
import { canonicalKey } from './public-key.ts';

const BYTES = Buffer.alloc(32, 0xfb);
const CANONICAL = BYTES.toString('base64url');

test.each([
  ['without padding', CANONICAL],
  ['with padding', `${CANONICAL}=`],
  ['in the standard alphabet', BYTES.toString('base64')],
  // The last character of 43 carries two bits that mean nothing.
  ['with other unused bits', `${CANONICAL.slice(0, -1)}t`],
])('a key %s is brought to one spelling', (_how, spelling) => {
  expect(canonicalKey(spelling)).toBe(CANONICAL);
});

test.each([
  '',
  'short',
  `${CANONICAL}A`,
  `${CANONICAL.slice(1)} `,
  `${CANONICAL}==`,
  '='.repeat(43),
])('what is not 32 bytes is no key: %j', (text) => {
  expect(canonicalKey(text)).toBeUndefined();
});
