// An account with data of every kind that the server stores, and a query of all of it.
import { AccountExport } from '@matinee/shared/contract/export';
import request from 'supertest';
import { z } from 'zod';
import type { TestAccount } from './account.ts';
import type { TestApp } from './app.ts';
import { bookmark, episode, movie, signedIn } from './library.ts';

const at = (day: number): string => new Date(Date.UTC(2025, 2, day, 1, 2, 3, 456)).toISOString();

const watched = (tmdbId: string, rest: object = {}) => ({
  ...movie(tmdbId),
  watched: 99.5,
  watchedAt: at(5),
  ...rest,
});

export async function fillAccount(server: TestApp, account: TestAccount): Promise<void> {
  const me = signedIn(server, account);
  const puts: readonly (readonly [string, object])[] = [
    [
      '/bookmarks',
      [
        bookmark('101', { group: ['Later', 'a,"b"'], updatedAt: at(1) }),
        bookmark('102', { favoriteEpisodes: ['e7'], updatedAt: at(2) }),
      ],
    ],
    ['/group-order', ['a,"b"', 'Later', 'Never']],
    ['/progress/103', movie('103', { updatedAt: at(3) })],
    ['/progress/104', episode('104', 1, { updatedAt: at(4) })],
    ['/progress/105', movie('105')],
    [
      '/settings',
      { applicationTheme: 'teal', proxyUrls: [], traktKey: null, enableDiscover: true },
    ],
    ['/watch-history/import', [watched('106'), watched('107', { ...episode('107', 2) })]],
  ];
  for (const [path, body] of puts) await me.put(path, body).expect(200);
  await me.delete('/progress/105', { seasonId: 's9', episodeId: 'e9' }).expect(200);
  await me.delete('/bookmarks/108').expect(200);
  await me.post('/ratings', { tmdb_id: 109, type: 'tv', rating: 7.5 }).expect(200);
  const items = [
    { tmdb_id: '111', type: 'movie' },
    { tmdb_id: '110', type: 'tv' },
  ];
  for (const isPublic of [true, false]) {
    const list = { name: `Noir ${String(isPublic)}`, description: 'Dark', public: isPublic, items };
    await me.post('/lists', list).expect(200);
  }
}

export async function readExport(server: TestApp, account: TestAccount): Promise<AccountExport> {
  const { body } = await signedIn(server, account).get('/export').expect(200);
  return AccountExport.parse(body);
}

export const putImport = (server: TestApp, account: TestAccount, document: object) =>
  request(server.url).put(`/users/${account.userId}/import`).set(account.headers).send(document);

export interface StoredRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Read from the database catalog, so that no table is missed. */
export async function tablesOfUsers({ deps }: TestApp): Promise<readonly string[]> {
  const tables = await deps.database.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'user_id' ORDER BY table_name`,
    [],
  );
  return tables.map(({ table_name }) => table_name);
}

const Row = z.record(z.string(), z.unknown());

/** Every row of the account in any table, including its own. */
export async function rowsOf(server: TestApp, userId: string): Promise<readonly StoredRow[]> {
  const rows: StoredRow[] = [];
  const read = async (table: string, key: string): Promise<void> => {
    const found = await server.deps.database.query<{ row: unknown }>(
      `SELECT to_json(t) AS row FROM ${table} t WHERE ${key} = $1`,
      [userId],
    );
    rows.push(...found.map(({ row }) => ({ table, row: Row.parse(row) })));
  };
  for (const table of await tablesOfUsers(server)) await read(table, 'user_id');
  await read('users', 'id');
  return rows;
}
