// One thing in the light: where it begins, how it moves, how it fades in and out.
import type { Kind } from './seasonal-shapes.ts';

export interface Particle {
  readonly kind: Kind;
  readonly size: number;
  readonly x: number;
  readonly y: number;
  /** Pixels a tick. */
  readonly dx: number;
  readonly dy: number;
  /** Ticks. */
  readonly life: number;
}

const TICKS_PER_SECOND = 120;

const FISH_LIFE = 1_800;

/** `width` of the light; most of the light is in its middle half. */
export function createParticle(kind: Kind, width: number, random: () => number): Particle {
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

/** Enough for what grows and fades along a curve. */
const FRAMES = 8;

/** From its beginning to its end, for the browser to go through: no code of ours runs meanwhile. */
export function framesOf({ kind, x, y, dx, dy, life }: Particle): Keyframe[] {
  const face = kind.shape === 'fish' && dx < 0 ? ' scaleX(-1)' : '';
  return Array.from({ length: FRAMES + 1 }, (_, index) => {
    const part = index / FRAMES;
    const [left, top] = [x + dx * life * part, y + dy * life * part];
    return {
      transform: `translate(${left.toFixed(2)}px, ${top.toFixed(2)}px)${face}`,
      opacity: opacityAt(part),
    };
  });
}

/** Nothing, then all of it in the middle of its life, then nothing. */
const opacityAt = (part: number): number => 4 * (part - part ** 2) * 0.8;
