// Creates backups of the database and the secrets, verifies that they can be restored, and restores them.
import { createWriteStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import manifest from '../../../../../package.json' with { type: 'json' };
import {
  BackupError,
  copySecrets,
  moveBackup,
  packBackup,
  requireWritable,
  restoreSecrets,
  type BackupManifest,
} from './archive.ts';
import { appliedMigrations, dumpTable, isTransient, ownedTables, tablesOf } from './copy-tables.ts';
import {
  compareTables,
  knownMigrations,
  replaceData,
  updateStatistics,
  withClient,
  withLoadedSchema,
} from './restore-schema.ts';
import {
  freeName,
  listBackups,
  prepareFolder,
  prune,
  withUnpacked,
  withWorkFolder,
  type BackupFile,
  type BackupKind,
} from './backup-folder.ts';
import { requireWithin, rowsLimit, type RowsLimit } from './rows-limit.ts';
import { configuredRemoteBackups, type RemoteBackups } from './remote-backups.ts';
import type { Config } from '#config/config.ts';
import { MIGRATIONS } from '#config/paths.ts';
import {
  applyMigrations,
  readMigrations,
  RESTORING,
  withMigrationLock,
  type RestorePoint,
} from '#database/migrate.ts';
import { rejectRunningServer } from '#database/replicas.ts';

export interface BackupOptions {
  /** The folder for backups. */
  readonly folder: string;
  /** The folder of the generated secrets. */
  readonly secrets: string;
  /** The folder of the server's migrations. */
  readonly migrations: string;
  /** The version of Matinee. */
  readonly version: string;
  /** The number of nightly backups to keep. */
  readonly keep: number;
  readonly remote?: RemoteBackups | undefined;
  /** Returns the free bytes on the database's disk. Undefined if unknown. */
  readonly freeBytes?: () => Promise<number | undefined>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface Backups {
  readonly folder: string;
  /** Creates a backup, and verifies it by restoring it into a scratch schema. */
  create(
    url: string,
    kind: BackupKind,
    signal?: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<BackupFile & { readonly manifest: BackupManifest }>;
  /** Throws a `BackupError` if a file can't be restored. */
  inspect(file: string): Promise<void>;
  /** Replaces all data and the secrets. No server may run on the database. A starting server waits. */
  restore(url: string, file: string, log?: Log): Promise<RestoreResult>;
  restoreStream(url: string, stream: Readable, log?: Log): Promise<RestoreResult>;
  /** Returns the newest first. */
  list(): Promise<readonly BackupFile[]>;
  /** The copies in a bucket. Unset unless an S3-compatible service is configured. */
  readonly remote?: RemoteBackups | undefined;
  /** Protects the data during an upgrade. */
  readonly restorePoint: RestorePoint;
}

/** Reports the reason for waiting. */
type Log = (message: string) => void;
const ignore: Log = () => undefined;
type OnProgress = (progress: BackupProgress) => void;

export interface BackupProgress {
  /** `checking`: the backup is restored and compared. */
  readonly stage: 'saving' | 'checking';
  /** The number of completed tables in this stage. */
  readonly done: number;
  readonly of: number;
}

export interface RestoreResult {
  readonly manifest: BackupManifest;
  /** The backup of the replaced data. Unset if there was none. */
  readonly previous: string | undefined;
}

export function createBackups(options: BackupOptions): Backups {
  const { folder, now } = options;

  const create: Backups['create'] = async (url, kind, signal, onProgress) => {
    await prepareFolder(folder, now());
    // Name the file as a backup only after verification, in case this process is killed.
    const made = await withWorkFolder(folder, async (drafts) => {
      const draft = path.join(drafts, 'backup.tar');
      const manifest = await withWorkFolder(folder, async (work) => {
        const dumped = await dump({ url, signal, onProgress }, work, options);
        await packBackup(work, dumped, draft);
        return dumped;
      });
      await verify({ url, signal, onProgress }, { file: draft, manifest }, options);
      const file = await freeName(folder, kind, now());
      await moveBackup(draft, file);
      return { file, manifest };
    });
    await prune(folder, kind, options.keep);
    const { size } = await fs.stat(made.file);
    return { ...made, kind, createdAt: now(), bytes: size };
  };

  const limitOf = async (file: string): Promise<RowsLimit> =>
    rowsLimit((await fs.stat(file)).size, await options.freeBytes?.());

  const restore: Backups['restore'] = async (url, file, log = ignore) => {
    await prepareFolder(folder, now());
    return await withMigrationLock({ url, log, name: RESTORING }, async (client) => {
      await rejectRunningServer(client, log);
      return await withUnpacked(folder, file, async (manifest, work) => {
        const limit = await limitOf(file);
        if (manifest.secrets.length > 0) await requireWritable(options.secrets);
        const hasData = (await appliedMigrations(client)).length > 0;
        const previous = hasData ? (await create(url, 'before-restore')).file : undefined;
        await load({ url, manifest, work, limit }, client, options);
        // Restore the secrets at once. A process that stops in between would leave data without its secrets.
        await restoreSecrets(work, manifest, options.secrets);
        await updateStatistics(client);
        return { manifest, previous };
      });
    });
  };

  return {
    folder,
    create,
    inspect: async (file) => {
      await prepareFolder(folder, now());
      await withUnpacked(folder, file, async (unpacked, work) => {
        knownMigrations(readMigrations(options.migrations), unpacked);
        await requireWithin(await limitOf(file), unpacked, work);
      });
    },
    restore,
    restoreStream: async (url, stream, log) => {
      await prepareFolder(folder, now());
      return await withWorkFolder(folder, async (work) => {
        const file = path.join(work, 'backup.tar');
        await pipeline(stream, createWriteStream(file, { mode: 0o600 }));
        return await restore(url, file, log);
      });
    },
    list: () => listBackups(folder),
    remote: options.remote,
    restorePoint: {
      create: async (url) => (await create(url, 'before-upgrade')).file,
      restore: (url, file) =>
        withUnpacked(folder, file, (manifest, work) =>
          withClient({ url }, async (client) => {
            await rejectRunningServer(client, ignore);
            await load({ url, manifest, work, isAsSaved: true }, client, options);
            await updateStatistics(client);
          }),
        ),
    },
  };
}

interface Connection {
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** Restores a new backup into a scratch schema, and compares it with the saved tables. */
async function verify(
  connection: Connection,
  { file, manifest }: { readonly file: string; readonly manifest: BackupManifest },
  { folder, migrations }: BackupOptions,
): Promise<void> {
  const known = new Set(readMigrations(migrations).map(({ name }) => name));
  // Skip a backup before a downgrade. Only the later version can restore it.
  if (!manifest.migrations.every((name) => known.has(name))) return;
  await withUnpacked(folder, file, (unpacked, work) =>
    withLoadedSchema({ ...connection, migrations, manifest: unpacked, folder: work }, (client) =>
      compareTables(client, unpacked.tables, (done, of) =>
        connection.onProgress?.({ stage: 'checking', done, of }),
      ),
    ),
  );
}

interface Loading {
  readonly url: string;
  readonly manifest: BackupManifest;
  /** The folder with the unpacked backup. */
  readonly work: string;
  /** Whether to omit migrations that are newer than the backup. */
  readonly isAsSaved?: boolean;
  readonly limit?: RowsLimit;
}

async function load(
  { url, manifest, work, isAsSaved = false, limit }: Loading,
  client: pg.Client,
  { migrations }: BackupOptions,
): Promise<void> {
  const all = readMigrations(migrations);
  const newer = all.filter(({ name }) => !manifest.migrations.includes(name));
  const loading = { url, migrations, manifest, folder: work, limit };
  await withLoadedSchema(loading, async (loader, schema) => {
    await compareTables(loader, manifest.tables);
    if (!isAsSaved && newer.length > 0) await applyMigrations(loader, newer);
    await replaceData(client, schema, all);
  });
}

/** Writes a consistent snapshot of all tables, and the secrets, into a folder. */
const dump = (
  { url, signal, onProgress }: Connection,
  work: string,
  { secrets, migrations, version, now }: BackupOptions,
): Promise<BackupManifest> =>
  withClient({ url, signal }, async (client) => {
    await client.query("SET timezone = 'UTC'");
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const applied = await appliedMigrations(client);
    if (applied.length === 0) {
      throw new BackupError('The database is empty. Start Matinee first.');
    }
    const known = readMigrations(migrations).filter(({ name }) => applied.includes(name));
    const isNewer = known.length < applied.length;
    const tables: BackupManifest['tables'] = [];
    const saved = isNewer ? await ownedTables(client) : tablesOf(known);
    for (const [done, table] of saved.entries()) {
      onProgress?.({ stage: 'saving', done, of: saved.length });
      if (!isTransient(table)) tables.push(await dumpTable(client, table, work));
    }
    await client.query('COMMIT');
    return {
      format: 1,
      version: isNewer ? `later than ${version}` : version,
      createdAt: new Date(now()).toISOString(),
      migrations: [...applied],
      tables,
      secrets: await copySecrets(secrets, work),
    };
  });

/** Returns the backups that the options describe. */
export function configuredBackups(config: Config): Backups {
  const { DATA_DIR, BACKUP_DIR, BACKUP_KEEP, DATABASE_URL } = config;
  const folder = path.resolve(BACKUP_DIR ?? path.join(DATA_DIR, 'backups'));
  return createBackups({
    folder,
    remote: configuredRemoteBackups(config, () => listBackups(folder)),
    secrets: path.join(DATA_DIR, 'secrets'),
    migrations: MIGRATIONS,
    version: manifest.version,
    keep: BACKUP_KEEP,
    freeBytes: async () => {
      if (DATABASE_URL !== undefined) return undefined;
      const { bavail, bsize } = await fs.statfs(DATA_DIR);
      return bavail * bsize;
    },
    now: Date.now,
  });
}

/** Returns the backup that each upgrade creates first. Undefined if backups are turned off. */
export const configuredRestorePoint = (config: Config): RestorePoint | undefined =>
  config.BACKUPS === 'on' ? configuredBackups(config).restorePoint : undefined;
