// Tables can be distributed by account: the commands for Citus in docs/growing.md fit the keys of the real schema.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../support/database-server.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { blocksOf } from '../support/manual.ts';

const statements = blocksOf('docs/growing.md')
  .filter(({ language }) => language === 'sql')
  .flatMap(({ lines }) => lines)
  .join('\n');
const tables = (pattern: RegExp): ReadonlySet<string> =>
  new Set([...statements.matchAll(pattern)].map(([, name = '']) => name));
const distributed = tables(/create_distributed_table\('(\w+)', 'user_id'/g);
const reference = tables(/create_reference_table\('(\w+)'\)/g);

/** Stays on the coordinator. */
const isLocal = (name: string): boolean => !distributed.has(name) && !reference.has(name);

let database: TestDatabase;
const rows = <Row extends object>(sql: string): Promise<Row[]> =>
  withClient(database.url, async (client) => (await client.query<Row>(sql)).rows);

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('every table with rows of an account is distributed, or copied to every machine', async () => {
  const ofAccounts = await rows<{ name: string }>(`
    SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attname = 'user_id' ORDER BY 1`);
  const names = ofAccounts.map(({ name }) => name).filter((name) => !reference.has(name));
  expect([...distributed].toSorted()).toEqual(names);
});

test('every unique key of a distributed table has the account', async () => {
  const keys = await rows<{ name: string; columns: string[] }>(`
    SELECT relname AS name, array_agg(attname::text) AS columns
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
    WHERE relnamespace = 'public'::regnamespace AND indisunique GROUP BY indexrelid, relname`);
  const ofDistributed = keys.filter(({ name }) => distributed.has(name));
  expect(ofDistributed.length).toBeGreaterThanOrEqual(distributed.size);
  expect(ofDistributed.filter(({ columns }) => !columns.includes('user_id'))).toEqual([]);
});

test('every foreign key leads to a table that every machine has, to rows of the same account, or stays on the coordinator', async () => {
  const keys = await rows<{ name: string; target: string; pairs: string[] }>(`
    SELECT source.relname AS name, target.relname AS target,
      (SELECT array_agg(a.attname || '=' || b.attname) FROM unnest(conkey, confkey) AS pair(here, there)
       JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = here
       JOIN pg_attribute b ON b.attrelid = confrelid AND b.attnum = there) AS pairs
    FROM pg_constraint JOIN pg_class source ON source.oid = conrelid JOIN pg_class target ON target.oid = confrelid
    WHERE contype = 'f' AND source.relnamespace = 'public'::regnamespace`);
  expect(keys.length).toBeGreaterThan(10);
  const fits = ({ name, target, pairs }: (typeof keys)[number]): boolean =>
    reference.has(target) ||
    (isLocal(name) && isLocal(target)) ||
    (distributed.has(name) && distributed.has(target) && pairs.includes('user_id=user_id'));
  expect(keys.filter((key) => !fits(key))).toEqual([]);
});

test('the triggers that Citus does not support are dropped first', async () => {
  const triggers = await rows<{ name: string; trigger: string }>(`
    SELECT relname AS name, tgname AS trigger FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace`);
  const left = triggers.filter(
    ({ name, trigger }) =>
      (distributed.has(name) || reference.has(name)) && !statements.includes(`'${trigger}'`),
  );
  expect(triggers.length).toBeGreaterThan(0);
  expect(left).toEqual([]);
});
