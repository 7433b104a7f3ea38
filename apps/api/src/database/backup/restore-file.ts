import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#config/config.ts';
import { openServer } from '#database/open-server.ts';
import { BackupError } from './archive.ts';
import { configuredBackups } from './backups.ts';
import { withClient } from './restore-schema.ts';

export interface PlannedRestore {
  readonly file: string;
  /** Whether to fail if an account has been created in the meantime. */
  readonly onlyIfEmpty: boolean;
}

export interface RestoreFileOptions {
  readonly log: { info(message: string): void };
  readonly signal: AbortSignal;
}

/** Restores a backup while no server runs on the database. Removes an uploaded file. */
export async function restoreFile(
  config: Config,
  { file, onlyIfEmpty }: PlannedRestore,
  { log, signal }: RestoreFileOptions,
): Promise<void> {
  const { DATABASE_DIRECT_URL, DATABASE_URL, DATA_DIR: dataDir } = config;
  const databaseUrl = DATABASE_DIRECT_URL ?? DATABASE_URL;
  const report = (message: string): void => log.info(message);
  const server = await openServer({
    databaseUrl,
    dataDir,
    log: report,
    signal,
  });
  try {
    if (onlyIfEmpty && (await hasAccounts(server.url)))
      throw new BackupError('An account was created on this server in the meantime.');
    const { manifest, previous } = await configuredBackups(config).restore(
      server.url,
      file,
      report,
    );
    log.info(`restored the backup of ${manifest.createdAt}`);
    if (previous !== undefined) log.info(`the data that was replaced is in ${previous}`);
  } finally {
    await server.stop();
    if (path.basename(file).startsWith('upload-')) await rm(file, { force: true });
  }
}

const hasAccounts = (url: string): Promise<boolean> =>
  withClient({ url }, async (client) => {
    const { rows } = await client.query<{ has: boolean }>(
      'SELECT EXISTS (SELECT FROM users) AS has',
    );
    return rows[0]?.has === true;
  });
