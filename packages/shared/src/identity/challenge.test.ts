import { describe, expect, test } from 'vitest';
import { isSignedBy, keysOf, signChallenge } from './challenge.ts';
import { fromBase64, toBase64Url } from './encoding.ts';

// What clients of the family make of one passphrase.
const SEED = 'dfa3be70625770ac1381f13bc03842abfb933261feaf082b7b1fccf60943f101';
const PUBLIC_KEY = '-19nUfoc65psrSbaC5u4_a4RWhDuoDal4bBbskTbSOY';
const CHALLENGE = '123e4567-e89b-42d3-a456-426614174000';
const SIGNATURE =
  'zmRAbpXV9IrSTAtZcC6ktjF7oYwMcH_-iUJB4sOOzgf2Yaf3xQFf9FjDsZByEh9808Q1CruaajkDLuwltgBeCQ';

const seed = Uint8Array.from(SEED.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));

test('a seed gives the key that existing accounts have', () => {
  expect(keysOf(seed)).toEqual({ seed, publicKey: PUBLIC_KEY });
});

test('a challenge is signed as existing clients sign it', () => {
  expect(signChallenge(keysOf(seed), CHALLENGE)).toBe(SIGNATURE);
});

describe('a signature', () => {
  test('is recognised, however it is spelled', () => {
    expect(isSignedBy(PUBLIC_KEY, CHALLENGE, SIGNATURE)).toBe(true);
    const padded = `${SIGNATURE.replaceAll('-', '+').replaceAll('_', '/')}==`;
    expect(isSignedBy(`${PUBLIC_KEY.replaceAll('-', '+')}=`, CHALLENGE, padded)).toBe(true);
  });

  test('is of one challenge and one key', () => {
    expect(isSignedBy(PUBLIC_KEY, CHALLENGE.toUpperCase(), SIGNATURE)).toBe(false);
    const other = keysOf(seed.toReversed()).publicKey;
    expect(isSignedBy(other, CHALLENGE, SIGNATURE)).toBe(false);
  });

  test('that is changed, cut or no base64 is none', () => {
    const bytes = fromBase64(SIGNATURE) ?? new Uint8Array();
    const changed = bytes.with(40, (bytes[40] ?? 0) ^ 1);
    expect(isSignedBy(PUBLIC_KEY, CHALLENGE, toBase64Url(changed))).toBe(false);
    expect(isSignedBy(PUBLIC_KEY, CHALLENGE, SIGNATURE.slice(0, -2))).toBe(false);
    expect(isSignedBy(PUBLIC_KEY, CHALLENGE, 'not base64!')).toBe(false);
    expect(isSignedBy(PUBLIC_KEY.slice(1), CHALLENGE, SIGNATURE)).toBe(false);
    expect(isSignedBy('_'.repeat(43), CHALLENGE, SIGNATURE)).toBe(false);
    expect(isSignedBy(PUBLIC_KEY, CHALLENGE, '_'.repeat(86))).toBe(false);
  });
});
