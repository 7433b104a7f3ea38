// What the account server has not been told yet, in order; kept in the shape that clients of the family write.

export interface Queued {
  /** Decimal, and different in every tab. */
  readonly id: string;
}

interface Sides<T> {
  readonly base: readonly T[];
  readonly mine: readonly T[];
  readonly theirs: readonly T[];
}

/** `random` between 0 and 1. */
export function newId(random: () => number = Math.random): string {
  return String(Math.floor(random() * Number.MAX_SAFE_INTEGER));
}

/** Entries that either tab has sent are not sent again; what either tab added stays, in the order of the one that wrote. */
export function mergeQueues<T extends Queued>(
  { base, mine, theirs }: Sides<T>,
  enqueue: (queue: readonly T[], entry: T) => T[],
): T[] {
  const [own, other] = [idsOf(mine), idsOf(theirs)];
  const wereSent = new Set(
    base.filter(({ id }) => !own.has(id) || !other.has(id)).map(({ id }) => id),
  );
  const left = [...theirs, ...mine.filter(({ id }) => !other.has(id))];
  return left.filter(({ id }) => !wereSent.has(id)).reduce<T[]>(enqueue, []);
}

const idsOf = (queue: readonly Queued[]): ReadonlySet<string> => new Set(queue.map(({ id }) => id));
