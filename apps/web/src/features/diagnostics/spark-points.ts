/** Where the line of `values` runs in a box of `width` x `height`: points of an SVG polyline, from the floor at 0 up. */
export function sparkPoints(values: readonly number[], [width, height]: readonly [number, number]) {
  const highest = Math.max(...values, 1);
  const step = width / Math.max(values.length - 1, 1);
  return values.map((value, at) => `${at * step},${height * (1 - value / highest)}`).join(' ');
}
