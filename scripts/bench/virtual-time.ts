// The clock of a simulation: `setTimeout` and `clearTimeout` go by it, and it stands still while anything else can happen.
import { setImmediate as turn } from 'node:timers/promises';

export interface VirtualTime {
  /** Milliseconds since the simulation began. */
  readonly now: () => number;
  /** Until nobody waits any more. */
  readonly run: () => Promise<void>;
}

interface Alarm {
  readonly at: number;
  readonly order: number;
  readonly ring: () => void;
}

/** From here on all timers of this process are virtual. */
export function createVirtualTime(): VirtualTime {
  const heap: Alarm[] = [];
  const waiting = new Map<number, Alarm>();
  let now = 0;
  let orders = 0;

  const setVirtual = (ring: () => void, ms = 0): number => {
    orders += 1;
    const alarm = { at: now + Math.max(0, ms), order: orders, ring };
    waiting.set(alarm.order, alarm);
    push(heap, alarm);
    return alarm.order;
  };
  const clearVirtual = (order: unknown): void => {
    if (typeof order === 'number') waiting.delete(order);
  };
  Object.assign(globalThis, { setTimeout: setVirtual, clearTimeout: clearVirtual });

  return {
    now: () => now,
    run: async () => {
      await turn();
      for (let alarm = pop(heap); alarm; alarm = pop(heap)) {
        if (!waiting.delete(alarm.order)) continue;
        now = alarm.at;
        alarm.ring();
        await turn();
      }
    },
  };
}

const isSooner = (a: Alarm, b: Alarm): boolean => (a.at === b.at ? a.order < b.order : a.at < b.at);

function push(heap: Alarm[], alarm: Alarm): void {
  let at = heap.length;
  heap.push(alarm);
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above];
    if (!parent || !isSooner(alarm, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = alarm;
}

function pop(heap: Alarm[]): Alarm | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (!first || !last || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    const isRight = left !== undefined && right !== undefined && isSooner(right, left);
    const child = isRight ? right : left;
    if (!child || !isSooner(child, last)) break;
    heap[at] = child;
    at = 2 * at + (isRight ? 2 : 1);
  }
  heap[at] = last;
  return first;
}
