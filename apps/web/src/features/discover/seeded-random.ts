/** Numbers from 0 to 1, the same ones for the same seed: what was drawn stays drawn while a visit lasts. */
export function createChance(seed: string): () => number {
  let state = 2_166_136_261;
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffled<T>(items: readonly T[], chance: () => number): T[] {
  return items
    .map((item) => ({ item, at: chance() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
