// `prisma migrate deploy` in plain SQL: the same table, checksums, lock and rules, without the command line.
import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { hasCode, reason } from './errors.ts';

export interface MigrateOptions {
  readonly url: string;
  /** Contains one folder per migration. */
  readonly migrations: string;
  readonly log: (message: string) => void;
  readonly lockTimeoutMs?: number;
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface Row {
  readonly migration_name: string;
  readonly checksum: string;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly rolled_back_at: Date | null;
  readonly logs: string | null;
}

const PRISMA_LOCK = 72707369; // its command line and this server wait for each other

const TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

export function readMigrations(folder: string): readonly Migration[] {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = fs.readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Applies missing migrations and returns their names. A failed one is rolled back, reported, and
 * stops the start.
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const { url, log, lockTimeoutMs = 120_000 } = options;
  const all = readMigrations(options.migrations);
  const client = new pg.Client({ connectionString: url, application_name: 'matinee (migrations)' });
  // A broken connection also fails the current query, which reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await acquireLock(client, lockTimeoutMs);
    await client.query(TABLE);
    const rows = (await client.query<Row>('SELECT * FROM _prisma_migrations')).rows;
    rejectUnfinished(rows);
    const done = new Map(rows.filter(isApplied).map((row) => [row.migration_name, row.checksum]));
    const missing = all.filter(({ name }) => !done.has(name));
    for (const { name, checksum } of all) {
      if (done.has(name) && done.get(name) !== checksum) {
        log(`migration ${name} was edited after it was applied; the database keeps the old one`);
      }
    }
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.end(); // and with the session goes the lock
  }
}

const isApplied = (row: Row) => row.finished_at !== null && row.rolled_back_at === null;

async function acquireLock(client: pg.Client, timeoutMs: number): Promise<void> {
  await client.query(`SET lock_timeout = ${Math.round(timeoutMs)}`);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
  } catch (cause) {
    if (!hasCode(cause, '55P03')) throw cause;
    throw new Error(
      `Another process has been migrating this database for ${timeoutMs / 1000} s. Start again when it has finished.`,
      { cause },
    );
  }
  await client.query('SET lock_timeout = 0');
}

function rejectUnfinished(rows: readonly Row[]): void {
  const failed = rows.find((row) => row.finished_at === null && row.rolled_back_at === null);
  if (!failed) return;
  const name = failed.migration_name;
  throw new Error(
    `Migration ${name} stopped halfway at ${failed.started_at.toISOString()}. Inspect the database, then resolve it with ` +
      `"npm run prisma -- migrate resolve --rolled-back ${name}" (or --applied).\n${failed.logs ?? ''}`.trim(),
  );
}

/** The bodies of functions, where BEGIN opens a block. */
const DOLLAR_QUOTED = /\$(\w*)\$.*?\$\1\$/gs;

/** Such a script cannot run in our transaction, and may leave changes behind when it fails. */
const managesTransactions = (sql: string) =>
  /\b(begin|commit|start\s+transaction|concurrently)\b/i.test(sql.replaceAll(DOLLAR_QUOTED, ''));

const apply = (client: pg.Client, migration: Migration): Promise<void> =>
  managesTransactions(migration.sql)
    ? applyInSteps(client, migration)
    : applyInTransaction(client, migration);

/** Applies script and record in one transaction, so that even kill -9 leaves all or nothing. */
async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    const id = await record(client, migration);
    await client.query(migration.sql);
    await finish(client, id);
    await client.query('COMMIT');
  } catch (cause) {
    await recordFailure(client, { migration, logs: reason(cause) });
    throw new Error(`Migration ${migration.name} failed and was rolled back: ${reason(cause)}`, {
      cause,
    });
  }
}

async function applyInSteps(client: pg.Client, migration: Migration): Promise<void> {
  const id = await record(client, migration);
  try {
    await client.query(migration.sql);
  } catch (cause) {
    await recordFailure(client, { migration, logs: reason(cause), unfinished: id });
    throw new Error(`Migration ${migration.name} failed: ${reason(cause)}`, { cause });
  }
  await finish(client, id);
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<string> {
  const id = randomUUID();
  await client.query(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)',
    [id, checksum, name],
  );
  return id;
}

async function finish(client: pg.Client, id: string): Promise<void> {
  await client.query('RESET ALL'); // scripts in the manner of pg_dump change search_path and the like
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1',
    [id],
  );
}

interface Failed {
  readonly migration: Migration;
  readonly logs: string;
  /** The record of a partly applied script. Unset if everything was rolled back. */
  readonly unfinished?: string;
}

async function recordFailure(client: pg.Client, { migration, logs, unfinished }: Failed) {
  try {
    await client.query('ROLLBACK');
    const id = unfinished ?? (await record(client, migration));
    await client.query(
      'UPDATE _prisma_migrations SET logs = $2, rolled_back_at = CASE WHEN $3 THEN now() END WHERE id = $1',
      [id, logs, unfinished === undefined],
    );
  } catch {
    // The connection is lost; the original error reports it.
  }
}
