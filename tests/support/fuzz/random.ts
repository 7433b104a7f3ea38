/** Numbers from a seed (mulberry32): a failed run can be repeated. */
export interface Random {
  /** Returns 0 up to 1. */
  next(): number;
  /** An integer below `limit`. */
  below(limit: number): number;
  pick<T>(values: readonly T[]): T;
  /** True in `share` of all cases. */
  chance(share: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (values) => values[below(values.length)]!,
    chance: (share) => next() < share,
  };
}
