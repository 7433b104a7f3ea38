// Rows of each user can be stored separately, as extensions that shard by tenant require.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

interface Index {
  readonly table: string;
  readonly columns: readonly string[];
  readonly isPrimary: boolean;
}

interface Reference {
  readonly from: string;
  readonly to: string;
  readonly columns: readonly string[];
  readonly cascades: boolean;
}

const namesOf = (keys: string, table: string): string => `
  ARRAY(SELECT attname::text FROM unnest(${keys}) WITH ORDINALITY AS key(attnum, place)
    JOIN pg_attribute USING (attnum) WHERE attrelid = ${table} ORDER BY place)`;

const KNOWN = `SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname !~ '^_'`;
const UNIQUE = `
  SELECT indrelid::regclass::text AS "table", indisprimary AS "isPrimary", ${namesOf('indkey', 'indrelid')} AS columns
  FROM pg_index WHERE indisunique AND indrelid IN (${KNOWN})`;
const REFERENCES = `
  SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to, confdeltype = 'c' AS cascades,
    ${namesOf('conkey', 'conrelid')} AS columns
  FROM pg_constraint WHERE contype = 'f' AND conrelid IN (${KNOWN})`;
const PERSONAL = `
  SELECT table_name AS name FROM information_schema.columns
  WHERE table_schema = 'public' AND column_name = 'user_id'`;

let server: TestApp;
let personal: readonly string[];
beforeAll(async () => {
  server = await startTestApp();
  const rows = await server.deps.database.query<{ name: string }>(PERSONAL, []);
  personal = rows.map(({ name }) => name);
});
afterAll(() => server.close());

test('user data has a primary key that starts with the user, and no other unique key', async () => {
  const unique = (await server.deps.database.query<Index>(UNIQUE, [])).filter(({ table }) =>
    personal.includes(table),
  );
  const primary = unique.filter(({ isPrimary }) => isPrimary);
  expect(primary.map(({ table }) => table).toSorted()).toEqual(personal.toSorted());
  for (const { columns } of primary) expect(columns[0]).toBe('user_id');
  for (const { columns } of unique) expect(columns).toContain('user_id');
});

test('user data is deleted with the account, and refers only to the account or to rows of the same user', async () => {
  const all = await server.deps.database.query<Reference>(REFERENCES, []);
  // The library's rows belong to the site. An invitation is deleted with the administrator who created it.
  const references = all.filter(
    ({ from, to }) => from !== 'invitations' && !to.startsWith('library_'),
  );
  expect(references.map(({ from }) => from).toSorted()).toEqual(personal.toSorted());
  for (const { to, columns, cascades } of references) {
    expect([to, columns[0], cascades]).toEqual([
      expect.stringMatching(/^(?:users|lists)$/),
      'user_id',
      true,
    ]);
  }
});
