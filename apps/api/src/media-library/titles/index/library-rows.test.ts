import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../../tests/support/database.ts';
import { openDatabase, type Database } from '#database/database.ts';
import { createLibraryIndex } from './library-index.ts';
import type { TitleRecord } from './library-records.ts';
import { createLibraryRows } from './library-rows.ts';
import { parsedTitle } from './parsed-title.ts';

const MATCH = { tmdbId: 10_331, overview: 'They rise.', matchedAt: new Date('2026-01-01') };

let server: TestDatabase;
let database: Database;

beforeEach(async () => {
  server = await createTestDatabase();
  database = await openDatabase({
    databaseUrl: server.url,
    dataDir: '/nonexistent',
    migrations: path.resolve(import.meta.dirname, '../../../../../../prisma/migrations'),
    log: () => undefined,
    warn: () => undefined,
    now: Date.now,
  });
});

afterEach(async () => {
  await database.close();
  await server.drop();
});

/** Creates a replica that has found the file of one movie. */
function replica() {
  const rows = createLibraryRows(database);
  const index = createLibraryIndex({ now: Date.now, isTaken: () => false });
  const claim = { titles: ['Night of the Living Dead'], year: 1968, ids: {} };
  const added = index.addTitle(parsedTitle({ kind: 'movie', claim }, 'store/night.mkv'));
  return {
    save: () => rows.save(index.changes.take()),
    change: (facts: Partial<TitleRecord>) => index.putTitle({ ...added, ...facts }),
    remove: () => index.removeTitle(added),
    addAgain: () => index.addTitle(added),
    stored: async () => (await rows.load()).titles,
  };
}

test('a replica that finds a title later keeps the match that another has stored', async () => {
  const [first, second] = [replica(), replica()];
  first.change(MATCH);
  await first.save();
  second.change({ posterFile: 'poster.jpg' });
  await second.save();
  expect(await second.stored()).toMatchObject([MATCH]);
});

test('a replica’s own match, and what it takes back later, replace what is stored', async () => {
  const [first, second] = [replica(), replica()];
  await first.save();
  second.change(MATCH);
  await second.save();
  expect(await second.stored()).toMatchObject([MATCH]);
  second.change({ overview: 'Nothing.' });
  await second.save();
  expect(await second.stored()).toMatchObject([{ tmdbId: null, overview: 'Nothing.' }]);
});

test('a title that was removed and found again is as new', async () => {
  const first = replica();
  first.change(MATCH);
  await first.save();
  first.remove();
  first.addAgain();
  await first.save();
  expect(await first.stored()).toMatchObject([{ tmdbId: null, matchedAt: null }]);
});
