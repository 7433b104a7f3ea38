import { expect, test } from 'vitest';
import { loginBase } from './opensubtitles-login.ts';

const USUAL = 'https://api.opensubtitles.com/api/v1';

test('an account may be served by another OpenSubtitles host', () => {
  expect(loginBase(USUAL, 'vip-api.opensubtitles.com')).toBe(
    'https://vip-api.opensubtitles.com/api/v1',
  );
});

test.each([
  undefined,
  '',
  'opensubtitles.com.evil.example',
  '127.0.0.1',
  'evil.example/opensubtitles.com',
])('the token is sent to no other host: %s', (reported) => {
  expect(loginBase(USUAL, reported)).toBe(USUAL);
});

test('a mirror that the operator configured is kept', () => {
  const mirror = 'http://mirror.example/api/v1';
  expect(loginBase(mirror, 'vip-api.opensubtitles.com')).toBe(mirror);
});
