// What drifts through the light on which day.

export type ShapeName = 'speck' | 'snowflake' | 'santa' | 'ghost' | 'pumpkin' | 'leaf' | 'fish';

export interface Kind {
  readonly shape: ShapeName;
  /** Pixels, from the smallest to the largest. */
  readonly sizes: readonly [number, number];
}

const SPECKS: readonly Kind[] = [{ shape: 'speck', sizes: [1, 1] }];
const FISH: Kind = { shape: 'fish', sizes: [10, 11] };
const FISH_CHANCE = 1 / 600;

const DAYS: readonly {
  readonly month: number;
  readonly days: readonly [number, number];
  readonly kinds: readonly Kind[];
}[] = [
  {
    month: 12,
    days: [24, 26],
    kinds: [
      { shape: 'snowflake', sizes: [4, 15] },
      { shape: 'santa', sizes: [15, 30] },
    ],
  },
  {
    month: 10,
    days: [29, 31],
    kinds: [
      { shape: 'ghost', sizes: [20, 33] },
      { shape: 'pumpkin', sizes: [25, 35] },
    ],
  },
  { month: 4, days: [20, 20], kinds: [{ shape: 'leaf', sizes: [32, 40] }] },
];

/** By the viewer's own clock. */
function kindsOf(now: Date): readonly Kind[] {
  const [month, day] = [now.getMonth() + 1, now.getDate()];
  const special = DAYS.find(
    ({ month: of, days: [first, last] }) => of === month && day >= first && day <= last,
  );
  return special?.kinds ?? SPECKS;
}

/** One kind for each of `count` particles. Once in a long while half of them are fish. */
export function chooseKinds(now: Date, count: number, random: () => number): readonly Kind[] {
  const kinds = kindsOf(now);
  const hasFish = random() < FISH_CHANCE;
  return Array.from({ length: count }, (_, index) =>
    hasFish && index < count / 2 ? FISH : (kinds[index % kinds.length] ?? FISH),
  );
}
