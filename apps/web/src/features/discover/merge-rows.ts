import type { Title } from '#data/catalog/title.ts';
import { createChance, shuffled } from './seeded-random.ts';
import { SLOTS } from './row-definitions.ts';
import type { Visit } from './discover-store.ts';
import { withoutRepeats } from './dedupe-rows.ts';

/** What has been answered to a row, and when. */
export interface Answer {
  readonly data: readonly Title[] | undefined;
  readonly dataUpdatedAt: number;
}

/** Which titles each row shows, in the order of `SLOTS`; what has not been answered yet shows none. */
export function titlesOfRows(
  answers: readonly (Answer | undefined)[],
  { seed }: Visit,
): (readonly Title[] | undefined)[] {
  return withoutRepeats(
    SLOTS.map(({ by, id }, index) => {
      const { data, dataUpdatedAt: at = 0 } = answers[index] ?? {};
      // The collection comes with its best known first.
      const titles = data && (by === 'collection' ? data : mixed(data, `${seed} ${id}`));
      return titles && { at, titles };
    }),
  );
}

/** In another order on each visit; what has no picture comes last. */
function mixed(titles: readonly Title[], seed: string): Title[] {
  const order = shuffled(titles, createChance(seed));
  return [
    ...order.filter(({ poster }) => poster !== undefined),
    ...order.filter(({ poster }) => poster === undefined),
  ];
}
