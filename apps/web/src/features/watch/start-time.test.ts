import { expect, test } from 'vitest';
import { parseStartTime } from './start-time.ts';

test.each([
  ['192', 192],
  ['0', 0],
  ['3:30', 210],
  ['1:30:02', 5402],
  ['90:00', 3540],
  ['0:75', 75],
  ['1:75', 119],
  ['2:0:90', 7290],
  ['1:2:3:4', 7384],
  ['1h', undefined],
  ['', undefined],
  ['-5', undefined],
  ['1:', undefined],
  ['1.5', undefined],
  ['٣', undefined],
  ['9'.repeat(400), undefined],
  [null, undefined],
])('t=%s starts at %s', (text, seconds) => {
  expect(parseStartTime(text)).toBe(seconds);
});
