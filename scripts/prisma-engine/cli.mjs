// The native engine's commands: check for, create and drop a database.
import pg from 'pg';
import { databaseOf, poolConfig, quoted } from './addresses.mjs';

/** Writes a log line in the native engine's format, from which Prisma reads errors. */
export function logLine(level, fields) {
  const timestamp = new Date().toISOString();
  const line = { timestamp, level, fields, target: 'schema_engine::logger' };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

const CODES = {
  '3D000': 'P1003',
  '28P01': 'P1000',
  28000: 'P1000',
};

async function withClient(config, work) {
  const client = new pg.Client(config);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const onServer = (url, sql) =>
  withClient(poolConfig(url, 'postgres'), (client) => client.query(sql));

export async function createDatabase(url) {
  const databaseName = databaseOf(url);
  try {
    await onServer(url, `CREATE DATABASE ${quoted(databaseName)}`);
  } catch (error) {
    if (error.code !== '42P04') throw error; // already exists
  }
  return { databaseName };
}

const commands = {
  'can-connect-to-database': async (url) => {
    await withClient(poolConfig(url), (client) => client.query('SELECT 1'));
    return 'Connection successful';
  },
  'create-database': async (url) =>
    `Database created successfully: ${(await createDatabase(url)).databaseName}`,
  'drop-database': async (url) => {
    await onServer(url, `DROP DATABASE IF EXISTS ${quoted(databaseOf(url))} WITH (FORCE)`);
    return 'The database was successfully dropped.';
  },
};

/** @returns {Promise<number>} the exit code */
export async function runCommand(name, url) {
  logLine('INFO', { message: 'Starting schema engine CLI' }); // Prisma skips the first line
  try {
    const command = commands[name];
    if (!command) throw new Error(`unknown command ${name}`);
    logLine('INFO', { message: await command(url) });
    return 0;
  } catch (error) {
    logLine('ERROR', {
      message: error.message || String(error.code),
      error_code: CODES[error.code] ?? 'P1001', // "cannot be reached"
      is_panic: false,
    });
    return 1;
  }
}
