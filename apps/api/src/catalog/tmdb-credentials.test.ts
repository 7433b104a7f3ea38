import { expect, test } from 'vitest';
import { tmdbCredentials, isReadOnly } from './tmdb-client.ts';

const token = (claims: object): string =>
  ['eyJhbGciOiJIUzI1NiJ9', Buffer.from(JSON.stringify(claims)).toString('base64url'), 's'].join(
    '.',
  );

test.each([
  ['a read access token', token({ scopes: ['api_read'] }), true],
  ['a token that may also write', token({ scopes: ['api_read', 'api_write'] }), false],
  ['a token without declared scopes', token({ aud: 'x' }), true],
  ['a token with unreadable claims', 'eyJhbGciOiJIUzI1NiJ9.???.sig', true],
  ['an old 32-digit key', '0123456789abcdef0123456789abcdef', false],
])('%s', (_, key, expected) => {
  expect(isReadOnly(key)).toBe(expected);
});

test('the format of the key decides how it is sent', () => {
  expect(tmdbCredentials('eyJ.b.c')).toEqual({
    headers: { authorization: 'Bearer eyJ.b.c' },
    query: {},
  });
  expect(tmdbCredentials('0123456789abcdef')).toEqual({
    headers: {},
    query: { api_key: '0123456789abcdef' },
  });
});
