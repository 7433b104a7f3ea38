import { exportAccount, importAccount, type AccountExport } from '@matinee/shared/contract/export';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestAccount } from '../support/account.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  fillAccount,
  putImport,
  readExport,
  rowsOf,
  tablesOfUsers,
  type StoredRow,
} from '../support/full-account.ts';
import { movie, signedIn } from '../support/library.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

/** Format, version and time. */
const HEAD_MEMBERS = 3;

async function fullAccount() {
  const account = await createTestAccount(server);
  await fillAccount(server, account);
  return account;
}

/** The document as text, with times in one format. */
function* leaves(value: unknown): Generator<string> {
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      yield key;
      yield* leaves(inner);
    }
  else if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))
    yield new Date(value).toISOString();
  else yield String(value);
}

/** Stored columns that the document lacks. A missing season or poster is left out. */
function missingFrom(document: object, rows: readonly StoredRow[]): readonly string[] {
  const messages = new Set(leaves(document));
  return rows.flatMap(({ table, row }) =>
    Object.entries(row)
      .filter(([, value]) => value !== '' && value !== null)
      .flatMap(([column, value]) =>
        [...leaves(value)]
          .filter((leaf) => !messages.has(leaf))
          .map((leaf) => `${table}.${column}: ${leaf}`),
      ),
  );
}

/** Columns that differ between accounts and exports. */
function comparable(document: AccountExport) {
  const { user, settings, bookmarks, groupOrder, ratings, deletions } = document;
  return {
    person: [user.namespace, user.nickname, user.profile, user.permissions],
    bookmarks,
    groupOrder,
    ratings,
    deletions,
    settings: settings?.values,
    progress: document.progress.map((item) => ({ ...item, id: '' })),
    watchHistory: document.watchHistory.map((item) => ({ ...item, id: '', updatedAt: '' })),
    lists: document.lists.map((list) => ({
      ...list,
      id: '',
      user_id: '',
      list_items: list.list_items.map((item) => ({ ...item, id: '', list_id: '' })),
    })),
  };
}

describe('an export', () => {
  test('has every value of every row of the account, in any table', async () => {
    const account = await fullAccount();
    let document = await readExport(server, account);
    let rows = await rowsOf(server, account.userId);
    expect([...new Set(rows.map(({ table }) => table))].sort()).toEqual(
      [...(await tablesOfUsers(server)), 'users'].sort(),
    );
    // Writes of a device are recorded a moment later.
    await vi.waitFor(async () => {
      document = await readExport(server, account);
      rows = await rowsOf(server, account.userId);
      expect(missingFrom(document, rows)).toEqual([]);
    });
    // Proves that this test would notice a missing section.
    const unnoticed = Object.keys(document)
      .slice(HEAD_MEMBERS)
      .filter((section) => missingFrom({ ...document, [section]: null }, rows).length === 0);
    expect(unnoticed).toEqual([]);
  });

  test('is a file to download', async () => {
    const account = await createTestAccount(server);
    const { body, headers } = await signedIn(server, account).get('/export').expect(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.json"$/);
    expect(headers['cache-control']).toBe('no-store');
    expect(exportAccount.reply.parse(body)).toMatchObject({
      format: 'matinee-export',
      version: 1,
      user: { id: account.userId },
      sessions: [{ id: account.sessionId, current: true }],
      bookmarks: [],
      groupOrder: [],
      settings: null,
      lists: [],
    });
  });

  test('contains nothing of other accounts', async () => {
    const [mine, theirs] = await Promise.all([fullAccount(), fullAccount()]);
    const document = JSON.stringify(await readExport(server, mine));
    expect(document).not.toContain(theirs.userId);
    expect(document).not.toContain(theirs.sessionId);
  });
});

describe('an import', () => {
  test('restores a deleted account into a new one, and has no effect again', async () => {
    const old = await fullAccount();
    const document = await readExport(server, old);
    await signedIn(server, old).delete('').expect(200);
    expect(await rowsOf(server, old.userId)).toEqual([]);

    const account = await createTestAccount(server);
    for (const _ of ['first', 'again']) {
      const { body } = await putImport(server, account, document).expect(200);
      expect(importAccount.reply.parse(body)).toEqual({
        success: true,
        counts: {
          bookmarks: 2,
          groupOrder: 3,
          progress: 3,
          settings: 4,
          watchHistory: 2,
          ratings: 1,
          lists: 2,
          deletions: 2,
        },
      });
      expect(comparable(await readExport(server, account))).toEqual(comparable(document));
    }
  });

  test('does not change identity and sessions', async () => {
    const document = await readExport(server, await fullAccount());
    const account = await createTestAccount(server);
    const before = await readExport(server, account);
    await putImport(server, account, document).expect(200);
    const { user, sessions } = await vi.waitUntil(async () => {
      const own = await readExport(server, account);
      return own.sessions.every(({ wroteAt }) => wroteAt !== null) && own;
    });
    // Only the record of the write is new.
    const wroteAt = expect.anything();
    expect(user).toEqual(before.user);
    expect(sessions).toEqual(before.sessions.map((session) => ({ ...session, wroteAt })));
  });

  test('into the same account keeps its lists', async () => {
    const account = await fullAccount();
    const document = await readExport(server, account);
    await putImport(server, account, document).expect(200);
    const { lists } = await readExport(server, account);
    expect(lists).toEqual(document.lists);
  });

  test('cannot take over the address of another user’s public list', async () => {
    const owner = await fullAccount();
    const document = await readExport(server, owner);
    const shared = document.lists.find((list) => list.public);
    const thief = await createTestAccount(server);
    const lists = document.lists.map((list) => ({ ...list, name: 'taken' }));
    await putImport(server, thief, { ...document, lists }).expect(200);
    const { body } = await request(server.url).get(`/lists/${shared?.id}`).expect(200);
    // The ID of the owner's account is left out of shared lists.
    expect(body).toEqual({ ...shared, user_id: '' });
    const { lists: copies } = await readExport(server, thief);
    expect(copies.map(({ id }) => id)).not.toContain(shared?.id);
  });
});

describe('a deleted account', () => {
  test('leaves no row behind, even if it is deleted during thirty writes', async () => {
    const account = await fullAccount();
    const document = await readExport(server, account);
    const me = signedIn(server, account);
    const [list] = document.lists;
    const writes = [
      () => me.put('/settings', { enableAutoplay: true }),
      () => me.put('/watch-history/import', [{ ...movie('1'), watchedAt: '2025-01-01T00:00:00Z' }]),
      () => me.post('/ratings', { tmdb_id: 1, type: 'movie', rating: 1 }),
      () => me.post('/lists', { name: 'New', items: [{ tmdb_id: '1', type: 'movie' }] }),
      () => putImport(server, account, document),
      () =>
        request(server.url)
          .patch(`/users/${account.userId}/lists`)
          .set(account.headers)
          .send({ list_id: list?.id, addItems: [{ tmdb_id: '2', type: 'tv' }] }),
    ];
    const calls = Array.from({ length: 5 }, () => writes).flat();
    const responses = await Promise.all([
      ...calls.slice(0, 15).map((write) => write()),
      me.delete(''),
      ...calls.slice(15).map((write) => write()),
    ]);
    expect(responses[15]?.status).toBe(200);
    // The others finished, or were too late for the account or for the list.
    const others = responses.filter(({ status }) => ![200, 401, 404].includes(status));
    expect(others.map(({ status, body }) => [status, body])).toEqual([]);
    expect(await rowsOf(server, account.userId)).toEqual([]);
  });
});
