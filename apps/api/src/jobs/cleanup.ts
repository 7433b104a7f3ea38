import { poll } from '@matinee/shared/lib/poll';
import type { Database } from '#database/database.ts';
import { cleanupRules, type Sweep, type SweepRules } from './cleanup-rules.ts';

export interface Cleanup {
  /** How many rows of each kind went. What fails is logged, and tried again at the next turn. */
  sweep(signal: AbortSignal): Promise<Readonly<Record<string, number>>>;
  /** Starts to sweep every hour; the returned function stops that, after the batch that is under way. */
  start(): () => Promise<void>;
}

export interface CleanupOptions extends Omit<SweepRules, 'now'> {
  readonly db: Pick<Database, 'query'>;
  readonly now: () => number;
  /** From 0 to 1; replicas that started together need not sweep together. */
  readonly random: () => number;
  readonly log: { info(message: string): void; warn(message: string): void };
}

const FIRST_WITHIN_MS = 10 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** So that one turn ends; the rest is for the next one. */
const MOST_BATCHES = 200;

export function createCleanup(options: CleanupOptions): Cleanup {
  const { db, now, random, log, ...rules } = options;

  const sweep: Cleanup['sweep'] = async (signal) => {
    const swept: Record<string, number> = {};
    for (const one of cleanupRules({ ...rules, now: now() })) {
      try {
        const count = await sweepAll(db, one, signal);
        if (count > 0) swept[one.what] = count;
      } catch (error) {
        log.warn(`housekeeping: ${one.what} have to wait for the next turn: ${String(error)}`);
      }
    }
    const told = Object.entries(swept).map(([what, count]) => `${count} ${what}`);
    if (told.length > 0) log.info(`housekeeping took away ${told.join(', ')}`);
    return swept;
  };

  return {
    sweep,
    start: () => {
      const stopping = new AbortController();
      const ended = poll(
        {
          task: sweep,
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

async function sweepAll(
  db: Pick<Database, 'query'>,
  { sql, before, batch, more = [] }: Sweep,
  signal: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let turn = 0; turn < MOST_BATCHES && !signal.aborted; turn += 1) {
    const [row] = await db.query<{ count: number }>(sql, [before, batch, ...more]);
    const count = row?.count ?? 0;
    total += count;
    if (count < batch) break;
  }
  return total;
}
