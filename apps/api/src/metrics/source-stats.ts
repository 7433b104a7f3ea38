import {
  SOURCE_DAYS,
  SOURCE_HOURS,
  type SourceHistory,
  type SourcePoint,
} from '@matinee/shared/contract/source-stats';
import type { Database } from '#database/database.ts';
import { createWriteBehind, type WriteBehind } from '#lib/write-behind.ts';

export type StatsResult = 'found' | 'notFound' | 'failed';

export interface SourceStats {
  /** `source`: a known one, as each takes a row an hour. `ms`: undefined if a browser ran the search. */
  readonly record: (source: string, result: StatsResult, ms?: number) => void;
  /** Lists those of all replicas. Writes this replica's first. */
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
/** Sources times the hours that the database may be down. */
const MAX_PENDING = 2_000;

const WRITE = `
  INSERT INTO source_stats AS stored (at, source, found, not_found, failed, timed, ms, slowest)
  SELECT * FROM unnest($1::timestamptz[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
    $7::float8[], $8::float8[])
  ON CONFLICT (at, source) DO UPDATE SET
    found = stored.found + excluded.found,
    not_found = stored.not_found + excluded.not_found,
    failed = stored.failed + excluded.failed,
    timed = stored.timed + excluded.timed,
    ms = stored.ms + excluded.ms,
    slowest = greatest(stored.slowest, excluded.slowest)`;

const LIST = `
  SELECT source, date_trunc($1, at, 'UTC') AS at, sum(found)::float8 AS found, sum(not_found)::float8 AS "notFound",
    sum(failed)::float8 AS failed, sum(ms) / nullif(sum(timed), 0)::float8 AS ms, nullif(max(slowest), 0) AS "slowestMs"
  FROM source_stats WHERE at >= $2 GROUP BY 1, 2 ORDER BY 1, 2`;

interface ListedRow extends Omit<SourcePoint, 'at'> {
  readonly source: string;
  readonly at: Date;
}

/** Counts how searches at each source end, by hour, in PostgreSQL: replicas add up. */
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
      await db.query(WRITE, columnsOf(batch));
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
      const rows = await db.query<ListedRow>(LIST, [by, times[0]]);
      return { times, sources: bySource(rows) };
    },
    start,
  };
}

/** The hours or days up to now. */
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
  // The same order on every replica, or two of them could deadlock.
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
