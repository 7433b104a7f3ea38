// One thing in the light: where it begins, how it moves, how it fades in and out.
import type { Kind } from './season.ts';

export interface Particle {
  readonly kind: Kind;
  readonly size: number;
  x: number;
  y: number;
  /** Pixels a tick. */
  readonly dx: number;
  readonly dy: number;
  /** Ticks. */
  age: number;
  readonly life: number;
}

export const TICKS_PER_SECOND = 120;

const FISH_LIFE = 1_800;

/** `width` of the canvas; most of the light is in its middle half. */
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
    age: 0,
    life: isFish ? FISH_LIFE : between(180, 1_980),
  };
}

const fishAngle = (random: () => number): number => (random() < 0.5 ? 0 : Math.PI);

export function moveOn(particle: Particle, ticks: number): void {
  particle.age += ticks;
  particle.x += particle.dx * ticks;
  particle.y += particle.dy * ticks;
}

export function hasEnded({ age, life }: Particle): boolean {
  return age >= life;
}

/** Nothing, then all of it in the middle of its life, then nothing. */
export function opacityOf({ age, life }: Particle): number {
  const part = Math.min(1, age / life);
  return 4 * (part - part ** 2) * 0.8;
}
