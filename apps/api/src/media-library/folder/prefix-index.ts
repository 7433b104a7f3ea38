/** Looks things up by what their keys begin with, also where there are very many. */
export function startingWith<T>(
  things: readonly T[],
  keyOf: (thing: T) => string,
): (start: string) => readonly T[] {
  const rows = things
    .map((thing) => ({ key: keyOf(thing), thing }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));

  return (start) => {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rows[middle]?.key ?? '') < start) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (rows[end]?.key.startsWith(start)) end += 1;
    return rows.slice(low, end).map(({ thing }) => thing);
  };
}
