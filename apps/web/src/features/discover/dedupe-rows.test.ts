import { expect, test } from 'vitest';
import type { Title } from '#data/catalog/title.ts';
import { withoutRepeats } from './dedupe-rows.ts';

const film = (id: number, type: Title['type'] = 'movie'): Title => ({
  type,
  tmdbId: String(id),
  title: `T${id}`,
  isReleased: true,
});
const ids = (rows: readonly (readonly Title[] | undefined)[]) =>
  rows.map((row) => row?.map(({ tmdbId }) => tmdbId));

test('the row that came first keeps a title, wherever it stands', () => {
  const rows = [
    { at: 2, titles: [film(1), film(2)] },
    { at: 1, titles: [film(2), film(3)] },
  ];
  expect(ids(withoutRepeats(rows))).toEqual([['1'], ['2', '3']]);
});

test('what is on its way takes nothing', () => {
  const rows = [undefined, { at: 1, titles: [film(1)] }];
  expect(ids(withoutRepeats(rows))).toEqual([undefined, ['1']]);
});

test('a film and a series may have the same number', () => {
  const rows = [
    { at: 1, titles: [film(1)] },
    { at: 1, titles: [film(1, 'show')] },
  ];
  expect(ids(withoutRepeats(rows))).toEqual([['1'], ['1']]);
});

test('a row shows 35 at most, and leaves the others to the rows after it', () => {
  const many = Array.from({ length: 40 }, (_, index) => film(index));
  const rows = withoutRepeats([
    { at: 1, titles: many },
    { at: 2, titles: many },
  ]);
  expect(rows.map((row) => row?.length)).toEqual([35, 5]);
});
