import {
  SOURCE_DAYS,
  SOURCE_HOURS,
  type SourceHistory,
  type SourcePoint,
} from '@matinee/shared/contract/source-stats';
import type { Database } from '#database/database.ts';
import { createWriteBehind, type WriteBehind } from '#lib/write-behind.ts';
import { LIST_SOURCE_STATS, WRITE_SOURCE_STATS } from './metrics.sql.ts';

export type StatsResult = 'found' | 'notFound' | 'failed';

export interface SourceStats {
  /** `source`: a known source, because each takes a row per hour. `ms`: undefined if a browser ran the search. */
  readonly record: (source: string, result: StatsResult, ms?: number) => void;
  /** Lists the results of all replicas. Writes this replica's first. */
  readonly list: (by: 'hour' | 'day') => Promise<{ times: string[]; sources: SourceHistory[] }>;
  readonly start: WriteBehind['start'];
}

export interface SourceStatsOptions {
  readonly db: Pick<Database, 'query'>;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

interface Counts {
  readonly at: number;
  readonly source: string;
  found: number;
  notFound: number;
  failed: number;
  timed: number;
  ms: number;
  slowest: number;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** The number of sources times the hours of an outage of the database. */
const MAX_PENDING = 2_000;

interface ListedRow extends Omit<SourcePoint, 'at'> {
  readonly source: string;
  readonly at: Date;
}

/** Counts the results of each source by hour in PostgreSQL, for all replicas together. */
export function createSourceStats(options: SourceStatsOptions): SourceStats {
  const { db, now, warn } = options;
  let pending = new Map<string, Counts>();

  const add = (counts: Counts): void => {
    const key = `${counts.at} ${counts.source}`;
    const same = pending.get(key);
    if (!same && pending.size >= MAX_PENDING) return;
    pending.set(key, same ? sumOf(same, counts) : counts);
  };
  const write = async (): Promise<void> => {
    if (pending.size === 0) return;
    const batch = [...pending.values()];
    pending = new Map();
    try {
      await db.query(WRITE_SOURCE_STATS, columnsOf(batch));
    } catch (error) {
      batch.forEach(add);
      throw error;
    }
  };
  const { flush, start } = createWriteBehind({ write, what: 'source results', warn });

  return {
    record: (source, result, ms) => {
      const at = Math.floor(now() / HOUR_MS) * HOUR_MS;
      const counts = { at, source, found: 0, notFound: 0, failed: 0, timed: 0, ms: 0, slowest: 0 };
      counts[result] = 1;
      if (ms !== undefined) Object.assign(counts, { timed: 1, ms, slowest: ms });
      add(counts);
    },
    list: async (by) => {
      await flush();
      const times = timesOf(by, now());
      const rows = await db.query<ListedRow>(LIST_SOURCE_STATS, [by, times[0]]);
      return { times, sources: bySource(rows) };
    },
    start,
  };
}

/** Returns the hours or days up to now. */
function timesOf(by: 'hour' | 'day', now: number): string[] {
  const [step, count] = by === 'hour' ? [HOUR_MS, SOURCE_HOURS] : [DAY_MS, SOURCE_DAYS];
  const last = Math.floor(now / step) * step;
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * step).toISOString(),
  );
}

function bySource(rows: readonly ListedRow[]): SourceHistory[] {
  const sources = new Map<string, SourcePoint[]>();
  for (const { source, at, ...row } of rows) {
    const points = sources.get(source) ?? [];
    points.push({ ...row, at: at.toISOString() });
    sources.set(source, points);
  }
  const uses = ({ points }: SourceHistory): number =>
    points.reduce((sum, { found, notFound, failed }) => sum + found + notFound + failed, 0);
  return [...sources]
    .map(([id, points]) => ({ id, points }))
    .toSorted((one, other) => uses(other) - uses(one));
}

const sumOf = (one: Counts, other: Counts): Counts => ({
  ...one,
  found: one.found + other.found,
  notFound: one.notFound + other.notFound,
  failed: one.failed + other.failed,
  timed: one.timed + other.timed,
  ms: one.ms + other.ms,
  slowest: Math.max(one.slowest, other.slowest),
});

function columnsOf(batch: readonly Counts[]): unknown[] {
  // Use the same order on every replica to avoid deadlocks.
  const sorted = batch.toSorted((one, other) =>
    one.at === other.at ? (one.source < other.source ? -1 : 1) : one.at - other.at,
  );
  return [
    sorted.map(({ at }) => new Date(at)),
    sorted.map(({ source }) => source),
    sorted.map(({ found }) => found),
    sorted.map(({ notFound }) => notFound),
    sorted.map(({ failed }) => failed),
    sorted.map(({ timed }) => timed),
    sorted.map(({ ms }) => ms),
    sorted.map(({ slowest }) => slowest),
  ];
}
