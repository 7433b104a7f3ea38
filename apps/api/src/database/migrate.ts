// Does the same as `prisma migrate deploy` without Prisma's CLI: with the same table, checksums, lock and rules.
import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { reason } from './errors.ts';

export interface MigrateOptions extends LockOptions {
  /** Contains one folder per migration. */
  readonly migrations: string;
  /** Saves the data before migrations change it. Unset: no backup. */
  readonly restorePoint?: RestorePoint | undefined;
  /** Runs on the migrated database, before another process can restore a backup to it. */
  readonly onMigrated?: ((client: pg.ClientBase) => Promise<void>) | undefined;
}

interface LockOptions {
  readonly url: string;
  readonly log: (message: string) => void;
  readonly lockTimeoutMs?: number;
  /** Aborts the wait for another process. */
  readonly signal?: AbortSignal | undefined;
}

export interface RestorePoint {
  /** Saves the data of `url`, and returns the file. */
  create(url: string): Promise<string>;
  restore(url: string, file: string): Promise<void>;
}

export interface Migration {
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

const PRISMA_LOCK = 72707369; // Prisma's CLI uses the same lock

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
 * Applies missing migrations and returns their names. If one fails, rolls back all of them and rejects.
 */
export const migrate = (options: MigrateOptions): Promise<readonly string[]> =>
  withMigrationLock(options, async (client) => {
    await client.query(TABLE);
    const rows = (await client.query<Row>('SELECT * FROM _prisma_migrations')).rows;
    rejectUnfinished(rows);
    const all = readMigrations(options.migrations);
    const done = new Map(rows.filter(isApplied).map((row) => [row.migration_name, row.checksum]));
    const missing = all.filter(({ name }) => !done.has(name));
    for (const { name, checksum } of all) {
      if (done.has(name) && done.get(name) !== checksum) {
        options.log(
          `migration ${name} was edited after it was applied; the database keeps the old one`,
        );
      }
    }
    if (missing.length > 0) await upgrade(client, missing, done.size > 0 ? options : undefined);
    await options.onMigrated?.(client);
    return missing.map(({ name }) => name);
  });

/** Runs `work` on a separate connection, while no other process migrates or restores. */
export async function withMigrationLock<T>(
  { name = MIGRATING, ...options }: LockOptions & { readonly name?: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const open = () => new pg.Client({ connectionString: options.url, application_name: name });
  const [holder, client] = [open(), open()];
  const end = (): void => void client.end().catch(() => undefined);
  // Stop the work if the lock is lost. A broken connection also fails the current query.
  holder.on('error', end);
  client.on('error', () => undefined);
  await holder.connect();
  try {
    await acquireLock(holder, options);
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await holder.end(); // ends the transaction, and with it the lock
  }
}

/** Applies migrations to the current schema, which must not be in use. */
export async function applyMigrations(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query(TABLE);
  await applyAll(client, migrations);
}

/** `existing`: unset for an empty database, which needs no restore point. */
async function upgrade(
  client: pg.Client,
  missing: readonly Migration[],
  existing: MigrateOptions | undefined,
): Promise<void> {
  const { restorePoint, url, log } = existing ?? {};
  if (!url || !restorePoint) return applyAll(client, missing);
  const file = await restorePoint.create(url);
  log?.(`saved the data before the upgrade in ${file}`);
  try {
    await applyAll(client, missing);
  } catch (error) {
    if (!missing.some(({ sql }) => managesTransactions(sql))) throw error;
    await restorePoint.restore(url, file).catch((cause: unknown) => {
      const why = `The data was not restored from ${file}: ${reason(cause)}`;
      throw new Error(`${reason(error)}. ${why}`, { cause });
    });
    throw new Error(`${reason(error)}. The data was restored from ${file}.`, { cause: error });
  }
}

const isApplied = (row: Row) => row.finished_at !== null && row.rolled_back_at === null;

const MIGRATING = 'matinee (migrations)';
/** The connection name of a restore. Waiting processes read it. */
export const RESTORING = 'matinee (restore)';
const MIGRATION_LIMIT_MS = 120_000;
const RESTORE_LIMIT_MS = 30 * 60_000;
const LOCK_CHECK_MS = 200;
/** The name of the connection that holds the lock. Poolers forward names. */
const LOCK_HOLDER = `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = ${PRISMA_LOCK}
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Waits for a migrating process, or longer for one that restores a backup. */
async function acquireLock(client: pg.Client, options: LockOptions): Promise<void> {
  const { lockTimeoutMs = MIGRATION_LIMIT_MS, log, signal } = options;
  const from = performance.now();
  let reported = '';
  while (!(await tryLock(client))) {
    const { rows } = await client.query<{ name: string }>(LOCK_HOLDER);
    const isRestore = rows.some(({ name }) => name === RESTORING);
    const [work, limitMs] = isRestore
      ? ['restoring a backup to', RESTORE_LIMIT_MS]
      : ['migrating', lockTimeoutMs];
    const limit = limitMs < MINUTE_MS ? `${limitMs / 1000} s` : `${limitMs / MINUTE_MS} minutes`;
    if (performance.now() - from >= limitMs)
      throw new Error(
        `Another process has been ${work} this database for ${limit}. Start again when it has finished.`,
      );
    if (work !== reported)
      log(
        `another process is ${work} this database; waiting for up to ${limit} until it has finished`,
      );
    reported = work;
    await pause(Math.min(LOCK_CHECK_MS, limitMs), undefined, signal ? { signal } : {});
  }
}

const MINUTE_MS = 60_000;

/**
 * Acquires a lock of a transaction and keeps that open. A pooler could give the session, and a session lock with it, to
 * another client.
 */
async function tryLock(client: pg.Client): Promise<boolean> {
  await client.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
  // Use no parameters. They would keep a snapshot that CREATE INDEX CONCURRENTLY waits for.
  const { rows } = await client.query<{ isHeld: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${PRISMA_LOCK}) AS "isHeld"`,
  );
  if (rows[0]?.isHeld === true) return true;
  await client.query('ROLLBACK');
  return false;
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

/** The bodies of functions, in which BEGIN starts a block. */
const DOLLAR_QUOTED = /\$(\w*)\$.*?\$\1\$/gs;

/** Returns whether a script can't run inside a transaction. It may leave changes behind when it fails. */
export const managesTransactions = (sql: string): boolean =>
  /\b(begin|commit|start\s+transaction|concurrently)\b/i.test(sql.replaceAll(DOLLAR_QUOTED, ''));

/** Applies all migrations in one transaction if possible. Even kill -9 then leaves all or none applied. */
async function applyAll(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  if (migrations.some(({ sql }) => managesTransactions(sql))) {
    for (const migration of migrations) await apply(client, migration);
    return;
  }
  await applyInTransaction(client, migrations);
}

const apply = (client: pg.Client, migration: Migration): Promise<void> =>
  managesTransactions(migration.sql)
    ? applyInSteps(client, migration)
    : applyInTransaction(client, [migration]);

async function applyInTransaction(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query('BEGIN');
  for (const migration of migrations) {
    try {
      const id = await record(client, migration);
      await client.query(migration.sql);
      await finish(client, id);
    } catch (cause) {
      await recordFailure(client, { migration, logs: reason(cause) });
      throw new Error(`Migration ${migration.name} failed and was rolled back: ${reason(cause)}`, {
        cause,
      });
    }
  }
  await client.query('COMMIT');
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
  await client.query('RESET ALL'); // scripts like those of pg_dump change search_path and other settings
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1',
    [id],
  );
}

interface Failed {
  readonly migration: Migration;
  readonly logs: string;
  /** The ID of a partly applied migration. Unset if everything was rolled back. */
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
    // The connection is lost. The original error reports that.
  }
}
