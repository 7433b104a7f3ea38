import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createPersisted } from './persisted.ts';

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

test('a change is written, and one that leaves everything as it was is not', () => {
  const { update, store } = open();
  update(({ count }) => ({ count: count + 1 }));
  update((state) => state);
  expect(store.getState()).toEqual({ count: 1 });
  expect(writes).toEqual([written(1)]);
});

test('what has not been written yet is written with the next change, though that changes nothing', () => {
  const { change, update } = open();
  change(() => ({ count: 7 }));
  expect(writes).toEqual([]);
  update((state) => state);
  expect(writes).toEqual([written(7)]);
});
