// Many callers writing the same rows at the same time.
import { listBookmarks } from '@matinee/shared/contract/bookmarks';
import { importProgress, listProgress } from '@matinee/shared/contract/progress';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { withClient } from '../support/database-server.ts';
import { bookmark, episode, movie, signedIn } from '../support/library.ts';

let server: TestApp;
let account: TestAccount;
let me: ReturnType<typeof signedIn>;
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' });
});
beforeEach(async () => {
  account = await createTestAccount(server);
  me = signedIn(server, account);
});
afterAll(() => server.close());

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const list = async () => listProgress.reply.parse((await me.get('/progress').expect(200)).body);

const bookmarks = async () =>
  listBookmarks.reply
    .parse((await me.get('/bookmarks').expect(200)).body)
    .toSorted((a, b) => a.tmdbId.localeCompare(b.tmdbId));

/** Makes all calls at once. Every status must be 200. */
async function together(calls: readonly PromiseLike<{ status: number }>[]): Promise<void> {
  const responses = await Promise.all(calls);
  expect(responses.map(({ status }) => status)).toEqual(calls.map(() => 200));
}

test.each([
  ['film', movie('1')],
  ['episode', episode('1', 1)],
])(
  'twenty simultaneous writes of a new %s make one row, with the latest position',
  async (_what, item) => {
    await together(
      times(20).map((second) => {
        const updatedAt = new Date(Date.UTC(2024, 0, 1, 0, 0, (second * 7) % 20)).toISOString();
        return me.put('/progress/1', { ...item, updatedAt, watched: (second * 7) % 20 });
      }),
    );
    expect(await list()).toMatchObject([{ watched: '19', updatedAt: '2024-01-01T00:00:19.000Z' }]);
  },
);

test('twenty simultaneous additions of a bookmark make one row', async () => {
  await together(times(20).map(() => me.post('/bookmarks/1', bookmark('1'))));
  expect(await bookmarks()).toMatchObject([{ tmdbId: '1', group: [] }]);
});

test('groups survive saves of the bookmark without them', async () => {
  await me.post('/bookmarks/1', bookmark('1', { group: ['A'] })).expect(200);
  await together([
    ...times(10).map(() => me.post('/bookmarks/1', bookmark('1'))),
    me.post('/bookmarks/1', bookmark('1', { favoriteEpisodes: ['e1'] })),
    ...times(10).map(() => me.put('/bookmarks', [bookmark('2'), bookmark('1')])),
  ]);
  expect(await bookmarks()).toMatchObject([{ group: ['A'] }, { group: [] }]);
});

test('twenty imports of the same movies in different orders make one row for each', async () => {
  const movies = times(50).map((id) => movie(`${id}`));
  await together(
    times(20).map((turn) =>
      me.put('/progress/import', [
        ...movies.slice(turn * 2).toReversed(),
        ...movies.slice(0, turn * 2),
      ]),
    ),
  );
  expect(await list()).toHaveLength(50);
});

test('an import removes nothing that is watched meanwhile', async () => {
  const ids = times(20).map(String);
  await me
    .put(
      '/progress/import',
      ids.map((id) => movie(id)),
    )
    .expect(200);
  await together([
    ...times(6).map(() =>
      me.put(
        '/progress/import',
        ids.map((id) => movie(id, { watched: 50 })),
      ),
    ),
    ...ids.map((id) => me.put(`/progress/${id}`, movie(id, { watched: 2000 }))),
    ...times(6).map(() =>
      me.put(
        '/progress/import',
        ids.toReversed().map((id) => movie(id)),
      ),
    ),
  ]);
  expect((await list()).map(({ watched }) => watched)).toEqual(ids.map(() => '2000'));
});

test('an account that is deleted during thirty writes leaves nothing behind', async () => {
  const items = times(15).map((id) => movie(`${id}`));
  importProgress.reply.parse((await me.put('/progress/import', items).expect(200)).body);
  const updatedAt = new Date().toISOString();
  const writes = times(30).map((index) =>
    [
      () => me.put('/progress/1', movie('1')),
      () => me.put(`/progress/${index}`, movie(`${index}`)),
      () => me.put('/progress/import', [...items, movie(`${index}`)].toReversed()),
      () => me.put('/bookmarks', [bookmark('1'), bookmark(`${index}`)]),
      () => me.delete('/progress/1'),
      () => me.put('/group-order', ['A']),
      () => me.put('/changes', [{ ...bookmark('1'), type: 'putBookmark', updatedAt }]),
    ].at(index % 7),
  );
  let responded = 0;
  let removal: Promise<unknown> | undefined;
  const statuses = await Promise.all(
    writes.map(async (write) => {
      const status = (await write?.())?.status;
      responded += 1;
      if (responded === 8) removal = removeAccount();
      return status;
    }),
  );
  await removal;
  expect(statuses).toContain(200);
  for (const status of statuses) expect([200, 401]).toContain(status);
  await me.put('/progress/1', movie('1')).expect(401);
  for (const table of ['progress', 'bookmarks', 'deletions', 'group_order', 'sessions']) {
    expect(
      await server.deps.database.query(`SELECT FROM ${table} WHERE user_id = $1`, [account.userId]),
    ).toEqual([]);
  }
});

/** Bypasses the server's pool, so that it does not queue behind the writes. */
const removeAccount = () =>
  withClient(server.deps.database.url, (client) =>
    client.query('DELETE FROM users WHERE id = $1', [account.userId]),
  );
