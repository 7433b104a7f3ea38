import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutList } from './json-parts.ts';

const BYTES = 8;

/** What the whole says, and what its parts say together; nothing where something of it does not read. */
const whole = (text: string): unknown => attempt(() => [JSON.parse(text)]);
const inParts = (text: string): unknown =>
  attempt(() => {
    const parts = cutList(Buffer.from(text), BYTES);
    if (!parts) return [JSON.parse(text)];
    const lists = parts.map((part): unknown[] => JSON.parse(`[${part.toString()}]`));
    if (lists.length > 1 && lists.some(({ length }) => length === 0)) return undefined;
    return [lists.flat()];
  });

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

test('a list is cut between its items, wherever commas and brackets stand', () => {
  const text = ' [{"a":"],[","b":[1,2]} , "\\\\\\"," ,{"é":"日本,🎬"},[],"]"]\n';
  expect(cutList(Buffer.from(text), BYTES)?.length).toBeGreaterThan(2);
  expect(inParts(text)).toEqual([JSON.parse(text)]);
});

test('no list is none', () => {
  for (const text of ['', ' ', '[', ']', '{}', '"[]"', '{"a":[]}', '[}', 'null']) {
    expect(cutList(Buffer.from(text), BYTES)).toBeUndefined();
  }
  expect(cutList(Buffer.from('[]'), BYTES)?.map(String)).toEqual(['']);
});

test('the parts of whatever list say what the whole says', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 30 }), (list) => {
      const text = JSON.stringify(list);
      expect(inParts(text)).toEqual(whole(text));
    }),
  );
});

test('what is broken as a whole is broken in parts, and the other way about', () => {
  const piece = fc.constantFrom(
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    '\\',
    ':',
    '1',
    ' ',
    '"a":1',
    '{"b":[2]}',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = `[${pieces.join('')}]`;
      expect(inParts(text)).toEqual(whole(text));
    }),
    { numRuns: 2_000 },
  );
});
