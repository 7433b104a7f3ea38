export interface Particle {
  readonly kind: ParticleKind;
  readonly size: number;
  readonly x: number;
  readonly y: number;
  /** Pixels per tick. */
  readonly dx: number;
  readonly dy: number;
  /** Ticks. */
  readonly life: number;
}

const TICKS_PER_SECOND = 120;

const FISH_LIFE = 1_800;

/** Starts in the middle half of the beam, which is `width` pixels wide. */
export function createParticle(kind: ParticleKind, width: number, random: () => number): Particle {
  const between = (from: number, to: number): number => from + random() * (to - from);
  const speed = between(0.02, 0.1);
  const isFish = kind.shape === 'fish';
  const angle = isFish ? fishAngle(random) : between(Math.PI / 4, (Math.PI * 3) / 4);
  return {
    kind,
    size: between(...kind.sizes),
    x: between(width / 4, (width * 3) / 4),
    y: between(5, 105),
    dx: Math.cos(angle) * speed,
    dy: Math.sin(angle) * speed,
    life: isFish ? FISH_LIFE : between(180, 1_980),
  };
}

const fishAngle = (random: () => number): number => (random() < 0.5 ? 0 : Math.PI);

export const lifeMs = ({ life }: Particle): number => (life / TICKS_PER_SECOND) * 1_000;

/** Approximates the parabolic opacity. */
const KEYFRAMES = 8;

/** Keyframes of the entire life, so that the animation needs no script. */
export function framesOf({ kind, x, y, dx, dy, life }: Particle): Keyframe[] {
  const mirror = kind.shape === 'fish' && dx < 0 ? ' scaleX(-1)' : '';
  return Array.from({ length: KEYFRAMES + 1 }, (_, index) => {
    const progress = index / KEYFRAMES;
    const [left, top] = [x + dx * life * progress, y + dy * life * progress];
    return {
      transform: `translate(${left.toFixed(2)}px, ${top.toFixed(2)}px)${mirror}`,
      opacity: opacityAt(progress),
    };
  });
}

/** A parabola: 0 at both ends, 0.8 in the middle. */
const opacityAt = (progress: number): number => 4 * (progress - progress ** 2) * 0.8;

export type ShapeName = 'speck' | 'snowflake' | 'santa' | 'ghost' | 'pumpkin' | 'leaf' | 'fish';

export interface ParticleKind {
  readonly shape: ShapeName;
  /** Smallest and largest size in pixels. */
  readonly sizes: readonly [number, number];
}

const SPECKS: readonly ParticleKind[] = [{ shape: 'speck', sizes: [1, 1] }];
const FISH: ParticleKind = { shape: 'fish', sizes: [10, 11] };
const FISH_PROBABILITY = 1 / 600;

const DAYS: readonly {
  readonly month: number;
  readonly days: readonly [number, number];
  readonly kinds: readonly ParticleKind[];
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

/** Days are in local time. */
function kindsOf(now: Date): readonly ParticleKind[] {
  const [month, day] = [now.getMonth() + 1, now.getDate()];
  const special = DAYS.find(
    ({ month: of, days: [first, last] }) => of === month && day >= first && day <= last,
  );
  return special?.kinds ?? SPECKS;
}

/** One kind for each of `count` particles; rarely, half of them are fish. */
export function chooseKinds(
  now: Date,
  count: number,
  random: () => number,
): readonly ParticleKind[] {
  const kinds = kindsOf(now);
  const hasFish = random() < FISH_PROBABILITY;
  return Array.from({ length: count }, (_, index) =>
    hasFish && index < count / 2 ? FISH : (kinds[index % kinds.length] ?? FISH),
  );
}
