import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openTestDatabase,
  type OpenDatabase,
} from '../../../../../../tests/support/open-database.ts';
import { createCopyRows } from './copy-rows.ts';

const SHOW = { kind: 'tv', id: 1930 } as const;

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('all copies together have a limited space, and a copy may replace itself', async () => {
  const rows = createCopyRows(database.db, Date.now);
  const save = (path: string, length: number) =>
    rows.save({ title: SHOW, path, content: Buffer.alloc(length, path), maxBytes: 100 });
  expect(await save('/tv/1930', 60)).toBe(true);
  expect(await save('/tv/1930?language=de-DE', 41)).toBe(false);
  expect(await save('/tv/1930', 100)).toBe(true);
  expect(await rows.get('/tv/1930?language=de-DE')).toBeUndefined();
  expect((await rows.get('/tv/1930'))?.length).toBe(100);
});

test('a path that a title no longer has is removed in all languages', async () => {
  const rows = createCopyRows(database.db, Date.now);
  const paths = ['/tv/1930', '/tv/1930/season/1', '/tv/1930/season/2'];
  const translated = paths.map((path) => `${path}?language=de-DE`);
  for (const path of [...paths, ...translated]) {
    await rows.save({ title: SHOW, path, content: Buffer.from(path), maxBytes: 1_000 });
  }
  await rows.keepPaths(SHOW, paths.slice(0, 2));
  expect([...(await rows.ofTitle(SHOW)).keys()].toSorted()).toEqual([
    '/tv/1930',
    '/tv/1930/season/1',
    '/tv/1930/season/1?language=de-DE',
    '/tv/1930?language=de-DE',
  ]);
});
