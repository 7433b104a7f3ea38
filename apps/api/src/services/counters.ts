import type { Database } from '#db/client.ts';
import { takeTurns } from './turns.ts';

/** What is counted under one name. */
export interface CounterKind {
  readonly name: string;
  /** So many different labels are told apart. */
  readonly atMost: number;
}

export interface Total {
  readonly name: string;
  readonly labels: string;
  /** All digits. */
  readonly value: string;
}

export interface Counters {
  /** In memory, for now. Once there are too many different labels, new ones count as `other`; without it they always stay. */
  add(kind: CounterKind, labels: string, other?: string): void;
  /** Grows with everything that is counted here. */
  revision(): number;
  /** Of all replicas and all time; what was counted here is written first. */
  totals(names: readonly string[]): Promise<readonly Total[]>;
  /** Starts to write every few seconds; what is returned stops that and writes the rest. */
  start(): () => Promise<void>;
}

export interface CountersOptions {
  readonly db: Pick<Database, 'query'>;
  readonly now: () => number;
  readonly warn: (message: string) => void;
  readonly flushEveryMs?: number;
}

interface Increment {
  readonly name: string;
  readonly labels: string;
  readonly day: string;
  /** What to count it as when it is one too many; undefined when it may stay. */
  readonly other: string | undefined;
  readonly atMost: number;
  value: number;
}

/** Against memory that fills up while the database is away. */
const MOST_PENDING = 10_000;
const FLUSH_EVERY_MS = 5_000;
/** Forgotten labels make room again. */
const KNOWN_FOR_MS = 60 * 60 * 1000;

const WRITE = `
  INSERT INTO counters AS counted (name, labels, day, value)
  SELECT * FROM unnest($1::text[], $2::text[], $3::date[], $4::bigint[])
  ON CONFLICT (name, labels, day) DO UPDATE SET value = counted.value + excluded.value`;

const TOTALS = `
  SELECT name, labels, sum(value)::text AS value FROM counters
  WHERE name = ANY($1) GROUP BY name, labels ORDER BY name, labels`;

const KNOWN = `SELECT name, labels FROM counters GROUP BY name, labels`;

/** Numbers that only grow: added up over replicas, restarts and days in one table, at the price of one statement now and then. */
export function createCounters(options: CountersOptions): Counters {
  const { db, now, warn, flushEveryMs = FLUSH_EVERY_MS } = options;
  const vocabulary = createVocabulary(db, now);
  let pending = new Map<string, Increment>();
  let revision = 0;
  // One at a time: two statements would wait for each other's rows.
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    if (pending.size === 0) return;
    const taken = pending;
    pending = new Map();
    try {
      const known = await vocabulary();
      await writeAll(db, admitted([...taken.values()], known));
    } catch (error) {
      for (const increment of taken.values()) merge(pending, increment);
      throw error;
    }
  };
  const flush = (): Promise<void> => (writing = writing.catch(() => undefined).then(write));

  return {
    add: ({ name, atMost }, labels, other) => {
      const day = new Date(now()).toISOString().slice(0, 10);
      revision += 1;
      const isFull = other !== undefined && pending.size >= MOST_PENDING;
      merge(pending, { name, atMost, labels: isFull ? other : labels, day, other, value: 1 });
    },
    revision: () => revision,
    totals: async (names) => {
      await flush();
      return db.query<Total>(TOTALS, [names]);
    },
    start: () => {
      const tryToFlush = (): Promise<void> =>
        flush().catch((error: unknown) => warn(`counters are kept for later: ${String(error)}`));
      const stop = takeTurns(tryToFlush, () => flushEveryMs);
      return async () => {
        await stop();
        await tryToFlush();
      };
    },
  };
}

function merge(into: Map<string, Increment>, increment: Increment): void {
  const key = `${increment.day}\n${increment.name}\n${increment.labels}`;
  const same = into.get(key);
  if (same) same.value += increment.value;
  else into.set(key, { ...increment });
}

/** The same, with labels that are one too many counted as the other ones. */
function admitted(increments: readonly Increment[], known: Known): readonly Increment[] {
  const result = new Map<string, Increment>();
  for (const increment of increments) {
    const { name, labels, other, atMost } = increment;
    const names = known.get(name) ?? new Set();
    known.set(name, names);
    const isOneTooMany = other !== undefined && !names.has(labels) && names.size >= atMost;
    if (!isOneTooMany) names.add(labels);
    merge(result, isOneTooMany ? { ...increment, labels: other } : increment);
  }
  return [...result.values()];
}

async function writeAll(db: Pick<Database, 'query'>, increments: readonly Increment[]) {
  // In one order on every replica, or two of them could hold what the other waits for.
  const sorted = increments.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  await db.query(WRITE, [
    sorted.map(({ name }) => name),
    sorted.map(({ labels }) => labels),
    sorted.map(({ day }) => day),
    sorted.map(({ value }) => value),
  ]);
}

const orderOf = ({ name, labels, day }: Increment): string => `${name}\n${labels}\n${day}`;

/** The labels that are told apart already, by name. */
type Known = Map<string, Set<string>>;

function createVocabulary(db: Pick<Database, 'query'>, now: () => number): () => Promise<Known> {
  let known: Known = new Map();
  let readAt = -Infinity;
  return async () => {
    if (now() - readAt < KNOWN_FOR_MS) return known;
    const rows = await db.query<{ name: string; labels: string }>(KNOWN, []);
    const fresh: Known = new Map();
    for (const { name, labels } of rows) {
      fresh.set(name, (fresh.get(name) ?? new Set()).add(labels));
    }
    [known, readAt] = [fresh, now()];
    return known;
  };
}
