import { expect, test } from 'vitest';
import { joinLists, listOfJson } from './json-text.ts';

const read = (json: Buffer): unknown => JSON.parse(json.toString());

test('a list has its items in their order, none, one or several', () => {
  expect(read(listOfJson([]))).toEqual([]);
  expect(read(listOfJson(['1']))).toEqual([1]);
  expect(read(listOfJson(['{"a":"é🎬"}', '"日本"', 'null']))).toEqual([{ a: 'é🎬' }, '日本', null]);
});

test('several lists become one', () => {
  const lists = [['1', '2'], ['"é"'], ['3']].map(listOfJson);
  expect(read(joinLists(lists))).toEqual([1, 2, 'é', 3]);
  expect(read(joinLists(lists.slice(1, 2)))).toEqual(['é']);
});

test('large lists keep no memory once they are one', () => {
  const lists = ['a', 'b'].map((letter) => Buffer.from(JSON.stringify([letter.repeat(100_000)])));
  expect(read(joinLists(lists))).toEqual(['a'.repeat(100_000), 'b'.repeat(100_000)]);
  expect(lists.map(({ byteLength }) => byteLength)).toEqual([0, 0]);
});
