import type { Title } from '#data/catalog/title.ts';

export interface Arrival {
  readonly at: number;
  readonly titles: readonly Title[];
}

const SHOWN_AT_MOST = 35;

/**
 * Each title in one row only: the one whose answer came first keeps it, as nothing that is shown may vanish when another
 * row arrives.
 */
export function withoutRepeats(
  rows: readonly (Arrival | undefined)[],
): (readonly Title[] | undefined)[] {
  const taken = new Set<string>();
  const kept = new Map<number, readonly Title[]>();
  const arrived = rows.flatMap((row, index) => (row ? [{ ...row, index }] : []));
  for (const { titles, index } of arrived.toSorted((one, other) => one.at - other.at)) {
    const own = titles.filter((title) => !taken.has(keyOf(title))).slice(0, SHOWN_AT_MOST);
    for (const title of own) taken.add(keyOf(title));
    kept.set(index, own);
  }
  return rows.map((_, index) => kept.get(index));
}

const keyOf = ({ type, tmdbId }: Title): string => `${type} ${tmdbId}`;
