import {
  addList,
  deleteList,
  getPublicList,
  listLists,
  updateList,
} from '@matinee/shared/contract/lists';
import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { signedIn } from '../support/library.ts';

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

const movie = (tmdb_id: string) => ({ tmdb_id, type: 'movie' });
const series = (tmdb_id: string) => ({ tmdb_id, type: 'tv' });

const read = async () => listLists.reply.parse((await me.get('/lists').expect(200)).body).lists;
const create = async (list: object) =>
  addList.reply.parse((await me.post('/lists', list).expect(200)).body).list;
const patch = (body: object) =>
  request(server.url).patch(`/users/${account.userId}/lists`).set(account.headers).send(body);
const change = async (body: object) => updateList.reply.parse((await patch(body).expect(200)).body);
const getPublic = (id: string) => request(server.url).get(`/lists/${id}`);

const titles = (list: { list_items: { tmdb_id: string; type: string }[] }): string[] =>
  list.list_items.map(({ tmdb_id, type }) => `${type} ${tmdb_id}`);

describe('a list', () => {
  test('is created with its items, in order', async () => {
    const { body } = await me
      .post('/lists', { name: 'Noir', items: [movie('3'), series('1'), movie('2'), movie('3')] })
      .expect(200);
    const { list, message } = addList.reply.parse(body);
    expect(message).toBe('List created successfully');
    expect(list).toMatchObject({
      user_id: account.userId,
      name: 'Noir',
      description: null,
      public: false,
    });
    expect(titles(list)).toEqual(['movie 3', 'tv 1', 'movie 2']);
    expect(new Set(list.list_items.map(({ list_id }) => list_id))).toEqual(new Set([list.id]));
    expect(await read()).toEqual([list]);
  });

  test('may have only a name', async () => {
    const list = await create({ name: 'x', description: null, public: null, items: null });
    expect(list).toMatchObject({ description: null, public: false, list_items: [] });
  });

  test('changes the given fields and keeps the rest', async () => {
    const list = await create({ name: 'a', description: 'b', items: [movie('1'), movie('2')] });
    const response = await change({ list_id: list.id, name: 'c', public: true });
    expect(response.message).toBe('List updated successfully');
    expect(response.list).toEqual({
      ...list,
      name: 'c',
      public: true,
      updated_at: expect.any(String),
    });
    expect((await change({ list_id: list.id, description: null })).list).toMatchObject({
      name: 'c',
      description: null,
      public: true,
    });
  });

  test('gains and loses titles, each once', async () => {
    const { id } = await create({ name: 'a', items: [movie('1'), movie('2')] });
    const { list } = await change({
      list_id: id.toUpperCase(),
      removeItems: [movie('1'), series('2'), movie('9')],
      addItems: [movie('2'), series('1'), series('1')],
    });
    expect(titles(list)).toEqual(['movie 2', 'tv 1']);
    expect(await read()).toEqual([list]);
  });

  test('has all items that twenty callers add at the same time', async () => {
    const { id } = await create({ name: 'a' });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        patch({ list_id: id, addItems: [movie(`${index}`), movie('the same')] }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await read())[0]?.list_items).toHaveLength(21);
  });

  test('is deleted with its items, once', async () => {
    const { id } = await create({ name: 'a', items: [movie('1')] });
    const { body } = await me.delete(`/lists/${id}`).expect(200);
    expect(deleteList.reply.parse(body)).toEqual({ id, message: 'List deleted successfully' });
    expect(await read()).toEqual([]);
    const again = await me.delete(`/lists/${id}`).expect(404);
    expect(again.body.message).toBe('List not found');
  });

  test.each([randomUUID(), 'no-uuid', "'", 'a'.repeat(36)])(
    'with an unknown id is not found: %s',
    async (id) => {
      for (const response of [
        await me.delete(`/lists/${id}`),
        await patch({ list_id: id, name: 'x' }),
        await getPublic(id),
      ]) {
        expect([response.status, response.body.message]).toEqual([404, 'List not found']);
      }
    },
  );

  test('of another user is not found', async () => {
    const otherUser = await createTestAccount(server);
    const list = await create({ name: 'mine', public: true });
    const as = signedIn(server, otherUser);
    await as.delete(`/lists/${list.id}`).expect(404);
    await request(server.url)
      .patch(`/users/${otherUser.userId}/lists`)
      .set(otherUser.headers)
      .send({ list_id: list.id, name: 'theirs', addItems: [movie('1')] })
      .expect(404);
    expect(await read()).toEqual([list]);
  });
});

describe('a public list', () => {
  test('is readable by anyone, and not once it is private', async () => {
    const list = await create({ name: 'a', public: true, items: [movie('1')] });
    const { body } = await getPublic(list.id).expect(200);
    expect(getPublicList.reply.parse(body)).toEqual({ ...list, user_id: '' });
    await change({ list_id: list.id, public: false });
    const denied = await getPublic(list.id).expect(403);
    expect(denied.body.message).toBe('List is not public');
  });
});

describe('lists', () => {
  test.each([
    [{}],
    [{ name: '' }],
    [{ name: 'x'.repeat(256) }],
    [{ name: 'x', description: 'x'.repeat(256) }],
    [{ name: 'x', public: 'yes' }],
    [{ name: 'x', items: [{ tmdb_id: 1, type: 'movie' }] }],
    [{ name: 'x', items: [{ tmdb_id: '1', type: 'person' }] }],
  ])('are not created from %j', async (body) => {
    const response = await me.post('/lists', body).expect(400);
    expect(response.body.errorType).toBe('validation');
    expect(await read()).toEqual([]);
  });

  test('are not changed by a partly invalid request', async () => {
    const list = await create({ name: 'a' });
    await patch({ list_id: list.id, name: 'b', addItems: [{}] }).expect(400);
    await patch({ name: 'b' }).expect(400);
    expect(await read()).toEqual([list]);
  });

  test('can be accessed by their owner only', async () => {
    const { headers } = await createTestAccount(server);
    const own = `/users/${account.userId}/lists`;
    for (const call of [
      () => request(server.url).get(own),
      () => request(server.url).post(own).send({ name: 'x' }),
      () => request(server.url).patch(own).send({ list_id: 'x' }),
      () => request(server.url).delete(`${own}/x`),
    ]) {
      const { body } = await call().set(headers).expect(403);
      expect(body.message).toBe('Cannot modify user other than yourself');
      await call().expect(401);
    }
  });
});
