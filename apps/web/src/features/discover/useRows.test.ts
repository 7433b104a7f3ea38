import { expect, test, vi } from 'vitest';
import type { Title } from '#data/catalog/title.ts';
import { stateOf, titlesOfRows, withoutRepeats } from './useRows.ts';

const STATE = { seed: 'one evening', near: [], genre: {}, provider: {} };
const movie = (id: number, poster?: string): Title => ({
  type: 'movie',
  tmdbId: String(id),
  title: `T${id}`,
  isReleased: true,
  ...(poster === undefined ? {} : { poster }),
});
const movies = (from: number) => Array.from({ length: 8 }, (_, at) => movie(from + at, 'p.png'));
const ids = (titles: readonly Title[] | undefined) => titles?.map(({ tmdbId }) => tmdbId);

test('a row does not depend on whether later rows have loaded', () => {
  const first = { data: movies(1), dataUpdatedAt: 1 };
  const [alone] = titlesOfRows([first], STATE);
  const [among] = titlesOfRows([first, { data: movies(4), dataUpdatedAt: 2 }], STATE);
  expect(ids(alone)).toHaveLength(8);
  expect(ids(among)).toEqual(ids(alone));
});

test('a title that a later row already shows is left out', () => {
  const rows = [
    { data: movies(1), dataUpdatedAt: 2 },
    { data: movies(4), dataUpdatedAt: 1 },
  ];
  const [first] = titlesOfRows(rows, STATE);
  expect(ids(first)?.toSorted()).toEqual(['1', '2', '3']);
});

test('titles without a poster come last, and another seed gives another order', () => {
  const data = [movie(9), ...movies(1)];
  const [one] = titlesOfRows([{ data, dataUpdatedAt: 1 }], STATE);
  const [other] = titlesOfRows([{ data, dataUpdatedAt: 1 }], { ...STATE, seed: 'the next' });
  expect(ids(one)?.at(-1)).toBe('9');
  expect(ids(other)?.at(-1)).toBe('9');
  expect(ids(other)).not.toEqual(ids(one));
});

test('the row that loaded first keeps a title, wherever it stands', () => {
  const rows = [
    { loadedAt: 2, titles: [movie(1), movie(2)] },
    { loadedAt: 1, titles: [movie(2), movie(3)] },
  ];
  expect(withoutRepeats(rows).map(ids)).toEqual([['1'], ['2', '3']]);
});

test('a row without data takes no titles', () => {
  const rows = [undefined, { loadedAt: 1, titles: [movie(1)] }];
  expect(withoutRepeats(rows).map(ids)).toEqual([undefined, ['1']]);
});

test('a movie and a show may share an id', () => {
  const rows = [
    { loadedAt: 1, titles: [movie(1)] },
    { loadedAt: 1, titles: [{ ...movie(1), type: 'show' as const }] },
  ];
  expect(withoutRepeats(rows).map(ids)).toEqual([['1'], ['1']]);
});

test('a row shows at most 35 titles and leaves the rest to later rows', () => {
  const many = Array.from({ length: 40 }, (_, index) => movie(index));
  const rows = withoutRepeats([
    { loadedAt: 1, titles: many },
    { loadedAt: 2, titles: many },
  ]);
  expect(rows.map((row) => row?.length)).toEqual([35, 5]);
});

test('a row whose titles other rows show is told from a row without titles', () => {
  const refetch = vi.fn<() => Promise<never>>();
  const query = { isError: false, isFetching: false, refetch };
  const state = (data: readonly Title[]) =>
    stateOf({ titles: [], query: { ...query, data }, choices: undefined, choice: undefined });
  expect(state(movies(1))).toMatchObject({ is: 'filled', isRepeated: true });
  expect(state([])).toMatchObject({ is: 'filled', isRepeated: false });
});
