// JSON that PostgreSQL writes equals the JSON that was sent, with any characters in it.
import { listBookmarks, putBookmarks } from '@matinee/shared/contract/bookmarks';
import { importProgress, listProgress } from '@matinee/shared/contract/progress';
import { importWatchHistory } from '@matinee/shared/contract/watch-history';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createProgress } from '../../apps/api/src/user-data/progress.ts';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bookmark, episode, movie, signedIn } from '../support/library.ts';

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

const ODD = '"\\" \\u0041 \b\f\n\r\t\u0001\u007f\u2028 {"a":[]} </script> é 日本 🎬 %s $1 \'';
const meta = { title: ODD, year: -5, poster: ODD, type: 'movie' } as const;

test('progress', async () => {
  const odd = episode('1', 1, { tmdbId: ODD, seasonId: ODD, episodeId: ODD, meta });
  const [saved] = importProgress.reply.parse((await me.put('/progress/import', [odd])).body);
  expect(saved).toMatchObject({ tmdbId: ODD, seasonId: ODD, season: { id: ODD }, meta });
  const listed = listProgress.reply.parse((await me.get('/progress').expect(200)).body);
  expect(listed).toMatchObject([{ id: saved?.id, tmdbId: ODD, episode: { id: ODD }, meta }]);
});

test('bookmarks', async () => {
  const odd = bookmark(ODD, { meta, group: [ODD, 'NULL', ''], favoriteEpisodes: [ODD] });
  const saved = putBookmarks.reply.parse((await me.put('/bookmarks', [odd])).body);
  const { group, favoriteEpisodes } = odd;
  expect(saved).toMatchObject([{ tmdbId: ODD, meta, group, favoriteEpisodes }]);
  expect(listBookmarks.reply.parse((await me.get('/bookmarks').expect(200)).body)).toEqual(saved);
});

test('the watch history', async () => {
  const odd = { ...movie(ODD, { meta }), watched: 1e15, duration: -1e-7, completed: true };
  const items = [{ ...odd, watchedAt: '2025-01-01T00:00:00.000Z' }];
  const response = await me.put('/watch-history/import', items).expect(200);
  expect(importWatchHistory.reply.parse(response.body).items).toMatchObject([{ ...odd, meta }]);
});

test('a long list of bookmarks includes those that a later deletion kept out', async () => {
  const ids = Array.from({ length: 2_500 }, (_, index) => `${index}`);
  await me.delete('/bookmarks/1700').expect(200);
  const updatedAt = '2024-05-02T00:00:00.000Z';
  const items = ids.map((id) => bookmark(id, { updatedAt }));
  const saved = putBookmarks.reply.parse((await me.put('/bookmarks', items).expect(200)).body);
  expect(saved.map(({ tmdbId }) => tmdbId)).toEqual(ids);
  expect(saved[1700]).toEqual({ ...saved[1699], tmdbId: '1700', meta: saved[1700]?.meta });
  const listed = listBookmarks.reply.parse((await me.get('/bookmarks').expect(200)).body);
  expect(listed).toHaveLength(2_499);
});

test('a list of thousands of items is stored completely or not at all', async () => {
  const items = Array.from({ length: 1_500 }, (_, index) => movie(`${index}`));
  await server.deps.database.query(
    `ALTER TABLE progress ADD CONSTRAINT not_this_one CHECK (tmdb_id <> '1400')`,
    [],
  );
  const given = importProgress.body.parse(items);
  const progress = createProgress(server.deps.database, Date.now);
  await expect(progress.import(account.userId, given)).rejects.toThrow('not_this_one');
  expect((await me.get('/progress').expect(200)).body).toEqual([]);
  await server.deps.database.query('ALTER TABLE progress DROP CONSTRAINT not_this_one', []);
  await me.put('/progress/import', items).expect(200);
  expect((await me.get('/progress').expect(200)).body).toHaveLength(1_500);
});
