/** Spreads calls over equal servers: a random first, then round and round; `order` lists all, the chosen one first. */
export interface Rotation {
  readonly order: <T>(list: readonly T[]) => T[];
}

export function createRotation(random: () => number): Rotation {
  let last: number | undefined;
  return {
    order: (list) => {
      if (list.length === 0) return [];
      const isFresh = last === undefined || last >= list.length;
      last = isFresh ? Math.floor(random() * list.length) : ((last ?? 0) + 1) % list.length;
      return [...list.slice(last), ...list.slice(0, last)];
    },
  };
}
