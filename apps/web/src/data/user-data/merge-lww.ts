// Merges two copies of the same entries. The newest version of each stays (last write wins), in any order of merging.

export interface Timestamped {
  /** Milliseconds since 1970, by the server's clock. */
  readonly updatedAt: number;
}

type Entries<T> = Readonly<Record<string, T>>;

export interface Replica<T> {
  readonly entries: Entries<T>;
  /** The time of each removal, by key. */
  readonly removals: Readonly<Record<string, number>>;
}

/** `merge` joins two versions of one entry; it must be commutative. */
export function mergeReplicas<T extends Timestamped>(
  one: Replica<T>,
  other: Replica<T>,
  merge: (one: T, other: T) => T = newer,
): Replica<T> {
  const entries: Record<string, T> = {};
  const removals: Record<string, number> = {};
  for (const key of keysOf(one, other)) {
    const [first, second] = [one.entries[key], other.entries[key]];
    const entry = first && second ? merge(first, second) : (first ?? second);
    const removedAt = Math.max(one.removals[key] ?? -Infinity, other.removals[key] ?? -Infinity);
    if (entry && entry.updatedAt > removedAt) entries[key] = entry;
    else if (removedAt > -Infinity) removals[key] = removedAt;
  }
  return { entries, removals };
}

/** Does the same if neither side has removed anything. */
export function mergeEntries<T extends Timestamped>(
  one: Entries<T>,
  other: Entries<T>,
  merge?: (one: T, other: T) => T,
): Record<string, T> {
  const merged = mergeReplicas(
    { entries: one, removals: {} },
    { entries: other, removals: {} },
    merge,
  );
  return { ...merged.entries };
}

function keysOf<T>(...replicas: readonly Replica<T>[]): ReadonlySet<string> {
  return new Set(
    replicas.flatMap(({ entries, removals }) => [
      ...Object.keys(entries),
      ...Object.keys(removals),
    ]),
  );
}

/** At equal times, the text decides, so that every device picks the same version. The server keeps the later to arrive. */
export function newer<T extends Timestamped>(one: T, other: T): T {
  if (one.updatedAt !== other.updatedAt) return one.updatedAt > other.updatedAt ? one : other;
  return canonicalText(one) >= canonicalText(other) ? one : other;
}

/** Equal for equal values, whatever the order of their fields. */
export function canonicalText(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  const fields = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{${fields
    .map(([name, part]) => `${name}:${canonicalText(part)}`)
    .toSorted()
    .join()}}`;
}

interface Tabs<T> {
  /** The state that both tabs had read. */
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** An entry of `base` that one tab lacks was removed there. It stays if the other tab has changed it since. */
export function mergeTabs<T extends Timestamped>(
  { base, mine, theirs }: Tabs<Entries<T>>,
  merge: (one: T, other: T) => T = newer,
): Record<string, T> {
  const merged: Record<string, T> = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [own, other, before] = [mine[key], theirs[key], base[key]];
    const left = own ?? other;
    if (own && other) merged[key] = merge(own, other);
    else if (left && !(before && left.updatedAt <= before.updatedAt)) merged[key] = left;
  }
  return merged;
}

interface Identified {
  /** Decimal, as movie-web clients write it, and unique across tabs. */
  readonly id: string;
}

/** `random` between 0 and 1. */
export function newId(random: () => number = Math.random): string {
  return String(Math.floor(random() * Number.MAX_SAFE_INTEGER));
}

/** Drops changes that either tab has sent. Keeps changes that either tab has added, the other tab's first. */
export function mergeQueues<T extends Identified>(
  { base, mine, theirs }: Tabs<readonly T[]>,
  enqueue: (queue: readonly T[], change: T) => T[],
): T[] {
  const [own, other] = [idsOf(mine), idsOf(theirs)];
  const sent = new Set(base.filter(({ id }) => !own.has(id) || !other.has(id)).map(({ id }) => id));
  const all = [...theirs, ...mine.filter(({ id }) => !other.has(id))];
  return all.filter(({ id }) => !sent.has(id)).reduce<T[]>(enqueue, []);
}

const idsOf = (queue: readonly Identified[]): ReadonlySet<string> =>
  new Set(queue.map(({ id }) => id));

/** Movie-web clients queue changes without a time (0): they count as the newest. */
export const timestampOf = ({ updatedAt }: Timestamped): number =>
  updatedAt || Number.MAX_SAFE_INTEGER;
