/** The dark squares as one path, a square to a unit. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows
    .map((row, y) => {
      const line = row.map((isDark) => (isDark ? 'x' : ' ')).join('');
      return [...line.matchAll(/x+/g)]
        .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
        .join('');
    })
    .join('');
}
