export type Direction = 'up' | 'down' | 'left' | 'right';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Cost of sideways distance against distance ahead: the focus leaves a row only at its end. */
const ASIDE = { left: 30, right: 30, up: 0.25, down: 0.25 } as const;
const OFF_CENTER = 1 / 16;
const SLACK_PX = 2;

/** The index of the nearest box in that direction; undefined when there is none. */
export function nearest(
  from: Box,
  boxes: readonly Box[],
  direction: Direction,
): number | undefined {
  const scored = boxes
    .map((box, index) => ({
      index,
      cost: cost(turned(from, direction), turned(box, direction), ASIDE[direction]),
    }))
    .filter(({ cost: one }) => Number.isFinite(one));
  return scored.toSorted((one, other) => one.cost - other.cost)[0]?.index;
}

/** Rotates a box so that the direction points to the right. */
function turned({ left, top, right, bottom }: Box, direction: Direction): Box {
  switch (direction) {
    case 'right':
      return { left, top, right, bottom };
    case 'left':
      return { left: -right, top, right: -left, bottom };
    case 'down':
      return { left: top, top: left, right: bottom, bottom: right };
    case 'up':
      return { left: -bottom, top: left, right: -top, bottom: right };
  }
}

function cost(from: Box, box: Box, asideWeight: number): number {
  const ahead = box.left - from.right;
  if (ahead < -SLACK_PX) return Infinity;
  const aside = Math.max(0, box.top - from.bottom, from.top - box.bottom);
  const center = (from.top + from.bottom) / 2;
  const offCenter = Math.max(0, box.top - center, center - box.bottom);
  return Math.max(0, ahead) + aside * asideWeight + offCenter * OFF_CENTER;
}
