// Two accounts of the same things become one: of each the newest word stays, whoever tells it and in whichever order.

export interface Dated {
  /** Milliseconds since 1970, by the server's clock. */
  readonly updatedAt: number;
}

type Entries<T> = Readonly<Record<string, T>>;

export interface Known<T> {
  readonly entries: Entries<T>;
  /** When what was removed. */
  readonly removals: Readonly<Record<string, number>>;
}

/** `both` merges two words about one thing: it must not mind which comes first. */
export function mergeKnown<T extends Dated>(
  one: Known<T>,
  other: Known<T>,
  both: (one: T, other: T) => T = newer,
): Known<T> {
  const entries: Record<string, T> = {};
  const removals: Record<string, number> = {};
  for (const key of keysOf(one, other)) {
    const [first, second] = [one.entries[key], other.entries[key]];
    const entry = first && second ? both(first, second) : (first ?? second);
    const removed = Math.max(one.removals[key] ?? -Infinity, other.removals[key] ?? -Infinity);
    if (entry && entry.updatedAt > removed) entries[key] = entry;
    else if (removed > -Infinity) removals[key] = removed;
  }
  return { entries, removals };
}

function keysOf<T>(...all: readonly Known<T>[]): ReadonlySet<string> {
  return new Set(
    all.flatMap(({ entries, removals }) => [...Object.keys(entries), ...Object.keys(removals)]),
  );
}

/** At the same moment the text decides, so that every device decides alike. */
export function newer<T extends Dated>(one: T, other: T): T {
  if (one.updatedAt !== other.updatedAt) return one.updatedAt > other.updatedAt ? one : other;
  return spelling(one) >= spelling(other) ? one : other;
}

/** The same for the same value, in whichever order it was written. */
export function spelling(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(spelling).join()}]`;
  const fields = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{${fields
    .map(([name, part]) => `${name}:${spelling(part)}`)
    .toSorted()
    .join()}}`;
}

interface Tabs<T> {
  /** What both tabs had read. */
  readonly base: Entries<T>;
  readonly mine: Entries<T>;
  readonly theirs: Entries<T>;
}

/** Gone from one tab since `base` means removed there, unless the other has changed it since. */
export function mergeTabs<T extends Dated>(
  { base, mine, theirs }: Tabs<T>,
  both: (one: T, other: T) => T = newer,
): Record<string, T> {
  const merged: Record<string, T> = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [own, other, before] = [mine[key], theirs[key], base[key]];
    const left = own ?? other;
    if (own && other) merged[key] = both(own, other);
    else if (left && !(before && left.updatedAt <= before.updatedAt)) merged[key] = left;
  }
  return merged;
}
