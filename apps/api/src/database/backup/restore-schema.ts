// Loads a backup into a separate schema, which then replaces the current data in one step.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { BackupError, type BackupManifest } from './archive.ts';
import type { RowsLimit } from './rows-limit.ts';
import {
  appliedMigrations,
  describeTable,
  loadTable,
  ownedTables,
  tablesOf,
} from './copy-tables.ts';
import { applyMigrations, readMigrations, type Migration } from '#database/migrate.ts';
import { hasCode, reason } from '#database/errors.ts';

/** Moves all objects of the current role to another schema, except those of extensions. */
const MOVE = `DO $$
DECLARE
  source CONSTANT text := current_setting('matinee.move_from');
  target CONSTANT text := current_setting('matinee.move_to');
  statement text;
BEGIN
  FOR statement IN
    SELECT format('ALTER TABLE %I.%I SET SCHEMA %I', source, relname, target)
      FROM pg_class
      WHERE relnamespace = source::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND relowner = current_user::regrole
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
    UNION ALL
    SELECT format('ALTER TYPE %I.%I SET SCHEMA %I', source, typname, target)
      FROM pg_type
      WHERE typnamespace = source::regnamespace AND typtype IN ('e', 'd') AND typowner = current_user::regrole
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_type'::regclass AND objid = pg_type.oid AND deptype = 'e')
    UNION ALL
    SELECT format('ALTER ROUTINE %s SET SCHEMA %I', pg_proc.oid::regprocedure, target)
      FROM pg_proc
      WHERE pronamespace = source::regnamespace AND proowner = current_user::regrole
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
  LOOP
    EXECUTE statement;
  END LOOP;
END $$`;

interface SchemaOptions {
  readonly url: string;
  /** The folder of the server's migrations. */
  readonly migrations: string;
  readonly manifest: BackupManifest;
  /** The folder with the unpacked backup. */
  readonly folder: string;
  /** Limits the rows of an untrusted file. */
  readonly limit?: RowsLimit | undefined;
  readonly signal?: AbortSignal | undefined;
}

const PREFIX = 'matinee_backup_';

/** Drops schemas of processes that died. A live process has a connection with the name of its schema. */
const DROP_LEFT = `DO $$
DECLARE
  left_schema text;
BEGIN
  FOR left_schema IN
    SELECT nspname FROM pg_namespace
    WHERE starts_with(nspname, '${PREFIX}') AND nspowner = current_user::regrole
      AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = nspname)
  LOOP
    EXECUTE format('DROP SCHEMA %I CASCADE', left_schema);
  END LOOP;
END $$`;

/** Loads a backup into a separate schema, runs `work` on it, and removes the schema. */
export async function withLoadedSchema<T>(
  { url, migrations, manifest, folder, limit, signal }: SchemaOptions,
  work: (client: pg.Client, schema: string) => Promise<T>,
): Promise<T> {
  const all = readMigrations(migrations);
  const known = knownMigrations(all, manifest);
  const schema = `${PREFIX}${randomBytes(6).toString('hex')}`;
  const settings = {
    application_name: schema,
    options: `-c search_path=${schema} -c timezone=UTC`,
  };
  return await withClient({ url, settings, signal }, async (client) => {
    await client.query(DROP_LEFT);
    await client.query(`CREATE SCHEMA ${schema}`).catch(explainDenied);
    await rejectPooler(client, schema);
    await applyMigrations(client, known);
    const order = tablesOf(known);
    // Remove rows that migrations inserted, because the backup contains them, too.
    await client.query(`TRUNCATE ${order.join(', ')}`);
    const byParent = manifest.tables.toSorted(
      (a, b) => order.indexOf(a.name) - order.indexOf(b.name),
    );
    try {
      for (const table of byParent) await loadTable(client, table, { folder, limit });
      return await work(client, schema);
    } finally {
      await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`).catch(() => undefined);
    }
  });
}

/** Throws if a pooler ignores the connection's options. Statements would then change the current data. */
async function rejectPooler(client: pg.Client, schema: string): Promise<void> {
  if ((await currentSchema(client)) === schema) return;
  await client.query(`DROP SCHEMA ${schema}`);
  throw new BackupError(NEEDS_DIRECT_URL);
}

const NEEDS_DIRECT_URL =
  'DATABASE_URL leads to a pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the database itself.';

interface Connection {
  readonly url: string;
  readonly settings?: pg.ClientConfig;
  /** Closes the connection at once, even while a statement runs. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs `work` on a separate connection. */
export async function withClient<T>(
  { url, settings, signal }: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'matinee (backup)',
    ...settings,
  });
  // A broken connection also fails the current query, which reports it.
  client.on('error', () => undefined);
  const end = (): void => void client.end().catch(() => undefined);
  await client.connect().catch(explainPooler);
  signal?.addEventListener('abort', end);
  try {
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', end);
    await client.end();
  }
}

/** Returns the migrations that created a backup's tables. Throws if this version lacks one. */
export function knownMigrations(
  all: readonly Migration[],
  { migrations, version }: BackupManifest,
): readonly Migration[] {
  const known = all.filter(({ name }) => migrations.includes(name));
  if (known.length === migrations.length) return known;
  throw new BackupError(
    `The backup comes from Matinee ${version}, which is newer than this one. Install that version or a later one, then restore.`,
  );
}

/** Explains PgBouncer's error for unsupported options. */
function explainPooler(cause: unknown): never {
  if (!/unsupported startup parameter/.test(reason(cause))) throw cause;
  throw new BackupError(NEEDS_DIRECT_URL, { cause });
}

function explainDenied(cause: unknown): never {
  if (!hasCode(cause, '42501')) throw cause;
  throw new BackupError(
    'The database user must be able to create schemas. Run "GRANT CREATE ON DATABASE name TO user" as an administrator of the database.',
    { cause },
  );
}

/** Compares the loaded tables with the saved ones, row by row. */
export async function compareTables(
  client: pg.Client,
  tables: BackupManifest['tables'],
  onProgress?: (done: number, of: number) => void,
): Promise<void> {
  for (const [done, table] of tables.entries()) {
    onProgress?.(done, tables.length);
    const loaded = await describeTable(client, table.name);
    if (loaded.rows !== table.rows || loaded.sha256 !== table.sha256) {
      throw new BackupError(`The table ${table.name} differs from the backup after restoring it.`);
    }
  }
}

/**
 * Replaces the current data with a loaded schema in one transaction. `client`: another connection than the one that
 * loaded the schema.
 */
export async function replaceData(
  client: pg.Client,
  loaded: string,
  migrations: readonly Migration[],
): Promise<void> {
  const previous = `${loaded}_previous`;
  await client.query('BEGIN');
  try {
    const current = await currentSchema(client);
    const tables = await ownedTables(client);
    await rejectForeignTables(client, tables, migrations);
    if (tables.length > 0) {
      // Wait for writes in progress, and make later ones wait for the restored tables.
      const all = tables.map((name) => client.escapeIdentifier(name)).join(', ');
      await client.query(`LOCK TABLE ${all} IN ACCESS EXCLUSIVE MODE`);
    }
    await client.query(`CREATE SCHEMA ${previous}`);
    await move(client, current, previous);
    await move(client, loaded, current);
    await client.query(`DROP SCHEMA ${previous} CASCADE`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Updates the planner's statistics. Ignores failures, because the data is restored without them, too. */
export async function updateStatistics(client: pg.Client): Promise<void> {
  await ownedTables(client)
    .then((tables) => tables.map((name) => client.escapeIdentifier(name)).join(', '))
    .then((tables) => client.query(`ANALYZE ${tables}`))
    .catch(() => undefined);
}

async function currentSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string | null }>('SELECT current_schema() AS name');
  const name = rows[0]?.name;
  if (name) return name;
  throw new BackupError("The database user's search_path names no schema that exists.");
}

/** Throws if another program has tables in the same schema, which a restore would replace. */
async function rejectForeignTables(
  client: pg.Client,
  tables: readonly string[],
  migrations: readonly Migration[],
): Promise<void> {
  const names = new Set(migrations.map(({ name }) => name));
  // A later version's tables have unknown names. They are in the backup made before the restore.
  if ((await appliedMigrations(client)).some((name) => !names.has(name))) return;
  const known = new Set(tablesOf(migrations));
  const foreign = tables.filter((name) => !known.has(name));
  if (foreign.length === 0) return;
  throw new BackupError(
    `The database also holds tables that aren't Matinee's (${foreign.join(', ')}). Move them to another schema, then restore.`,
  );
}

async function move(client: pg.Client, from: string, to: string): Promise<void> {
  await client.query(
    "SELECT set_config('matinee.move_from', $1, true), set_config('matinee.move_to', $2, true)",
    [from, to],
  );
  await client.query(MOVE);
}
