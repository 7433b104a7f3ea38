import type { Registry } from '@matinee/sources/registry';
import type { Database } from '#database/database.ts';
import { configuredBackups, type Backups } from '#database/backup/backups.ts';
import { createLeases } from '#database/leases.ts';
import { createCleanup } from './cleanup.ts';
import { startNightlyBackups } from './nightly-backup.ts';
import { createErrorGroups, type ErrorGroups } from '#metrics/error-groups.ts';
import type { ErrorLog } from '#metrics/error-log.ts';
import { observeBackups } from '#metrics/backup-metrics.ts';
import { createMetrics, type Metrics } from '#metrics/metrics.ts';
import { TITLES, STATUSES } from '#metrics/provider-reports.ts';
import { knownOrigins, type Config } from '#config/config.ts';
import type { Logger } from '#http/log.ts';

export interface BackgroundOptions {
  readonly config: Config;
  readonly db: Database;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly errorLog: ErrorLog;
  readonly registry: Registry;
  readonly now: () => number;
}

export interface Background {
  readonly metrics: Metrics;
  readonly errorGroups: ErrorGroups;
  readonly backups: Backups;
  /** Writes the last counts; call it before the database is closed. */
  readonly stop: () => Promise<void>;
}

/** Starts background work: metrics, cleanup and backups. */
export function startJobs(options: BackgroundOptions): Background {
  const { config, db, log, errorLog, registry, now } = options;
  const metrics = createMetrics({
    db,
    now,
    warn: (message) => log.warn(message),
    sourceIds: [...registry.sources, ...registry.embeds].map(({ id }) => id),
    origins: knownOrigins(config),
  });
  const cleanup = createCleanup({
    db,
    now,
    random: Math.random,
    log,
    retentionDays: config.METRICS_RETENTION_DAYS,
    deleteUnusedAccounts: config.DELETE_UNUSED_ACCOUNTS === 'true',
    expiringCounters: [TITLES.name, STATUSES.name],
  });
  const errorGroups = createErrorGroups({ db, errorLog, warn: (message) => log.warn(message) });
  const stops = [cleanup.start(), metrics.start(), errorGroups.start()];
  const backups = observeBackups(configuredBackups(config), metrics.backups, () =>
    performance.now(),
  );
  if (config.BACKUPS === 'on') {
    const common = { now, random: Math.random, log };
    stops.push(
      startNightlyBackups({ ...common, backups, leases: createLeases(db), url: () => db.url }),
    );
  }
  return {
    metrics,
    errorGroups,
    backups,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
