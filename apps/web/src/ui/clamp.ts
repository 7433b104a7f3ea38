const MARGIN = 8;

/** Where something as long as `size` begins, so that it lies near `wanted` and wholly within `room`. */
export function clampInto(wanted: number, size: number, room: number): number {
  return Math.max(MARGIN, Math.min(wanted, room - size - MARGIN));
}
