import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createPersisted } from './persisted-store.ts';

const KEY = '__MW::count';
const writes: string[] = [];

beforeEach(() => {
  const cells = new Map<string, string>();
  writes.length = 0;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => {
      cells.set(key, value);
      writes.push(value);
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = () =>
  createPersisted({ key: KEY, schema: z.object({ count: z.number().default(0) }) });
const written = (count: number) => JSON.stringify({ state: { count }, version: 0 });

test('a change is written, and one without an effect is not', () => {
  const { update, store } = open();
  update(({ count }) => ({ count: count + 1 }));
  update((state) => state);
  expect(store.getState()).toEqual({ count: 1 });
  expect(writes).toEqual([written(1)]);
});

test('a failed write is repeated with the next change, even one without an effect', () => {
  const { change, update } = open();
  change(() => ({ count: 7 }));
  expect(writes).toEqual([]);
  update((state) => state);
  expect(writes).toEqual([written(7)]);
});

test('a state that did not fit is written once there is space', () => {
  const { update, save } = open();
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  update(() => ({ count: 7 }));
  expect(save()).toBe(false);
  full.mockRestore();
  expect(save()).toBe(true);
  expect(writes).toEqual([written(7)]);
  expect(save()).toBe(true);
  expect(writes).toHaveLength(1);
});

test.each([
  ['is parsed', false, 1],
  ['of a large store is not parsed', true, 7],
])('an update %s', (_what, isLarge, count) => {
  const schema = z.object({
    count: z
      .number()
      .default(0)
      .transform((given) => Math.min(given, 1)),
  });
  const { update, store } = createPersisted({ key: KEY, schema, isLarge });
  update(() => ({ count: 7 }));
  expect(store.getState()).toEqual({ count });
});

test('an empty store has the default state, without the schema', () => {
  const schema = z.lazy((): z.ZodType<{ count: number }> => {
    throw new Error('The schema was set up');
  });
  expect(createPersisted({ key: KEY, schema, empty: { count: 7 } }).store.getState()).toEqual({
    count: 7,
  });
});

test.each([
  ['a state', written(7), { count: 7 }],
  ['a state that lacks a field', '{"state":{}}', { count: 0 }],
  ['an envelope without a state', '{}', { count: 0 }],
  ['a list', '[]', { count: 0 }],
  ['no JSON', 'no JSON', { count: 0 }],
  ['a state of another type', '{"state":{"count":"7"}}', { count: 0 }],
])('%s is read', (_what, text, state) => {
  localStorage.setItem(KEY, text);
  expect(open().store.getState()).toEqual(state);
});
