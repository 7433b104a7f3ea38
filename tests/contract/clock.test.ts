// The server's clock was a day ahead, so data saved then has future dates. Once the clock is right, new changes count
// at once.
import { listBookmarks } from '@matinee/shared/contract/bookmarks';
import { putChanges, type Change } from '@matinee/shared/contract/changes';
import { listProgress } from '@matinee/shared/contract/progress';
import { listWatchHistory } from '@matinee/shared/contract/watch-history';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bookmark, movie, signedIn } from '../support/library.ts';

let server: TestApp;
let account: TestAccount;
let me: ReturnType<typeof signedIn>;
beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  account = await createTestAccount(server);
  me = signedIn(server, account);
});
afterAll(() => server.close());

const COLUMNS = {
  progress: 'updated_at',
  bookmarks: 'updated_at',
  watch_history: 'watched_at',
  deletions: 'deleted_at',
};

async function dateAhead(table: keyof typeof COLUMNS): Promise<void> {
  const column = COLUMNS[table];
  const moved = await server.deps.database.query(
    `UPDATE ${table} SET ${column} = ${column} + interval '1 day' WHERE user_id = $1 RETURNING 1`,
    [account.userId],
  );
  expect(moved.length).toBeGreaterThan(0);
}

const progress = async () => listProgress.reply.parse((await me.get('/progress').expect(200)).body);
const bookmarks = async () =>
  listBookmarks.reply.parse((await me.get('/bookmarks').expect(200)).body);
const send = async (...changes: readonly z.input<typeof Change>[]) =>
  putChanges.reply.parse((await me.put('/changes', [...changes]).expect(200)).body);
/** The time of a device with a clock that is a little behind. */
const lately = (): string => new Date(Date.now() - 90_000).toISOString();

test('a position is replaced, and an old one from a device that was away is not', async () => {
  await me.put('/progress/1', movie('1', { watched: 100 })).expect(200);
  await dateAhead('progress');
  const old = new Date(Date.now() - 86_400_000).toISOString();
  await send({ ...movie('1', { watched: 5 }), type: 'putProgress', updatedAt: old });
  expect(await progress()).toMatchObject([{ watched: '100' }]);

  await me.put('/progress/1', movie('1', { watched: 200, updatedAt: lately() })).expect(200);
  const [saved] = await progress();
  expect(saved).toMatchObject({ watched: '200' });
  expect(Date.parse(saved?.updatedAt ?? '')).toBeLessThanOrEqual(Date.now());
});

test('positions and bookmarks of a device are replaced and deleted', async () => {
  await send(
    { ...movie('1'), type: 'putProgress', updatedAt: lately() },
    { ...movie('2'), type: 'putProgress', updatedAt: lately() },
    { ...bookmark('3'), type: 'putBookmark', updatedAt: lately() },
    { ...bookmark('4', { group: ['A'] }), type: 'putBookmark', updatedAt: lately() },
  );
  await dateAhead('progress');
  await dateAhead('bookmarks');
  const applied = await send(
    { tmdbId: '1', type: 'deleteProgress', updatedAt: lately() },
    { ...movie('2', { watched: 300 }), type: 'putProgress', updatedAt: lately() },
    { tmdbId: '3', type: 'deleteBookmark', updatedAt: lately() },
    { ...bookmark('4', { group: ['B'] }), type: 'putBookmark', updatedAt: lately() },
  );
  expect(applied).toEqual({ applied: 4, outdated: 0 });
  expect(await progress()).toMatchObject([{ tmdbId: '2', watched: '300' }]);
  expect(await bookmarks()).toMatchObject([{ tmdbId: '4', group: ['B'] }]);
});

test('what was deleted can be saved again, and deleted again', async () => {
  await me.post('/bookmarks/1', bookmark('1')).expect(200);
  await me.put('/progress/2', movie('2')).expect(200);
  await me.delete('/bookmarks/1').expect(200);
  await me.delete('/progress/2', {}).expect(200);
  await dateAhead('deletions');
  await me.post('/bookmarks/1', bookmark('1')).expect(200);
  await me.put('/progress/2', movie('2')).expect(200);
  expect([(await bookmarks()).length, (await progress()).length]).toEqual([1, 1]);

  const deletion = { tmdbId: '2', type: 'deleteProgress', updatedAt: lately() } as const;
  await dateAhead('progress');
  expect(await send(deletion)).toEqual({ applied: 1, outdated: 0 });
  await me.delete('/bookmarks/1').expect(200);
  expect([await bookmarks(), await progress()]).toEqual([[], []]);
});

test('the watch history takes the later view', async () => {
  const view = (watched: number) => ({ ...movie('1', { watched }), watchedAt: lately() });
  await me.put('/watch-history/1', view(100)).expect(200);
  await dateAhead('watch_history');
  await me.put('/watch-history/1', view(200)).expect(200);
  const { body } = await me.get('/watch-history').expect(200);
  expect(listWatchHistory.reply.parse(body)).toMatchObject([{ watched: '200' }]);
});
