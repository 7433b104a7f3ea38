import { poll } from '@matinee/shared/lib/poll';
import type { Database } from '#database/database.ts';
import { ERROR_DAYS } from '#metrics/error-groups.ts';
import { countJob } from '#lib/measurements.ts';

export interface Cleanup {
  /**
   * Returns the number of deleted rows by rule. A failed rule is logged and retried in the next
   * run.
   */
  run(signal: AbortSignal): Promise<Readonly<Record<string, number>>>;
  /** Runs every hour. The returned function stops it after the current batch. */
  start(): () => Promise<void>;
}

export interface CleanupOptions extends Omit<CleanupSettings, 'now'> {
  readonly db: Pick<Database, 'query'>;
  readonly now: () => number;
  /** Returns 0 to 1; spreads the runs of replicas. */
  readonly random: () => number;
  readonly log: { info(message: string): void; warn(message: string): void };
}

const FIRST_WITHIN_MS = 10 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Limits one run; the rest is left to the next. */
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
  { sql, before, batch, more = [] }: CleanupRule,
  signal: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let batchCount = 0; batchCount < MAX_BATCHES && !signal.aborted; batchCount += 1) {
    const [row] = await db.query<{ count: number }>(sql, [before, batch, ...more]);
    const count = row?.count ?? 0;
    total += count;
    if (count < batch) break;
  }
  return total;
}

// Deletes expired rows in batches; each rule is one statement that returns its count. Replicas may
// run them concurrently: locked rows are skipped, and refreshed rows are checked again.

export interface CleanupRule {
  readonly name: string;
  readonly sql: string;
  /**
   * Bound to `$1`. `$2` is the batch size; rules for counters get the permanent counters as `$3`.
   */
  readonly before: Date;
  readonly batch: number;
  readonly more?: readonly unknown[];
}

export interface CleanupSettings {
  readonly now: number;
  readonly retentionDays: number;
  readonly deleteUnusedAccounts: boolean;
  /** Counters whose idle series are deleted. */
  readonly expiringCounters: readonly string[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const TOMBSTONE_DAYS = 90;
/** Kept for each account: more than a user deletes in that time. */
const TOMBSTONES = 20_000;
const UNUSED_DAYS = 365;
const BATCH = 1_000;
/** Cascades to everything that belongs to the account. */
const ACCOUNTS_BATCH = 50;

const deleteOlder = (table: string, key: string, column: string, comparison = '<='): string => `
  WITH gone AS (
    DELETE FROM ${table} WHERE ${column} ${comparison} $1 AND (${key}) IN (
      SELECT ${key} FROM ${table} WHERE ${column} ${comparison} $1 ORDER BY ${column} LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

const TOMBSTONE = 'user_id, kind, tmdb_id, season_id, episode_id';

/** A row that is written again concurrently is later than $1, and stays. */
const DELETE_SURPLUS = `
  WITH crowded AS (SELECT user_id AS id FROM deletions GROUP BY 1 HAVING count(*) > ${TOMBSTONES}),
  gone AS (
    DELETE FROM deletions WHERE deleted_at <= $1 AND (${TOMBSTONE}) IN (
      SELECT ${TOMBSTONE} FROM crowded CROSS JOIN LATERAL (
        SELECT ${TOMBSTONE} FROM deletions WHERE user_id = crowded.id
        ORDER BY deleted_at DESC OFFSET ${TOMBSTONES} LIMIT $2) AS surplus
      LIMIT $2)
    RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

/** The day of rows that merge several days. */
const FOLDED = `date '1970-01-01'`;

const FORGET_SERIES = `
  WITH gone AS (
    DELETE FROM counters WHERE (name, labels, day) IN (
      SELECT name, labels, day FROM counters old
      WHERE day < $1::date AND name = ANY($3) AND NOT EXISTS (
        SELECT FROM counters recent
        WHERE recent.name = old.name AND recent.labels = old.labels AND recent.day >= $1::date)
      ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

/** Merges old days into one row, so that totals stay. */
const FOLD_DAYS = `
  WITH gone AS (
    DELETE FROM counters WHERE (name, labels, day) IN (
      SELECT name, labels, day FROM counters
      WHERE day < $1::date AND day > ${FOLDED} ORDER BY day LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING name, labels, value),
  folded AS (
    INSERT INTO counters AS stored (name, labels, day, value)
    SELECT name, labels, ${FOLDED}, sum(value) FROM gone GROUP BY name, labels ORDER BY name, labels
    ON CONFLICT (name, labels, day) DO UPDATE SET value = stored.value + excluded.value)
  SELECT count(*)::int AS count FROM gone`;

function cleanupRules(rules: CleanupSettings): readonly CleanupRule[] {
  const { now, retentionDays, deleteUnusedAccounts, expiringCounters } = rules;
  const ago = (days: number): Date => new Date(now - days * DAY_MS);
  const rule = (name: string, before: Date, sql: string): CleanupRule => ({
    name,
    before,
    sql,
    batch: BATCH,
  });
  return [
    rule('challenges', new Date(now), deleteOlder('challenges', 'code', 'expires_at')),
    rule('sessions', new Date(now), deleteOlder('sessions', 'user_id, id', 'expires_at')),
    rule('rate limits', new Date(now), deleteOlder('rate_limits', 'bucket, caller', 'ends_at')),
    rule('invitations', new Date(now), deleteOlder('invitations', 'code', 'expires_at')),
    rule('links', new Date(now), deleteOlder('links', 'id', 'expires_at')),
    rule('playbacks', ago(1 / 24), deleteOlder('playbacks', 'id', 'seen_at')),
    rule('viewers', ago(2), deleteOlder('play_viewers', 'day, viewer', 'day', '<')),
    rule('days of playback', ago(retentionDays), deleteOlder('play_days', 'day', 'day', '<')),
    rule('source results', ago(retentionDays), deleteOlder('source_stats', 'at, source', 'at')),
    rule('error groups', ago(ERROR_DAYS), deleteOlder('error_groups', 'id', 'last_at')),
    rule('tombstones', ago(TOMBSTONE_DAYS), deleteOlder('deletions', TOMBSTONE, 'deleted_at')),
    rule('excess tombstones', new Date(now), DELETE_SURPLUS),
    { ...rule('old counters', ago(retentionDays), FORGET_SERIES), more: [expiringCounters] },
    rule('daily counters', ago(retentionDays), FOLD_DAYS),
    ...(deleteUnusedAccounts ? [unusedAccounts(ago(UNUSED_DAYS))] : []),
  ];
}

const unusedAccounts = (before: Date): CleanupRule => ({
  name: 'unused accounts',
  before,
  sql: deleteOlder('users', 'id', 'last_used_at', '<'),
  batch: ACCOUNTS_BATCH,
});
