import { listBookmarks } from '@matinee/shared/contract/bookmarks';
import { putChanges, type Change } from '@matinee/shared/contract/changes';
import { listProgress } from '@matinee/shared/contract/progress';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bookmark, episode, movie, signedIn } from '../support/library.ts';

type Sent = z.input<typeof Change>;

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

/** Minutes of a past day. */
const at = (minute: number): string => new Date(Date.UTC(2024, 4, 1, 0, minute)).toISOString();

const watch = (item: ReturnType<typeof movie>, minute: number): Sent => ({
  ...item,
  type: 'putProgress',
  updatedAt: at(minute),
});
const forget = (tmdbId: string, minute: number, parts = {}): Sent => ({
  type: 'deleteProgress',
  tmdbId,
  updatedAt: at(minute),
  ...parts,
});
const keep = (tmdbId: string, minute: number, rest = {}): Sent => ({
  ...bookmark(tmdbId, rest),
  type: 'putBookmark',
  updatedAt: at(minute),
});
const drop = (tmdbId: string, minute: number): Sent => ({
  type: 'deleteBookmark',
  tmdbId,
  updatedAt: at(minute),
});

const send = async (...changes: readonly Sent[]) =>
  putChanges.reply.parse((await me.put('/changes', [...changes]).expect(200)).body);
const bookmarks = async () =>
  listBookmarks.reply
    .parse((await me.get('/bookmarks').expect(200)).body)
    .toSorted((a, b) => a.tmdbId.localeCompare(b.tmdbId));
const progress = async () =>
  listProgress.reply
    .parse((await me.get('/progress').expect(200)).body)
    .toSorted((a, b) => `${a.tmdbId}${a.episode.id}`.localeCompare(`${b.tmdbId}${b.episode.id}`));

test('all changes of a device are stored with one request', async () => {
  await send(keep('9', 1), watch(movie('9'), 1));
  const response = await send(
    keep('1', 5, { group: ['A'] }),
    watch(movie('2'), 6),
    watch(episode('3', 1), 7),
    drop('9', 8),
    forget('9', 9),
  );
  expect(response).toEqual({ applied: 5, outdated: 0 });
  expect(await bookmarks()).toMatchObject([{ tmdbId: '1', group: ['A'], updatedAt: at(5) }]);
  expect(await progress()).toMatchObject([
    { tmdbId: '2', updatedAt: at(6) },
    { tmdbId: '3', episode: { id: 'e3-1' } },
  ]);
});

test('sending the same changes again has no effect', async () => {
  const changes = [
    keep('1', 5, { group: ['A'] }),
    drop('1', 4),
    watch(movie('2'), 6),
    forget('2', 3),
    forget('3', 7),
    watch(episode('3', 1), 8),
    watch(episode('3', 2), 6),
    watch(movie('2', { watched: 3 }), 2),
    drop('4', 1),
  ];
  const first = await send(...changes);
  expect(first).toEqual({ applied: 4, outdated: 5 });
  const stored = [await bookmarks(), await progress()];
  expect(await send(...changes)).toEqual(first);
  expect(await send(...changes.toReversed())).toEqual(first);
  expect([await bookmarks(), await progress()]).toEqual(stored);
  expect(stored.flat().map(({ tmdbId }) => tmdbId)).toEqual(['1', '2', '3']);
});

test('later changes from another device stay', async () => {
  await send(
    keep('1', 10),
    watch(movie('2', { watched: 900 }), 10),
    drop('3', 10),
    forget('4', 10),
  );
  const response = await send(
    drop('1', 9),
    keep('1', 8, { meta: { title: 'Old', type: 'movie' } }),
    watch(movie('2', { watched: 5 }), 9),
    forget('2', 9),
    keep('3', 9),
    watch(episode('4', 1), 9),
    drop('3', 9),
  );
  expect(response).toEqual({ applied: 0, outdated: 7 });
  expect(await bookmarks()).toMatchObject([{ tmdbId: '1', meta: { title: 'Film 1' } }]);
  expect(await progress()).toMatchObject([{ tmdbId: '2', watched: '900' }]);
});

test('a change after a deletion restores the item', async () => {
  await send(drop('1', 10), forget('2', 10));
  expect(await send(keep('1', 11), watch(episode('2', 1), 11))).toEqual({
    applied: 2,
    outdated: 0,
  });
  expect([await bookmarks(), await progress()].map(({ length }) => length)).toEqual([1, 1]);
});

test('of simultaneous changes to one item the later in the list counts', async () => {
  await send(keep('1', 5), drop('1', 5), drop('2', 5), keep('2', 5));
  await send(watch(episode('3', 1), 5), forget('3', 5), forget('4', 5), watch(movie('4'), 5));
  await send(watch(movie('5', { watched: 1 }), 5), watch(movie('5', { watched: 2 }), 5));
  expect(await bookmarks()).toMatchObject([{ tmdbId: '2' }]);
  expect(await progress()).toMatchObject([{ tmdbId: '4' }, { tmdbId: '5', watched: '2' }]);
});

test('deleting a title keeps what was watched afterwards', async () => {
  await send(watch(episode('1', 1), 1), watch(episode('1', 2), 9), watch(movie('10'), 1));
  expect(await send(forget('1', 5), watch(episode('1', 3), 6), watch(episode('1', 4), 4))).toEqual({
    applied: 1,
    outdated: 2,
  });
  expect((await progress()).map((item) => item.episode.id)).toEqual([null, 'e1-2', 'e1-3']);
  await send(forget('1', 12, { seasonId: 's1', episodeId: 'e1-3' }));
  expect((await progress()).map((item) => item.episode.id)).toEqual([null, 'e1-2']);
});

test('a bookmark that is saved twice keeps the groups of the first save', async () => {
  await send(keep('1', 2), keep('1', 1, { group: ['A'] }));
  expect(await bookmarks()).toMatchObject([{ group: ['A'], updatedAt: at(2) }]);
  await send(keep('1', 3, { group: ['B'] }), drop('1', 4), keep('1', 5));
  expect(await bookmarks()).toMatchObject([{ group: [], updatedAt: at(5) }]);
});

test('future times are replaced by the present', async () => {
  const before = Date.now();
  await send({ ...movie('1'), type: 'putProgress', updatedAt: '2999-01-01T00:00:00Z' });
  const [item] = await progress();
  expect(Date.parse(item?.updatedAt ?? '')).toBeGreaterThanOrEqual(before);
  expect(Date.parse(item?.updatedAt ?? '')).toBeLessThanOrEqual(Date.now());
  await me.delete('/progress/1').expect(200);
  expect(await progress()).toEqual([]);
});

test('500 changes in one request are accepted, 501 are refused, and none are fine', async () => {
  const changes = Array.from({ length: 500 }, (_, index) => watch(episode('1', index), index));
  expect(await send(...changes)).toEqual({ applied: 500, outdated: 0 });
  expect(await progress()).toHaveLength(500);
  await me.put('/changes', [...changes, keep('1', 1)]).expect(400);
  expect(await send()).toEqual({ applied: 0, outdated: 0 });
});

test('one invalid change rejects them all', async () => {
  for (const wrong of [
    { type: 'explode' },
    { ...bookmark('2'), type: 'putBookmark' },
    { ...drop('2', 1), tmdbId: '' },
  ]) {
    const { body } = await me.put('/changes', [keep('1', 1), wrong]).expect(400);
    expect(body.errorType).toBe('validation');
    expect(body.errors[0].path[0]).toBe(1);
  }
  expect(await bookmarks()).toEqual([]);
});

test('changes can be sent by the owner only', async () => {
  const other = await createTestAccount(server);
  const path = `/users/${account.userId}/changes`;
  const { body } = await request(server.url).put(path).set(other.headers).send([]).expect(403);
  expect(body.message).toBe('Cannot modify user other than yourself');
  await request(server.url).put(path).send([]).expect(401);
});
