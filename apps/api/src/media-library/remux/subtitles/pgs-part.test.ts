import { expect, test } from 'vitest';
import { pgsOf } from '../../../../../../tests/support/pgs.ts';
import { pgsPart, startsEpoch } from './pgs-part.ts';

const RANGE = { from: 0, to: 4, origin: 0 };

/** Returns the first display set of a file in the format of a Matroska block. */
function setOf(file: Buffer): Buffer {
  const segments: Buffer[] = [];
  for (let at = 0; at < file.length;) {
    const end = at + 13 + file.readUInt16BE(at + 11);
    segments.push(file.subarray(at + 10, end));
    if (file[at + 10] === 0x80) break;
    at = end;
  }
  return Buffer.concat(segments);
}

const shown = setOf(pgsOf(1, 2));
const partOf = (bytes: Buffer) => pgsPart([{ start: 1, end: 2, bytes }], RANGE);

/** Changes bytes in the segment with this type. */
function changed(type: number, at: number, ...bytes: readonly number[]): Buffer {
  const copy = Buffer.from(shown);
  let offset = 0;
  while (copy[offset] !== type) offset += 3 + copy.readUInt16BE(offset + 1);
  copy.set(bytes, offset + 3 + at);
  return copy;
}

test('a display set is shown until the part ends', () => {
  const part = partOf(shown);
  expect(part.subarray(0, shown.length + 10 * 5).length).toBe(shown.length + 50);
  expect(part.subarray(-26 - 11, -26 - 11 + 2).toString()).toBe('PG');
  expect(part.readUInt32BE(part.length - 13 - 24 + 2)).toBe(5 * 90_000);
  expect(startsEpoch(shown)).toBe(true);
});

test.each([
  ['truncated', shown.subarray(0, 40)],
  ['of an unknown segment', Buffer.from([1, 0, 0, ...shown])],
  ['without a composition', shown.subarray(3 + shown.readUInt16BE(1))],
  ['as wide as 65535', changed(0x16, 0, 0xff, 0xff)],
  ['of 255 objects', changed(0x16, 10, 255)],
  ['with an object as high as 65535', changed(0x15, 9, 0xff, 0xff)],
  ['with more pixels than its object has', changed(0x15, 7, 0, 1)],
  ['with two compositions', Buffer.concat([shown.subarray(0, 3 + shown.readUInt16BE(1)), shown])],
  ['empty', Buffer.alloc(0)],
])('a display set that is %s is left out', (_name, bytes) => {
  expect(partOf(bytes)).toHaveLength(0);
});

test('sets before the one that is shown first are left out', () => {
  const block = (start: number) => ({ start, end: start, bytes: shown });
  const alone = pgsPart([block(3)], { ...RANGE, from: 3 });
  expect(pgsPart([block(1), block(2), block(3)], { ...RANGE, from: 3 })).toHaveLength(alone.length);
});
