import { expect, test } from 'vitest';
import { readTypedCode, typedCode, linkKeys } from './typed-code.ts';
import { pbkdf2Sync } from 'node:crypto';
import { toBase64Url } from './base64.ts';

const CODE = '0123-4567-89AB-CDEF';
const BYTES = Uint8Array.of(0, 68, 50, 20, 199, 66, 84, 182, 53, 207);
test('ten bytes become four groups of digits', () => {
  expect(typedCode(BYTES)).toBe(CODE);
  expect(typedCode(new Uint8Array(10))).toBe('0000-0000-0000-0000');
  expect(typedCode(new Uint8Array(10).fill(255))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ');
  expect(() => typedCode(new Uint8Array(9))).toThrow(RangeError);
});

test('every bit of them counts', () => {
  const codes = Array.from({ length: 80 }, (_, bit) =>
    typedCode(new Uint8Array(10).with(bit >> 3, 1 << (bit & 7))),
  );
  expect(new Set(codes).size).toBe(80);
});

test.each([CODE, '0123456789abcdef', ' ol23 4567-89ab cdef\n', 'OI23-4567-89AB-CDEF'])(
  '%j is read as the intended code',
  (typed) => expect(readTypedCode(typed)).toBe(CODE),
);

test.each(['', '0123-4567-89AB-CDE', `${CODE}0`, 'U123-4567-89AB-CDEF', '0123-4567-89AB-CDE!'])(
  '%j is not a code',
  (typed) => expect(readTypedCode(typed)).toBeUndefined(),
);

test('a code gives two ids and a key, as in another implementation', async () => {
  const bytes = pbkdf2Sync('0123456789ABCDEF', 'matinee-link-1', 20_000, 64, 'sha256');
  expect(await linkKeys(CODE)).toEqual({
    requestId: bytes.subarray(0, 16).toString('base64url'),
    replyId: bytes.subarray(16, 32).toString('base64url'),
    key: Uint8Array.from(bytes.subarray(32)),
  });
  const others = await linkKeys('ZZZZ-ZZZZ-ZZZZ-ZZZZ');
  expect(others?.requestId).not.toBe(toBase64Url(bytes.subarray(0, 16)));
});

test.each(['0123456789ABCDEF', ' ol23 4567-89ab cdef\n', 'OI23-4567-89AB-CDEF'])(
  '%j is the same code',
  async (typed) => expect(await linkKeys(typed)).toEqual(await linkKeys(CODE)),
);

test.each(['', '0123-4567-89AB-CDE', `${CODE}0`, 'U123-4567-89AB-CDEF', '0123-4567-89AB-CDE!'])(
  '%j is not a code',
  async (typed) => expect(await linkKeys(typed)).toBeUndefined(),
);
