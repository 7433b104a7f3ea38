import { createDecipheriv, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { toBase64 } from './base64.ts';
import { wrapSeed, unwrapSeed } from './encryption.ts';

const SEED = Uint8Array.from({ length: 32 }, (_, index) => index);
const SECRET = new Uint8Array(32).fill(9);

test('a seed is decrypted with the secret it was encrypted with, and with no other', () => {
  const sealed = wrapSeed(SEED, SECRET);
  expect(sealed).not.toContain(toBase64(SEED).slice(0, 16));
  expect(unwrapSeed(sealed, SECRET)).toEqual(SEED);
  expect(unwrapSeed(sealed, SECRET.with(0, 8))).toBeUndefined();
  expect(unwrapSeed('nonsense', SECRET)).toBeUndefined();
});

test('another implementation decrypts it', () => {
  const key = hkdfSync('sha256', SECRET, new Uint8Array(), 'matinee-seed-lock-1', 32);
  const [iv, text, tag] = wrapSeed(SEED, SECRET)
    .split('.')
    .map((part) => Buffer.from(part, 'base64'));
  if (!iv || !text || !tag) throw new Error('three parts');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), iv).setAuthTag(tag);
  expect(decipher.update(text, undefined, 'utf8') + decipher.final('utf8')).toBe(toBase64(SEED));
});
