import { expect, test } from 'vitest';
import { OPEN_GENRES } from '@matinee/shared/contract/catalog';
import {
  choiceOf,
  type RowDefinition,
  ROWS,
  rowsFor,
  rowQuery,
  seededRandom,
  shuffled,
} from './row-definitions.ts';
import type { DiscoverState } from './discover-store.ts';

const visit: DiscoverState = { seed: '1', near: [], genre: {}, provider: {} };
const choices = Array.from({ length: 15 }, (_, index) => ({ id: index + 1, name: `G${index}` }));
const movieGenres = ROWS.filter((row) => row.kind === 'movie' && row.by === 'genre');
const drawn = (state: DiscoverState) => movieGenres.map((row) => choiceOf(row, choices, state)?.id);
const provider: RowDefinition = { id: 'p', kind: 'tv', by: 'provider' };

test('movies have six genre rows, shows seven, and both have their lists', () => {
  const count = (kind: string, by: string) =>
    ROWS.filter((row) => row.kind === kind && row.by === by).length;
  expect(['genre', 'list', 'provider'].map((by) => count('movie', by))).toEqual([6, 3, 1]);
  expect(['genre', 'list', 'provider'].map((by) => count('tv', by))).toEqual([7, 2, 1]);
  expect(new Set(ROWS.map(({ id }) => id)).size).toBe(ROWS.length);
});

test('a visit draws each genre at most once and keeps its draw', () => {
  expect(drawn(visit)).toEqual(drawn({ ...visit, near: ['a'] }));
  expect(new Set(drawn(visit)).size).toBe(6);
  expect(drawn({ ...visit, seed: '2' })).not.toEqual(drawn(visit));
});

test('a chosen genre swaps places with the first one', () => {
  const before = drawn(visit);
  const outside = choices.find(({ id }) => !before.includes(id))?.id ?? 0;
  expect(drawn({ ...visit, genre: { movie: outside } })).toEqual([outside, ...before.slice(1)]);
  const third = before[2] ?? 0;
  expect(drawn({ ...visit, genre: { movie: third } })).toEqual(
    before.with(0, third).with(2, before[0]),
  );
});

test('with fewer genres than rows the last rows have none', () => {
  const few = choices.slice(0, 2);
  expect(movieGenres.map((row) => choiceOf(row, few, visit) !== undefined)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('the random provider is one of the best known, but any can be chosen', () => {
  expect(choiceOf(provider, choices, visit)?.id).toBeLessThanOrEqual(8);
  expect(choiceOf(provider, choices, { ...visit, provider: { tv: 14 } })?.id).toBe(14);
  expect(choiceOf(provider, [], visit)).toBeUndefined();
});

test('the choice of a row becomes its TMDB query', () => {
  expect(rowQuery(provider, choices[2])).toEqual({ kind: 'tv', provider: 3 });
  expect(rowQuery(provider, undefined)).toBeUndefined();
  expect(ROWS.slice(0, 1).map((row) => rowQuery(row, undefined))).toEqual([
    { kind: 'movie', list: 'now_playing' },
  ]);
});

test('without a TMDB key the rows are the genres of the starter catalog', () => {
  const rows = rowsFor(true);
  expect(rows.map((row) => rowQuery(row, undefined))).toEqual(
    OPEN_GENRES.map(({ id, kind }) => ({ kind, genre: id })),
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

const items = Array.from({ length: 40 }, (_, index) => index);

test('the same seed gives the same order, another seed another order', () => {
  const order = shuffled(items, seededRandom('7 popular'));
  expect(shuffled(items, seededRandom('7 popular'))).toEqual(order);
  expect(shuffled(items, seededRandom('8 popular'))).not.toEqual(order);
});

test('shuffling keeps every item once', () => {
  expect(shuffled(items, seededRandom('')).toSorted((a, b) => a - b)).toEqual(items);
});

test('the numbers lie between 0 and 1 and are evenly spread', () => {
  const random = seededRandom('spread');
  const numbers = Array.from({ length: 1_000 }, random);
  expect(numbers.every((one) => one >= 0 && one < 1)).toBe(true);
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
});
