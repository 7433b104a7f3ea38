import type { Title } from '#data/catalog/title.ts';
import type { DiscoverState } from './discover-store.ts';
import { ROWS } from './row-definitions.ts';
import { seededRandom, shuffled } from './seeded-random.ts';

export interface RowData {
  readonly data: readonly Title[] | undefined;
  readonly dataUpdatedAt: number;
}

/** The titles of each row, in the order of `ROWS`; undefined while a row has no data. */
export function titlesOfRows(
  rows: readonly (RowData | undefined)[],
  { seed }: DiscoverState,
): (readonly Title[] | undefined)[] {
  return withoutRepeats(
    ROWS.map(({ by, id }, index) => {
      const { data, dataUpdatedAt: loadedAt = 0 } = rows[index] ?? {};
      // The starter catalogue is sorted by popularity.
      const titles = data && (by === 'collection' ? data : shuffledRow(data, `${seed} ${id}`));
      return titles && { loadedAt, titles };
    }),
  );
}

/** Shuffles the row by the seed; titles without a poster come last. */
function shuffledRow(titles: readonly Title[], seed: string): Title[] {
  const order = shuffled(titles, seededRandom(seed));
  return [
    ...order.filter(({ poster }) => poster !== undefined),
    ...order.filter(({ poster }) => poster === undefined),
  ];
}

interface LoadedRow {
  readonly loadedAt: number;
  readonly titles: readonly Title[];
}

const MAX_TITLES = 35;

/** Shows each title in the row that loaded first, so that a later row never takes away a visible card. */
export function withoutRepeats(
  rows: readonly (LoadedRow | undefined)[],
): (readonly Title[] | undefined)[] {
  const shown = new Set<string>();
  const result = new Map<number, readonly Title[]>();
  const loaded = rows.flatMap((row, index) => (row ? [{ ...row, index }] : []));
  for (const { titles, index } of loaded.toSorted((one, other) => one.loadedAt - other.loadedAt)) {
    const unique = titles.filter((title) => !shown.has(keyOf(title))).slice(0, MAX_TITLES);
    for (const title of unique) shown.add(keyOf(title));
    result.set(index, unique);
  }
  return rows.map((_, index) => result.get(index));
}

const keyOf = ({ type, tmdbId }: Title): string => `${type} ${tmdbId}`;
