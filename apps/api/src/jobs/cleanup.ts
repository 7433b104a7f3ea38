import { poll } from '@matinee/shared/lib/poll';
import type { Database } from '#database/database.ts';
import { cleanupRules, type CleanupRule, type CleanupSettings } from './cleanup-rules.ts';

export interface Cleanup {
  /** How many rows of each kind went. What fails is logged, and tried again at the next turn. */
  run(signal: AbortSignal): Promise<Readonly<Record<string, number>>>;
  /** Starts to sweep every hour; the returned function stops that, after the batch that is under way. */
  start(): () => Promise<void>;
}

export interface CleanupOptions extends Omit<CleanupSettings, 'now'> {
  readonly db: Pick<Database, 'query'>;
  readonly now: () => number;
  /** From 0 to 1; replicas that started together need not sweep together. */
  readonly random: () => number;
  readonly log: { info(message: string): void; warn(message: string): void };
}

const FIRST_WITHIN_MS = 10 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** So that one turn ends; the rest is for the next one. */
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
        log.warn(`housekeeping: ${rule.name} have to wait for the next turn: ${String(error)}`);
      }
    }
    const summary = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
    if (summary.length > 0) log.info(`housekeeping took away ${summary.join(', ')}`);
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
          onFailure: (error) => log.warn(`housekeeping failed: ${String(error)}`),
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
