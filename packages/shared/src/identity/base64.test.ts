import { expect, test } from 'vitest';
import { fromBase64, toBase64, toBase64Url } from './base64.ts';

const bytes = Uint8Array.of(251, 255, 190, 0, 1);

test('bytes are encoded in both alphabets', () => {
  expect(toBase64(bytes)).toBe('+/++AAE=');
  expect(toBase64Url(bytes)).toBe('-_--AAE');
  expect(toBase64Url(new Uint8Array())).toBe('');
});

test.each(['+/++AAE=', '+/++AAE', '-_--AAE', '-_--AAE='])('%s is decoded', (text) => {
  expect(fromBase64(text)).toEqual(bytes);
});

test.each(['a', 'aaaaa', '=', 'ab=c', 'ab cd', 'ab\ncd', 'é', 'a===', '😀'])(
  '%j is not base64',
  (text) => {
    expect(fromBase64(text)).toBeUndefined();
  },
);

test('every length survives encoding and decoding', () => {
  for (let length = 0; length < 70; length += 1) {
    const some = Uint8Array.from({ length }, (_, index) => (index * 37 + length) % 256);
    expect(fromBase64(toBase64(some))).toEqual(some);
    expect(fromBase64(toBase64Url(some))).toEqual(some);
  }
});
