import { expect, test } from 'vitest';
import { readTypedCode, typedCode } from './typed-code.ts';

const BYTES = Uint8Array.of(0, 68, 50, 20, 199, 66, 84, 182, 53, 207);
const CODE = '0123-4567-89AB-CDEF';

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
  '%j is read as the code that was meant',
  (typed) => expect(readTypedCode(typed)).toBe(CODE),
);

test.each(['', '0123-4567-89AB-CDE', `${CODE}0`, 'U123-4567-89AB-CDEF', '0123-4567-89AB-CDE!'])(
  '%j is no code',
  (typed) => expect(readTypedCode(typed)).toBeUndefined(),
);
