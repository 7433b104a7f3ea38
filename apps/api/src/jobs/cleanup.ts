import { poll } from '@matinee/shared/lib/poll';
import type { Database } from '#database/database.ts';
import { cleanupRules, type CleanupRule, type CleanupSettings } from './cleanup-rules.ts';

export interface Cleanup {
  /**
   * Returns the number of deleted rows by rule. A failed rule is logged and retried in the next
   * run.
   */
  run(signal: AbortSignal): Promise<Readonly<Record<string, number>>>;
  /** Starts to sweep every hour; the returned function stops that, after the batch that is under way. */
  start(): () => Promise<void>;
}

export interface CleanupOptions extends Omit<CleanupSettings, 'now'> {
  readonly db: Pick<Database, 'query'>;
  readonly now: () => number;
  /** From 0 to 1; spreads the runs of replicas. */
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
    for (const rule of cleanupRules({ ...rules, now: now() })) {
      try {
        const count = await runRule(db, rule, signal);
        if (count > 0) counts[rule.name] = count;
      } catch (error) {
        log.warn(`cleanup of ${rule.name} failed, retrying in the next run: ${String(error)}`);
      }
    }
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
