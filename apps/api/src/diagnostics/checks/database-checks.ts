import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { MIGRATIONS } from '#config/paths.ts';
import type { Backups } from '#database/backup/backups.ts';
import type { Database } from '#database/database.ts';
import { readMigrations } from '#database/migrate.ts';
import { APPLIED_MIGRATIONS, DATABASE_FACTS, PING_DATABASE } from './database-checks.sql.ts';
import { errorCode, type ServerCheck, type Finding } from './run-checks.ts';

export interface DatabaseCheckOptions {
  readonly db: Pick<Database, 'query' | 'connections'>;
  readonly backups: Pick<Backups, 'list' | 'folder' | 'remote'>;
  /** Whether the server makes automatic backups. */
  readonly makesBackups: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const SLOW_MS = 250;
const HOUR_MS = 3_600_000;
/** More than a day, because the backup of one night may be missing. */
const OLD_BACKUP_HOURS = 36;

/** Checks the database and its backups. */
export const databaseChecks = (options: DatabaseCheckOptions): readonly ServerCheck[] => [
  { check: 'database', run: () => checkDatabase(options) },
  { check: 'migrations', run: () => checkMigrations(options) },
  { check: 'backup', run: () => checkBackup(options) },
  { check: 'queues', run: async () => checkQueues(options) },
];

async function checkDatabase({ db }: DatabaseCheckOptions): Promise<Finding> {
  try {
    // Don't measure the first request, which may open a connection.
    await db.query(PING_DATABASE, []);
    const startedAt = performance.now();
    await db.query(PING_DATABASE, []);
    const latencyMs = performance.now() - startedAt;
    const [row] = await db.query<{ bytes: number; version: string }>(DATABASE_FACTS, []);
    const facts = { latencyMs, sizeBytes: row?.bytes ?? 0, version: row?.version ?? '' };
    return { code: latencyMs > SLOW_MS ? 'databaseSlow' : 'databaseOk', facts };
  } catch (error) {
    return { code: 'databaseDown', facts: { reason: errorCode(error) } };
  }
}

async function checkMigrations({ db }: DatabaseCheckOptions): Promise<Finding> {
  // Read the files outside of `try`, because their failure isn't the database's.
  const all = readMigrations(MIGRATIONS);
  try {
    const rows = await db.query<{ name: string }>(APPLIED_MIGRATIONS, []);
    const applied = new Set(rows.map(({ name }) => name));
    const missing = all.filter(({ name }) => !applied.has(name)).length;
    if (missing > 0) return { code: 'migrationsMissing', facts: { missing } };
    return { code: 'migrationsOk', facts: { applied: applied.size } };
  } catch (error) {
    return { code: 'databaseDown', facts: { reason: errorCode(error) } };
  }
}

async function checkBackup(options: DatabaseCheckOptions): Promise<Finding> {
  const { backups, makesBackups, now } = options;
  const files = makesBackups ? await backups.list() : await backupsOfOthers(backups);
  const last = files.find(({ kind }) => kind === 'nightly' || kind === 'manual');
  const ageHours = last ? (now() - last.createdAt) / HOUR_MS : 0;
  const facts = { ageHours, sizeBytes: last?.bytes ?? 0 };
  const isOld = ageHours > OLD_BACKUP_HOURS;
  if (!makesBackups && backups.remote && last)
    return { code: isOld ? 'backupOld' : 'backupOk', facts };
  if (!makesBackups) return { code: 'backupOff', facts };
  const isWritable = await access(backups.folder, constants.W_OK).then(
    () => true,
    (error: unknown) => errorCode(error) === 'ENOENT',
  );
  if (!isWritable) return { code: 'backupUnwritable', facts: { folder: backups.folder } };
  if (!last) return { code: 'backupNone' };
  if (isOld) return { code: 'backupOld', facts };
  const uploadError = backups.remote?.failure();
  if (uploadError !== undefined)
    return { code: 'backupNotUploaded', facts: { reason: uploadError } };
  return { code: 'backupOk', facts };
}

/**
 * Returns backups that another job made, newest first. The Helm chart's job, for example, stores them in the bucket.
 */
async function backupsOfOthers({ list, remote }: Pick<Backups, 'list' | 'remote'>) {
  return remote ? (await remote.listNow()).backups : await list();
}

function checkQueues({ db }: DatabaseCheckOptions): Finding {
  const { busy, waiting } = db.connections();
  return { code: waiting > 0 ? 'queuesWaiting' : 'queuesOk', facts: { busy, waiting } };
}
