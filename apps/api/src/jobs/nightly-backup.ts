import { poll } from '@matinee/shared/lib/poll';
import type { Backups } from '#database/backup/backups.ts';
import type { RemoteBackups } from '#database/backup/remote-backups.ts';
import { reason } from '#database/errors.ts';
import type { Leases } from '#database/leases.ts';
import { countJob, countRetry } from '#lib/measurements.ts';

export interface NightlyBackupOptions {
  readonly backups: Pick<Backups, 'create' | 'list'>;
  readonly leases: Leases;
  /** The URL of the database, which may change. */
  readonly url: () => string;
  /**
   * Without accounts, no backup is made. It could replace the backups in a bucket that the new server is to restore.
   */
  readonly hasAccounts: () => Promise<boolean>;
  readonly now: () => number;
  /** Returns 0 to 1. Spreads the backups of replicas. */
  readonly random: () => number;
  readonly log: { info(message: string): void; warn(message: string): void };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The hours of local time with few viewers. */
const NIGHT = { from: 2, to: 5 };
/** At night, a new backup is due when the last one is this old. */
const OLD_MS = 20 * HOUR_MS;
/** By day, a backup is due only at this age, for servers that are off at night. */
const OVERDUE_MS = 30 * HOUR_MS;

/** Returns whether a backup is due. `last`: the time of the newest one. Times are milliseconds since 1970. */
export function isBackupDue(last: number | undefined, now: number): boolean {
  if (last === undefined) return true;
  const hour = new Date(now).getHours();
  const isNight = hour >= NIGHT.from && hour < NIGHT.to;
  return now - last > (isNight ? OLD_MS : OVERDUE_MS);
}

/** Backs up once a night. Returns a function that stops it and aborts a running backup. */
export function startNightlyBackups({
  backups,
  leases,
  url,
  hasAccounts,
  now,
  random,
  log,
}: NightlyBackupOptions): () => Promise<void> {
  const stopping = new AbortController();
  const backUp = async (signal: AbortSignal): Promise<void> => {
    // Another replica may have made the backup in the meantime.
    if (!(await isDue())) return;
    const { file, bytes } = await backups.create(url(), 'nightly', signal);
    log.info(`backed up ${Math.ceil(bytes / 1024)} KiB to ${file}`);
  };
  const isDue = async (): Promise<boolean> => {
    const last = (await backups.list()).find(({ kind }) => kind === 'nightly');
    return isBackupDue(last?.createdAt, now()) && (await hasAccounts());
  };
  const task = async (signal: AbortSignal): Promise<void> => {
    if (await isDue()) await leases.run('nightly backup', signal, backUp);
  };
  const ended = poll(
    {
      task,
      delayMs: () => HOUR_MS / 2,
      firstDelayMs: MINUTE_MS * (1 + 9 * random()),
      onRetry: () => countRetry('nightly backup'),
      onFailure: (error) =>
        log.warn(`the nightly backup failed, retrying in half an hour: ${reason(error)}`),
    },
    stopping.signal,
  );
  return () => {
    stopping.abort();
    return ended;
  };
}

export interface BackupUploadOptions extends Pick<
  NightlyBackupOptions,
  'leases' | 'now' | 'random' | 'log'
> {
  readonly remote: Pick<RemoteBackups, 'address' | 'isBehind' | 'upload'>;
}

/** Uploads new nightly and manual backups. Returns a function that stops it. */
export function startBackupUploads(options: BackupUploadOptions): () => Promise<void> {
  const { remote, leases, now, random, log } = options;
  const stopping = new AbortController();
  const upload = async (signal: AbortSignal): Promise<void> => {
    const notDeleted = await remote.upload(signal);
    countJob('backup upload', 'success', now());
    log.info(`uploaded the latest backup to ${remote.address}`);
    if (notDeleted !== undefined)
      log.warn(`the oldest backups there can't be deleted: ${notDeleted}`);
  };
  const ended = poll(
    {
      task: async (signal) => {
        if (await remote.isBehind()) await leases.run('backup upload', signal, upload);
      },
      delayMs: (failures) => Math.min(2 * MINUTE_MS * 2 ** failures, HOUR_MS / 2),
      firstDelayMs: MINUTE_MS * (1 + random()),
      onRetry: () => countRetry('backup upload'),
      onFailure: (error) => {
        countJob('backup upload', 'failure');
        log.warn(`the backup was not uploaded, retrying: ${reason(error)}`);
      },
    },
    stopping.signal,
  );
  return () => {
    stopping.abort();
    return ended;
  };
}
