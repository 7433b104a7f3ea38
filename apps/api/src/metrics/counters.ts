import { poll } from '@matinee/shared/lib/poll';
import type { Database } from '#database/database.ts';
import { countRetry } from '#lib/measurements.ts';
import { measureWrites } from '#lib/write-behind.ts';
import { SUM_COUNTERS, WRITE_COUNTERS } from './metrics.sql.ts';

export interface CounterFamily {
  readonly name: string;
  readonly help: string;
  /** Limits the number of different label sets; further ones are counted as `other`. */
  readonly maxSeries: number;
}

export interface CounterSample {
  /** Printed by `formatLabels`. */
  readonly labels: string;
  /** Text for large totals, which a number would round or print as `1e+21`. */
  readonly value: number | string;
}

export interface Total extends CounterSample {
  readonly name: string;
  readonly value: string;
}

export interface Counters {
  /** Counts in memory until the next write. Without `other`, the series is never merged into another one. */
  add(family: CounterFamily, labels: string, other?: string): void;
  /** Grows with each `add`. */
  revision(): number;
  /** Totals of all replicas and days. Writes pending counts first. */
  totals(names: readonly string[]): Promise<readonly Total[]>;
  /** Writes every few seconds. The returned function stops that and writes the rest. */
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
const FLUSH_EVERY_MS = 5_000;
/** Series that retention deleted free their slots after this time. */
const SERIES_CACHED_MS = 60 * 60 * 1000;

/** Counters in PostgreSQL, a row for each series and day: totals span replicas and restarts. */
export function createCounters(options: CountersOptions): Counters {
  const { db, now, warn, flushEveryMs = FLUSH_EVERY_MS } = options;
  const readSeries = createSeriesCache(db, now);
  let pending = new Map<string, Increment>();
  let revision = 0;
  // One at a time: two statements would wait for each other's rows.
  let writing: Promise<void> = Promise.resolve();

  const write = measureWrites('counters', async () => {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      await writeAll(db, limitSeries(batch.values(), await readSeries()));
    } catch (error) {
      for (const increment of batch.values()) merge(pending, increment);
      throw error;
    }
  });
  const flush = (): Promise<void> => (writing = writing.catch(() => undefined).then(write));

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
    start: () => {
      const stopping = new AbortController();
      const onFailure = (error: unknown): void =>
        warn(`counters not written, retrying: ${String(error)}`);
      const delayMs = (): number => flushEveryMs;
      const ended = poll(
        {
          task: flush,
          delayMs,
          firstDelayMs: flushEveryMs,
          onFailure,
          onRetry: () => countRetry('counters'),
        },
        stopping.signal,
      );
      return async () => {
        stopping.abort();
        await ended;
        await flush().catch(onFailure);
      };
    },
  };
}

const keyOf = ({ family, labels, day }: Increment): string => `${family.name}\n${labels}\n${day}`;

function merge(into: Map<string, Increment>, increment: Increment): void {
  const key = keyOf(increment);
  const same = into.get(key);
  if (same) same.value += increment.value;
  else into.set(key, { ...increment });
}

/** Label sets by name of the counter. */
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
  let series: Series = new Map();
  let readAt = -Infinity;
  return async () => {
    if (now() - readAt < SERIES_CACHED_MS) return series;
    const rows = await db.prisma.counter.groupBy({ by: ['name', 'labels'] });
    series = new Map();
    for (const { name, labels } of rows) {
      series.set(name, (series.get(name) ?? new Set()).add(labels));
    }
    readAt = now();
    return series;
  };
}

async function writeAll(db: Pick<Database, 'query'>, increments: readonly Increment[]) {
  // The same order on every replica, or two of them could deadlock.
  const sorted = increments.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await db.query(WRITE_COUNTERS, [
    sorted.map(({ family }) => family.name),
    sorted.map(({ labels }) => labels),
    sorted.map(({ day }) => day),
    sorted.map(({ value }) => value),
  ]);
}

/** `a="1",b="2"` as in Prometheus' text format, in the given order; a series is stored under this text. */
export function formatLabels(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, escapeCharacter)}"`)
    .join(',');
}

const escapeCharacter = (sign: string): string => (sign === '\n' ? '\\n' : `\\${sign}`);

/** A counter in Prometheus' text format. */
export function formatCounter(
  { name, help }: Pick<CounterFamily, 'name' | 'help'>,
  samples: readonly CounterSample[],
): string {
  const lines = samples.map(({ labels, value }) => `${name}{${labels}} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} counter\n${lines.join('')}`;
}
