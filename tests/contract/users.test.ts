import { deleteUser, getMe, getUser, updateUser } from '@matinee/shared/contract/users';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { register, type Member } from '../support/identity.ts';

let server: TestApp;
let me: Member;
let other: Member;
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' });
  other = await register(server);
});
beforeEach(async () => {
  me = await register(server);
});
afterAll(() => server.close());

const rows = (sql: string, ...values: unknown[]) => server.deps.database.query(sql, values);

test('every signed-in user can read their own account', async () => {
  const { body, status } = await request(server.url).get('/users/@me').set(me.headers);
  expect(status).toBe(200);
  expect(getMe.reply.parse(body)).toEqual({
    user: me.user,
    session: me.session,
    newsAt: null,
    isAdmin: false,
  });
});

test('an account can be read by its id, by its owner only', async () => {
  const path = `/users/${me.user.id}`;
  const { body, status } = await request(server.url).get(path).set(me.headers);
  expect(status).toBe(200);
  expect(getUser.reply.parse(body)).toEqual({ user: me.user });
  const foreign = await request(server.url).get(path).set(other.headers);
  expect([foreign.status, foreign.body.message]).toEqual([
    403,
    'Cannot access users other than yourself',
  ]);
  expect((await request(server.url).get(path)).status).toBe(401);
});

describe('an account', () => {
  const patch = (body: object, by: Member = me) =>
    request(server.url).patch(`/users/${me.user.id}`).set(by.headers).send(body);

  test('can change its profile and its nickname', async () => {
    const profile = { colorA: '', colorB: '#fff', icon: 'cat' };
    const { body, status } = await patch({ profile: { ...profile, extra: 1 }, nickname: 'Ada' });
    expect(status).toBe(200);
    const changed = { ...me.user, profile, nickname: 'Ada' };
    expect(updateUser.reply.parse(body)).toEqual(changed);
    const read = await request(server.url).get('/users/@me').set(me.headers);
    expect(read.body.user).toEqual(changed);
  });

  test.each([
    ['nothing', {}],
    ['nulls', { profile: null, nickname: null, name: null }],
    ['a name, as first clients sent it', { name: 'Somebody' }],
  ])('stays unchanged when %s is sent', async (_, sent) => {
    const { body, status } = await patch(sent);
    expect([status, body]).toEqual([200, me.user]);
  });

  test.each([
    ['half a profile', { profile: { colorA: 'red' } }],
    ['an endless nickname', { nickname: 'x'.repeat(256) }],
    ['a list', []],
  ])('rejects %s', async (_, sent) => {
    const { body, status } = await patch(sent);
    expect([status, body.errorType]).toEqual([400, 'validation']);
  });

  test('is changed by its owner only', async () => {
    const { body, status } = await patch({ nickname: 'Mallory' }, other);
    expect([status, body.message]).toEqual([403, 'Cannot modify user other than yourself']);
    expect((await request(server.url).patch(`/users/${me.user.id}`).send({})).status).toBe(401);
  });
});

describe('deleting an account', () => {
  const remove = (by: Member) => request(server.url).delete(`/users/${me.user.id}`).set(by.headers);

  test('deletes all its data', async () => {
    const id = me.user.id;
    await rows(
      `INSERT INTO bookmarks (user_id, tmdb_id, type, title) VALUES ($1, '603', 'movie', 'A')`,
      id,
    );
    const { body, status } = await remove(me);
    expect(status).toBe(200);
    expect(deleteUser.reply.parse(body)).toMatchObject({ id, success: true });
    expect(await rows('SELECT FROM users WHERE id = $1', id)).toEqual([]);
    for (const table of ['sessions', 'bookmarks'])
      expect(await rows(`SELECT FROM ${table} WHERE user_id = $1`, id)).toEqual([]);
    const after = await request(server.url).get('/users/@me').set(me.headers);
    expect([after.status, after.body.message]).toEqual([401, 'Not logged in']);
  });

  test('is allowed to its owner only', async () => {
    const { body, status } = await remove(other);
    expect([status, body.message]).toEqual([403, 'Cannot delete user other than yourself']);
    expect((await request(server.url).delete(`/users/${me.user.id}`)).status).toBe(401);
    expect(await rows('SELECT FROM users WHERE id = $1', me.user.id)).toHaveLength(1);
  });

  test('twenty times at once ends without an error', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => remove(me)));
    for (const { status } of responses) expect([200, 401]).toContain(status);
    expect(responses.map(({ status }) => status)).toContain(200);
  });

  test('makes the same key available again', async () => {
    await remove(me);
    const again = await register(server, me.keys);
    expect(again.user.publicKey).toBe(me.user.publicKey);
    expect(again.user.id).not.toBe(me.user.id);
  });
});
