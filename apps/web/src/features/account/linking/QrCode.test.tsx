import { expect, test } from 'vitest';
import { qrPath } from './QrCode.tsx';

test('dark squares beside each other are one stroke, each row for itself', () => {
  expect(
    qrPath([
      [false, true, true],
      [true, false, true],
      [false, false, false],
    ]),
  ).toBe('M1 0h2v1h-2zM0 1h1v1h-1zM2 1h1v1h-1z');
});
