/** Looks things up by what their keys begin with, also where there are very many. */
export function createPrefixIndex<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): (start: string) => readonly T[] {
  const rows = items
    .map((item) => ({ key: keyOf(item), thing: item }))
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
    return rows.slice(low, end).map(({ thing: item }) => item);
  };
}
