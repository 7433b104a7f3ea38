import { expect, test } from 'vitest';
import type { Title } from '#data/catalog/title.ts';
import { titlesOfRows } from './merge-rows.ts';

const VISIT = { seed: 'one evening', near: [], genre: {}, provider: {} };
const film = (id: number, poster?: string): Title => ({
  type: 'movie',
  tmdbId: String(id),
  title: `T${id}`,
  isReleased: true,
  ...(poster === undefined ? {} : { poster }),
});
const films = (from: number) => Array.from({ length: 8 }, (_, at) => film(from + at, 'p.png'));
const ids = (titles: readonly Title[] | undefined) => titles?.map(({ tmdbId }) => tmdbId);

test('a row is the same whether the ones after it have been answered or not', () => {
  const first = { data: films(1), dataUpdatedAt: 1 };
  const [alone] = titlesOfRows([first], VISIT);
  const [among] = titlesOfRows([first, { data: films(4), dataUpdatedAt: 2 }], VISIT);
  expect(ids(alone)).toHaveLength(8);
  expect(ids(among)).toEqual(ids(alone));
});

test('what the row after it has shown already is not shown again', () => {
  const answers = [
    { data: films(1), dataUpdatedAt: 2 },
    { data: films(4), dataUpdatedAt: 1 },
  ];
  const [first] = titlesOfRows(answers, VISIT);
  expect(ids(first)?.toSorted()).toEqual(['1', '2', '3']);
});

test('what has no picture comes last, and another visit has another order', () => {
  const data = [film(9), ...films(1)];
  const [one] = titlesOfRows([{ data, dataUpdatedAt: 1 }], VISIT);
  const [other] = titlesOfRows([{ data, dataUpdatedAt: 1 }], { ...VISIT, seed: 'the next' });
  expect(ids(one)?.at(-1)).toBe('9');
  expect(ids(other)?.at(-1)).toBe('9');
  expect(ids(other)).not.toEqual(ids(one));
});
