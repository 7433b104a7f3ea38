import { poll } from '@matinee/shared/lib/poll';
import type { Database } from '#database/database.ts';
import { ERROR_DAYS } from '#metrics/error-groups.ts';
import {
  DELETE_CHALLENGES,
  DELETE_ERROR_GROUPS,
  DELETE_IDLE_SERIES,
  DELETE_INVITATIONS,
  DELETE_LINKS,
  DELETE_PLAYBACKS,
  DELETE_PLAY_DAYS,
  DELETE_RATE_LIMITS,
  DELETE_SESSIONS,
  DELETE_SOURCE_STATS,
  DELETE_SURPLUS_TOMBSTONES,
  DELETE_TOMBSTONES,
  DELETE_UNUSED_ACCOUNTS,
  DELETE_VIEWERS,
  MERGE_COUNTER_DAYS,
} from './cleanup.sql.ts';
import { countJob, countRetry } from '#lib/measurements.ts';

export interface Cleanup {
  /**
   * Returns the number of deleted rows by rule. Logs a failed rule, which the next run retries.
   */
  run(signal: AbortSignal): Promise<Readonly<Record<string, number>>>;
  /** Runs every hour. The returned function stops it after the current batch. */
  start(): () => Promise<void>;
}

export interface CleanupOptions extends Omit<CleanupSettings, 'now'> {
  readonly db: Pick<Database, 'query'>;
  readonly now: () => number;
  /** Returns 0 to 1. Spreads the runs of replicas. */
  readonly random: () => number;
  readonly log: { info(message: string): void; warn(message: string): void };
}

const FIRST_WITHIN_MS = 10 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Limits one run. The next run continues. */
const MAX_BATCHES = 200;

export function createCleanup(options: CleanupOptions): Cleanup {
  const { db, now, random, log, ...rules } = options;

  const run: Cleanup['run'] = async (signal) => {
    const counts: Record<string, number> = {};
    let hasFailed = false;
    for (const rule of cleanupRules({ ...rules, now: now() })) {
      try {
        const count = await runRule(db, rule, signal);
        if (count > 0) counts[rule.name] = count;
      } catch (error) {
        hasFailed = true;
        log.warn(`cleanup of ${rule.name} failed, retrying in the next run: ${String(error)}`);
      }
    }
    if (hasFailed) countJob('cleanup', 'failure');
    else countJob('cleanup', 'success', now());
    const summary = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
    if (summary.length > 0) log.info(`cleanup removed ${summary.join(', ')}`);
    return counts;
  };

  return {
    run,
    start: () => {
      const stopping = new AbortController();
      const ended = poll(
        {
          task: run,
          delayMs: () => HOUR_MS * (0.9 + random() * 0.2),
          firstDelayMs: FIRST_WITHIN_MS * random(),
          onRetry: () => countRetry('cleanup'),
          onFailure: (error) => log.warn(`cleanup failed: ${String(error)}`),
        },
        stopping.signal,
      );
      return () => {
        stopping.abort();
        return ended;
      };
    },
  };
}

async function runRule(
  db: Pick<Database, 'query'>,
  { sql, before, batch, more }: CleanupRule,
  signal: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let batchCount = 0; batchCount < MAX_BATCHES && !signal.aborted; batchCount += 1) {
    const count = (await db.query(sql, [before, batch, ...more])).length;
    total += count;
    if (count < batch) break;
  }
  return total;
}

interface CleanupRule {
  readonly name: string;
  readonly sql: string;
  /** Bound to `$1`. */
  readonly before: Date;
  /** The maximum number of rows of one statement. Bound to `$2`. */
  readonly batch: number;
  /** Bound to `$3`. */
  readonly more: readonly unknown[];
}

export interface CleanupSettings {
  readonly now: number;
  readonly retentionDays: number;
  readonly deleteUnusedAccounts: boolean;
  /** The counters with idle series to delete. */
  readonly expiringCounters: readonly string[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const TOMBSTONE_DAYS = 90;
/** The number to keep for each account, more than a user deletes in that time. */
const TOMBSTONES = 20_000;
const UNUSED_DAYS = 365;
const BATCH = 1_000;
/** Small, because a deletion cascades to everything that belongs to the account. */
const ACCOUNTS_BATCH = 50;

function cleanupRules(rules: CleanupSettings): readonly CleanupRule[] {
  const { now, retentionDays, deleteUnusedAccounts, expiringCounters } = rules;
  const ago = (days: number): Date => new Date(now - days * DAY_MS);
  const rule = (name: string, sql: string, before: Date, ...more: unknown[]): CleanupRule => ({
    name,
    sql,
    before,
    batch: BATCH,
    more,
  });
  const expired = new Date(now);
  return [
    rule('challenges', DELETE_CHALLENGES, expired),
    rule('sessions', DELETE_SESSIONS, expired),
    rule('rate limits', DELETE_RATE_LIMITS, expired),
    rule('invitations', DELETE_INVITATIONS, expired),
    rule('links', DELETE_LINKS, expired),
    rule('playbacks', DELETE_PLAYBACKS, ago(1 / 24)),
    rule('viewers', DELETE_VIEWERS, ago(2)),
    rule('days of playback', DELETE_PLAY_DAYS, ago(retentionDays)),
    rule('source results', DELETE_SOURCE_STATS, ago(retentionDays)),
    rule('error groups', DELETE_ERROR_GROUPS, ago(ERROR_DAYS)),
    rule('tombstones', DELETE_TOMBSTONES, ago(TOMBSTONE_DAYS)),
    rule('excess tombstones', DELETE_SURPLUS_TOMBSTONES, expired, TOMBSTONES),
    rule('old counters', DELETE_IDLE_SERIES, ago(retentionDays), expiringCounters),
    rule('daily counters', MERGE_COUNTER_DAYS, ago(retentionDays)),
    ...(deleteUnusedAccounts
      ? [
          {
            ...rule('unused accounts', DELETE_UNUSED_ACCOUNTS, ago(UNUSED_DAYS)),
            batch: ACCOUNTS_BATCH,
          },
        ]
      : []),
  ];
}
