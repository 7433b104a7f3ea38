import { expect, test } from 'vitest';
import { qrPath } from './LinkCard.tsx';

test('adjacent dark modules of a row are one stroke', () => {
  expect(
    qrPath([
      [false, true, true],
      [true, false, true],
      [false, false, false],
    ]),
  ).toBe('M1 0h2v1h-2zM0 1h1v1h-1zM2 1h1v1h-1z');
});
