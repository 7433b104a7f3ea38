import { expect, test } from 'vitest';
import { storeToken, tokenProof } from './human-check.ts';

const jwt = (claims: object) => {
  const payload = btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_');
  return `eyJhbGciOiJIUzI1NiJ9.${payload.replaceAll('=', '')}.c2ln`;
};
const NOW = 1_800_000_000;

test('a token is valid until it expires', () => {
  const given = jwt({ ip: '192.0.2.1?>', exp: NOW + 600 });
  storeToken(given);
  expect(tokenProof(NOW * 1000)).toBe(`jwt|${given}`);
  expect(tokenProof((NOW + 590) * 1000)).toBe(`jwt|${given}`);
  expect(tokenProof((NOW + 598) * 1000)).toBeUndefined();
});

test('a token without an expiry is kept as long as the page is open', () => {
  storeToken(jwt({ ip: '192.0.2.1' }));
  expect(tokenProof(NOW * 10_000)).toMatch(/^jwt\|/);
});

test('the newest token is used, and an invalid one changes nothing', () => {
  storeToken(jwt({ exp: NOW + 1 }));
  const newer = jwt({ exp: NOW + 600 });
  storeToken(newer);
  for (const nonsense of ['', 'a.b', 'a.!!.c', 'a.YQ.c', null, undefined, { exp: 1 }]) {
    storeToken(nonsense);
  }
  expect(tokenProof(NOW * 1000)).toBe(`jwt|${newer}`);
});
