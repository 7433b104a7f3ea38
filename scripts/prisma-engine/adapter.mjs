// Prisma's PostgreSQL adapter with fixes for migrations. Without them, it splits scripts at every `;`, which breaks
// function bodies and loses the transaction. It also rejects the "char" columns of the catalogs, may lose the advisory
// lock among many sessions, and uses the real database as the shadow database.
import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { poolConfig, quoted, schemaOf } from './addresses.mjs';

const CHAR_OID = 18; // the one-byte "char"
const TEXT_OID = 25;

/** Runs a query with its "char" columns declared as text, and declares them as characters in the result. */
async function queryWithChars(queryable, queryRaw, query) {
  const chars = [];
  const performIO = async (sql) => {
    const result = await queryable.performIO(sql);
    result.fields.forEach((field, index) => {
      if (field.dataTypeID !== CHAR_OID) return;
      field.dataTypeID = TEXT_OID;
      chars.push(index);
    });
    return result;
  };
  const result = await queryRaw.call(
    Object.create(queryable, { performIO: { value: performIO } }),
    query,
  );
  for (const index of chars) result.columnTypes[index] = ColumnTypeEnum.Character;
  return result;
}

/** Fixes an adapter, or one of its transactions, in place. */
function forMigrations(queryable) {
  const { queryRaw, startTransaction } = queryable;
  queryable.queryRaw = (query) => queryWithChars(queryable, queryRaw, query);
  if (!startTransaction) return queryable;
  queryable.startTransaction = async (level) =>
    forMigrations(await startTransaction.call(queryable, level));
  queryable.executeScript = async (script) => {
    try {
      await queryable.underlyingDriver().query(script);
    } catch (error) {
      queryable.onError(error);
    }
  };
  return queryable;
}

const openAdapter = async (config, schema) =>
  forMigrations(await new PrismaPg({ ...config, max: 1 }, { schema }).connect());

async function withClient(config, work) {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const IDENTITY = `SELECT current_database() || ' ' || system_identifier AS id FROM pg_control_system()`;
const SCHEMAS = `SELECT quote_ident(nspname) AS name FROM pg_namespace
  WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'`;

/** Empties a shadow database that the user names, because it is reused. Never empties the real database. */
async function emptyShadow(shadow, url) {
  const identify = async (client) => (await client.query(IDENTITY)).rows[0].id;
  if ((await withClient(poolConfig(url), identify)) === (await identify(shadow))) {
    throw new Error('the shadow database is the database itself');
  }
  const { rows } = await shadow.query(SCHEMAS);
  for (const { name } of rows) await shadow.query(`DROP SCHEMA ${name} CASCADE`);
  await shadow.query('CREATE SCHEMA IF NOT EXISTS public');
}

async function openNamedShadow(url, shadowUrl) {
  const shadow = await openAdapter(poolConfig(shadowUrl), schemaOf(shadowUrl));
  await emptyShadow(shadow.underlyingDriver(), url);
  return shadow;
}

async function openOwnShadow(url) {
  const name = `prisma_migrate_shadow_db_${randomUUID()}`;
  const onServer = (sql) => withClient(poolConfig(url), (client) => client.query(sql));
  await onServer(`CREATE DATABASE ${quoted(name)}`);
  const shadow = await openAdapter(poolConfig(url, name), schemaOf(url));
  const close = shadow.dispose.bind(shadow);
  shadow.dispose = async () => {
    await close();
    await onServer(`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);
  };
  return shadow;
}

/** @param {string} url @param {string} [shadowUrl] */
export function connectorTo(url, shadowUrl) {
  const opened = [];
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    async connect() {
      const adapter = await openAdapter(poolConfig(url), schemaOf(url));
      opened.push(adapter);
      return adapter;
    },
    connectToShadowDb: () => (shadowUrl ? openNamedShadow(url, shadowUrl) : openOwnShadow(url)),
    /** Closes all sessions, because the engine doesn't and an open session keeps the advisory lock. */
    async close() {
      await Promise.allSettled(opened.splice(0).map((adapter) => adapter.dispose()));
    },
  };
}
