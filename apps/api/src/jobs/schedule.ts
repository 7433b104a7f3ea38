import type { Registry } from '@matinee/sources/registry';
import type { Database } from '#database/database.ts';
import { configuredBackups, type Backups } from '#database/backup/backups.ts';
import { createLeases } from '#database/leases.ts';
import { createReplicas, type Replicas, type ServerLease } from '#database/replicas.ts';
import { createCleanup } from './cleanup.ts';
import { startBackupUploads, startNightlyBackups } from './nightly-backup.ts';
import { createErrorGroups, type ErrorGroups } from '#metrics/error-groups.ts';
import type { ErrorLog } from '#metrics/error-log.ts';
import { observeBackups } from '#metrics/backup-metrics.ts';
import { createMetrics, type Metrics } from '#metrics/metrics.ts';
import { createPlaybacks, type Playbacks } from '#metrics/playbacks.ts';
import type { SourceStats } from '#metrics/source-stats.ts';
import type { StreamActivity } from '#metrics/stream-activity.ts';
import { createViewerName } from '#metrics/viewer-name.ts';
import { TITLES, STATUSES } from '#metrics/provider-reports.ts';
import { knownOrigins, type Config } from '#config/config.ts';
import type { Logger } from '#http/log.ts';

export interface BackgroundOptions {
  readonly config: Config;
  readonly db: Database;
  readonly serverLease: ServerLease;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly errorLog: ErrorLog;
  readonly registry: Registry;
  readonly activity: StreamActivity;
  readonly sourceStats: SourceStats;
  /** Creates viewers' pseudonyms. */
  readonly secret: string;
  readonly now: () => number;
}

export interface Background {
  readonly metrics: Metrics;
  readonly errorGroups: ErrorGroups;
  readonly backups: Backups;
  readonly playbacks: Playbacks;
  readonly replicas: Replicas;
  /** Writes the last counts. Call it before the database is closed. */
  readonly stop: () => Promise<void>;
}

/** Starts background work: metrics, cleanup and backups. */
export function startJobs(options: BackgroundOptions): Background {
  const { config, db, log, errorLog, registry, activity, sourceStats } = options;
  const { secret, now } = options;
  const warn = (message: string): void => log.warn(message);
  const metrics = createMetrics({
    db,
    now,
    warn,
    sourceIds: [...registry.sources, ...registry.embeds].map(({ id }) => id),
    origins: knownOrigins(config),
    recordSource: sourceStats.record,
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
  const errorGroups = createErrorGroups({ db, errorLog, warn });
  const viewerName = createViewerName(secret, now);
  const playbacks = createPlaybacks({ db, activity, viewerName, now, warn });
  const leases = createLeases(db);
  const replicas = createReplicas(db, options.serverLease);
  const stops = [
    replicas.start(),
    cleanup.start(),
    metrics.start(),
    errorGroups.start(),
    playbacks.start(),
    sourceStats.start(),
  ];
  const backups = observeBackups(configuredBackups(config), metrics.backups, () =>
    performance.now(),
  );
  const common = { now, random: Math.random, log, leases };
  if (config.BACKUPS === 'on')
    stops.push(
      startNightlyBackups({
        ...common,
        backups,
        url: () => db.url,
        hasAccounts: async () =>
          (await db.prisma.user.findFirst({ select: { id: true } })) !== null,
      }),
    );
  if (backups.remote) stops.push(startBackupUploads({ ...common, remote: backups.remote }));
  return {
    metrics,
    errorGroups,
    backups,
    playbacks,
    replicas,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
