import { expect, test } from 'vitest';
import { OPEN_GENRES } from '@matinee/shared/contract/catalog';
import { choiceOf, shelfOf, SLOTS, slotsOf, type Slot } from './row-definitions.ts';
import type { Visit } from './discover-store.ts';

const visit: Visit = { seed: '1', near: [], genre: {}, provider: {} };
const choices = Array.from({ length: 15 }, (_, index) => ({ id: index + 1, name: `G${index}` }));
const films = SLOTS.filter((slot) => slot.kind === 'movie' && slot.by === 'genre');
const drawn = (on: Visit) => films.map((slot) => choiceOf(slot, choices, on)?.id);
const provider: Slot = { id: 'p', kind: 'tv', by: 'provider' };

test('there are six genres of films, seven of series, and the lists of both', () => {
  const count = (kind: string, by: string) =>
    SLOTS.filter((slot) => slot.kind === kind && slot.by === by).length;
  expect(['genre', 'list', 'provider'].map((by) => count('movie', by))).toEqual([6, 3, 1]);
  expect(['genre', 'list', 'provider'].map((by) => count('tv', by))).toEqual([7, 2, 1]);
  expect(new Set(SLOTS.map(({ id }) => id)).size).toBe(SLOTS.length);
});

test('genres are drawn once for a visit, none twice', () => {
  expect(drawn(visit)).toEqual(drawn({ ...visit, near: ['a'] }));
  expect(new Set(drawn(visit)).size).toBe(6);
  expect(drawn({ ...visit, seed: '2' })).not.toEqual(drawn(visit));
});

test('a chosen genre comes first, and the other rows stay unless it was one of them', () => {
  const before = drawn(visit);
  const outside = choices.find(({ id }) => !before.includes(id))?.id ?? 0;
  expect(drawn({ ...visit, genre: { movie: outside } })).toEqual([outside, ...before.slice(1)]);
  const third = before[2] ?? 0;
  expect(drawn({ ...visit, genre: { movie: third } })).toEqual(
    before.with(0, third).with(2, before[0]),
  );
});

test('of fewer genres than rows the last rows have none', () => {
  const few = choices.slice(0, 2);
  expect(films.map((slot) => choiceOf(slot, few, visit) !== undefined)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('one of the best known services is drawn, but any can be chosen', () => {
  expect(choiceOf(provider, choices, visit)?.id).toBeLessThanOrEqual(8);
  expect(choiceOf(provider, choices, { ...visit, provider: { tv: 14 } })?.id).toBe(14);
  expect(choiceOf(provider, [], visit)).toBeUndefined();
});

test('what a row is made of is what the catalogue is asked for', () => {
  expect(shelfOf(provider, choices[2])).toEqual({ kind: 'tv', provider: 3 });
  expect(shelfOf(provider, undefined)).toBeUndefined();
  expect(SLOTS.slice(0, 1).map((slot) => shelfOf(slot, undefined))).toEqual([
    { kind: 'movie', list: 'now_playing' },
  ]);
});

test('without a key the rows are the genres of the open collection, and no list of a movie database', () => {
  const rows = slotsOf(true);
  expect(rows.map((slot) => shelfOf(slot, undefined))).toEqual(
    OPEN_GENRES.map(({ id, kind }) => ({ kind, genre: id })),
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});
