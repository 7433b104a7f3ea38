import { LRUCache } from 'lru-cache';
import type { Database } from '#database/database.ts';
import { countLookup } from '#lib/measurements.ts';
import { createWriteBehind } from '#lib/write-behind.ts';
import { SUM_COUNTERS, WRITE_COUNTERS } from './metrics.sql.ts';

export interface CounterFamily {
  readonly name: string;
  readonly help: string;
  /** The maximum number of label sets. Further ones are counted as `other`. */
  readonly maxSeries: number;
}

export interface CounterSample {
  /** The output of `formatLabels`. */
  readonly labels: string;
  /** A string for large totals, which a number would round or print as `1e+21`. */
  readonly value: number | string;
}

export interface Total extends CounterSample {
  readonly name: string;
  readonly value: string;
}

export interface Counters {
  /** Counts in memory until the next write. `other`: the series that counts further ones. Unset: no limit. */
  add(family: CounterFamily, labels: string, other?: string): void;
  /** Returns a number that increases with each `add`. */
  revision(): number;
  /** Returns the totals of all replicas and days. Writes pending counts first. */
  totals(names: readonly string[]): Promise<readonly Total[]>;
  /** Writes every few seconds. Returns a function that writes the rest and stops. */
  start(): () => Promise<void>;
}

export interface CountersOptions {
  readonly db: Pick<Database, 'query' | 'prisma'>;
  readonly now: () => number;
  readonly warn: (message: string) => void;
  readonly flushEveryMs?: number;
}

interface Increment {
  readonly family: CounterFamily;
  readonly labels: string;
  readonly other: string | undefined;
  readonly day: string;
  value: number;
}

/** Limits memory while the database is down. */
const MAX_PENDING = 10_000;
/** Deleted series free their slots after this time. */
const SERIES_CACHED_MS = 60 * 60 * 1000;

/** Stores counters in PostgreSQL, a row for each series and day. Totals thus include all replicas and earlier runs. */
export function createCounters(options: CountersOptions): Counters {
  const { db, now, warn, flushEveryMs } = options;
  const readSeries = createSeriesCache(db, now);
  let pending = new Map<string, Increment>();
  let revision = 0;

  async function write(): Promise<void> {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      await writeAll(db, limitSeries(batch.values(), await readSeries()));
    } catch (error) {
      for (const increment of batch.values()) merge(pending, increment);
      throw error;
    }
  }
  const { flush, start } = createWriteBehind({
    write,
    what: 'counters',
    warn,
    everyMs: flushEveryMs,
  });

  return {
    add: (family, labels, other) => {
      const day = new Date(now()).toISOString().slice(0, 10);
      revision += 1;
      const isFull = other !== undefined && pending.size >= MAX_PENDING;
      merge(pending, { family, labels: isFull ? other : labels, other, day, value: 1 });
    },
    revision: () => revision,
    totals: async (names) => {
      await flush();
      return db.query<Total>(SUM_COUNTERS, [names]);
    },
    start,
  };
}

const keyOf = ({ family, labels, day }: Increment): string => `${family.name}\n${labels}\n${day}`;

function merge(into: Map<string, Increment>, increment: Increment): void {
  const key = keyOf(increment);
  const same = into.get(key);
  if (same) same.value += increment.value;
  else into.set(key, { ...increment });
}

/** Label sets by counter name. */
type Series = Map<string, Set<string>>;

function limitSeries(increments: Iterable<Increment>, series: Series): readonly Increment[] {
  const result = new Map<string, Increment>();
  for (const increment of increments) {
    const { family, labels, other } = increment;
    const known = series.get(family.name) ?? new Set();
    series.set(family.name, known);
    const isOver = other !== undefined && !known.has(labels) && known.size >= family.maxSeries;
    if (!isOver) known.add(labels);
    merge(result, isOver ? { ...increment, labels: other } : increment);
  }
  return [...result.values()];
}

function createSeriesCache(db: Pick<Database, 'prisma'>, now: () => number): () => Promise<Series> {
  const cache = new LRUCache<'series', Series>({
    max: 1,
    ttl: SERIES_CACHED_MS,
    ttlResolution: 0,
    perf: { now },
  });
  return async () => {
    const known = cache.get('series');
    countLookup('counter series', known ? 'hit' : 'miss');
    if (known) return known;
    const rows = await db.prisma.counter.groupBy({ by: ['name', 'labels'] });
    const series: Series = new Map();
    for (const { name, labels } of rows) {
      series.set(name, (series.get(name) ?? new Set()).add(labels));
    }
    cache.set('series', series);
    return series;
  };
}

async function writeAll(db: Pick<Database, 'query'>, increments: readonly Increment[]) {
  // Use the same order on every replica to avoid deadlocks.
  const sorted = increments.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await db.query(WRITE_COUNTERS, [
    sorted.map(({ family }) => family.name),
    sorted.map(({ labels }) => labels),
    sorted.map(({ day }) => day),
    sorted.map(({ value }) => value),
  ]);
}

/** Returns `a="1",b="2"` as in Prometheus' text format, in the given order. This text identifies a series. */
export function formatLabels(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, escapeCharacter)}"`)
    .join(',');
}

const escapeCharacter = (sign: string): string => (sign === '\n' ? '\\n' : `\\${sign}`);

/** Returns a counter in Prometheus' text format. */
export function formatCounter(
  { name, help }: Pick<CounterFamily, 'name' | 'help'>,
  samples: readonly CounterSample[],
): string {
  const lines = samples.map(({ labels, value }) => `${name}{${labels}} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} counter\n${lines.join('')}`;
}
