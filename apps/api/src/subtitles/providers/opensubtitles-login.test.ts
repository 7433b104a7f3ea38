import { expect, test } from 'vitest';
import { baseOf } from './opensubtitles-login.ts';

const USUAL = 'https://api.opensubtitles.com/api/v1';

test('an account may be served by another host of theirs', () => {
  expect(baseOf(USUAL, 'vip-api.opensubtitles.com')).toBe(
    'https://vip-api.opensubtitles.com/api/v1',
  );
});

test.each([
  undefined,
  '',
  'opensubtitles.com.evil.example',
  '127.0.0.1',
  'evil.example/opensubtitles.com',
])('the token goes to no other host: %s', (told) => {
  expect(baseOf(USUAL, told)).toBe(USUAL);
});

test('a mirror that the operator chose is kept', () => {
  const mirror = 'http://mirror.example/api/v1';
  expect(baseOf(mirror, 'vip-api.opensubtitles.com')).toBe(mirror);
});
