// Where a title goes in a list of ids.

/** `id` at `place`, the others in their order. */
export function placed(ids: readonly string[], id: string, place: number): readonly string[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(Math.max(0, Math.min(place, others.length)), 0, id);
}

interface Grid {
  readonly columns: number;
  readonly direction: string;
}

/** How many places an arrow key goes; undefined for any other key. */
export function stepOf(key: string, { columns, direction }: Grid): number | undefined {
  const onwards = direction === 'rtl' ? -1 : 1;
  const steps = new Map([
    ['ArrowRight', onwards],
    ['ArrowLeft', -onwards],
    ['ArrowDown', columns],
    ['ArrowUp', -columns],
  ]);
  return steps.get(key);
}

/** What stands behind `id`; undefined when nothing does. */
export function follower(ids: readonly string[], id: string): string | undefined {
  return ids[ids.indexOf(id) + 1];
}
