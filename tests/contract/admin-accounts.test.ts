// Accounts as administrators list, export and remove them.
import {
  ACCOUNTS_PAGE,
  exportAnyAccount,
  listAccounts,
  removeAccount,
} from '@matinee/shared/contract/admin-accounts';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAccount, makeAdmin, type TestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let admin: TestAccount;
let member: TestAccount;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.database.query('DELETE FROM users', []);
  admin = await createTestAccount(server);
  member = await createTestAccount(server);
  await makeAdmin(server, admin);
});

const list = async (query: object = {}) => {
  const { body } = await request(server.url).get('/admin/accounts').query(query).set(admin.headers);
  return listAccounts.reply.parse(body);
};
const remove = (id: string) =>
  request(server.url)
    .delete(`/admin/accounts/${encodeURIComponent(id)}`)
    .set(admin.headers);

test('accounts are listed with their last use, bytes and devices', async () => {
  await request(server.url)
    .post(`/users/${member.userId}/bookmarks/1`)
    .set(member.headers)
    .send({ tmdbId: '1', meta: { title: 'Carnival', year: 1962, type: 'movie' } })
    .expect(200);
  const { accounts, total, next } = await list();
  expect([total, next]).toEqual([2, null]);
  const listed = accounts.find(({ id }) => id === member.userId);
  expect(listed).toMatchObject({ nickname: 'Quiet Otter', devices: 1, isAdmin: false });
  expect(listed?.bytes).toBeGreaterThan(0);
  expect(accounts.find(({ id }) => id === admin.userId)?.isAdmin).toBe(true);
});

test('pages follow each other without gaps, even where many were used at the same time', async () => {
  await server.deps.database.query(
    `INSERT INTO users (id, public_key, namespace, nickname, color_a, color_b, icon, last_used_at)
     SELECT 'many-' || at, 'key-' || at, 'movie-web', 'Many ' || at, 'a', 'b', 'c',
       now() - (at % 7) * interval '1 day' FROM generate_series(1, 120) AS at`,
    [],
  );
  const ids: string[] = [];
  let after: string | null | undefined;
  while (after !== null) {
    const page = await list({ search: 'many', ...(after !== undefined && { after }) });
    expect(page.total).toBe(120);
    expect(page.accounts.length).toBeLessThanOrEqual(ACCOUNTS_PAGE);
    ids.push(...page.accounts.map(({ id }) => id));
    after = page.next;
  }
  expect(new Set(ids).size).toBe(120);
  expect(ids).toHaveLength(120);
});

test('an account is found by its nickname or its id', async () => {
  const found = async (search: string) =>
    (await list({ search })).accounts.map(({ id }) => id).toSorted();
  expect(await found('qUIET')).toEqual([admin.userId, member.userId].toSorted());
  expect(await found(member.userId)).toEqual([member.userId]);
  for (const sign of ['%', '_', '\\', 'Q_iet']) expect(await found(sign)).toEqual([]);
});

test('an export has what the owner would get, and no passphrase', async () => {
  const { body, headers } = await request(server.url)
    .get(`/admin/accounts/${member.userId}/export`)
    .set(admin.headers)
    .expect(200);
  expect(exportAnyAccount.reply.parse(body).user.id).toBe(member.userId);
  expect(headers['content-disposition']).toContain('attachment');
  await request(server.url).get('/admin/accounts/nobody/export').set(admin.headers).expect(404);
});

test('a removed account is gone with its sessions, and administrators cannot be removed', async () => {
  const { body } = await remove(member.userId).expect(200);
  expect(removeAccount.reply.parse(body)).toEqual({ id: member.userId });
  await request(server.url).get('/users/@me').set(member.headers).expect(401);
  await remove(member.userId).expect(404);
  await remove(admin.userId).expect(409);
  expect((await list()).total).toBe(1);
});

test('an invalid page is refused', async () => {
  for (const after of ['x', '[]', '["soon","a"]'])
    await request(server.url)
      .get('/admin/accounts')
      .query({ after })
      .set(admin.headers)
      .expect(400);
});
