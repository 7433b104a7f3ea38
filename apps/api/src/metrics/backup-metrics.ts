import { Counter, Gauge, Registry } from 'prom-client';
import type { Backups } from '#database/backup/backups.ts';

export interface MadeBackup {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly bytes: number;
}

export interface BackupMetrics {
  readonly succeeded: (backup: MadeBackup & { readonly seconds: number }) => void;
  readonly failed: () => void;
  /** Records a backup of an earlier process. */
  readonly found: (backup: MadeBackup) => void;
  /** Returns the metrics page's section about backups. */
  readonly print: () => Promise<string>;
}

/** Counts only this process, because one replica makes the backups. */
export function createBackupMetrics(): BackupMetrics {
  const registry = new Registry();
  const registers = [registry];
  const time = new Gauge({
    name: 'matinee_backup_last_success_timestamp_seconds',
    help: 'When the latest backup was made, in seconds since 1970; 0 if there is none.',
    registers,
  });
  const bytes = new Gauge({
    name: 'matinee_backup_last_size_bytes',
    help: 'The size of the latest backup.',
    registers,
  });
  const duration = new Gauge({
    name: 'matinee_backup_last_duration_seconds',
    help: 'How long the latest backup took since the start, with the check.',
    registers,
  });
  const failures = new Counter({
    name: 'matinee_backup_failures_total',
    help: 'Backups that failed since the start.',
    registers,
  });
  const found = (backup: MadeBackup): void => {
    time.set(backup.createdAt / 1000);
    bytes.set(backup.bytes);
  };
  return {
    found,
    succeeded: (backup) => {
      found(backup);
      duration.set(backup.seconds);
    },
    failed: () => failures.inc(),
    print: () => registry.metrics(),
  };
}

/** Wraps backups and records their results. `elapsed`: milliseconds. */
export function observeBackups(
  backups: Backups,
  metrics: BackupMetrics,
  elapsed: () => number,
): Backups {
  backups.list().then(
    ([last]) => last && metrics.found(last),
    () => undefined,
  );
  return {
    ...backups,
    create: async (url, kind, signal, onProgress) => {
      const startedAt = elapsed();
      try {
        const made = await backups.create(url, kind, signal, onProgress);
        metrics.succeeded({ ...made, seconds: (elapsed() - startedAt) / 1000 });
        return made;
      } catch (error) {
        if (signal?.aborted !== true) metrics.failed();
        throw error;
      }
    },
  };
}
