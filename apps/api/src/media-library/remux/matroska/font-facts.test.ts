import { expect, test } from 'vitest';
import { fontOf } from '../../../../../../tests/support/font.ts';
import { readFontFacts } from './font-facts.ts';

const factsOf = (font: Buffer, before = 0) =>
  readFontFacts(
    {
      read: async (start, end) => Buffer.concat([Buffer.alloc(before), font]).subarray(start, end),
    },
    { start: before, end: before + font.length },
  );

/** Changes the record of a table: its tag, checksum, offset and length. */
function withRecord(tag: string, change: (record: Buffer) => unknown): Buffer {
  const font = Buffer.from(fontOf('Squares'));
  const at = font.indexOf(tag, 12, 'latin1');
  change(font.subarray(at, at + 16));
  return font;
}

test('a font has names, a weight and a slope', async () => {
  const names = ['Fancy Squares', 'Fancy Squares Regular'];
  expect(await factsOf(fontOf('Fancy Squares'), 99)).toEqual({
    names,
    weight: 400,
    isItalic: false,
  });
  expect(await factsOf(fontOf('Fancy Squares', { weight: 700, isItalic: true }))).toEqual({
    names,
    weight: 700,
    isItalic: true,
  });
});

test.each([
  ['a text', Buffer.from('no font at all, only a text')],
  ['empty', Buffer.alloc(0)],
  ['a collection', Buffer.concat([Buffer.from('ttcf'), fontOf('Squares').subarray(4)])],
  ['truncated', fontOf('Squares').subarray(0, 400)],
  ['without a required table', withRecord('cmap', (record) => record.write('none'))],
  ['with a table outside', withRecord('head', (record) => record.writeUInt32BE(2 ** 31, 8))],
  [
    'with an endless name table',
    withRecord('name', (record) => record.writeUInt32BE(2 ** 32 - 1, 12)),
  ],
  ['without names', withRecord('name', (record) => record.writeUInt32BE(6, 12))],
])('a file that is %s is no font', async (_name, bytes) => {
  expect(await factsOf(bytes)).toBeUndefined();
});
