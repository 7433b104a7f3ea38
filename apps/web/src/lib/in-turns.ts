import { nextTurn } from './next-turn.ts';

/** After which the page gets its turn: short of the 50 ms from which on people notice. */
const TURN_MS = 20;

/** Like `flatMap`, for so many that the page would stand still meanwhile. */
export async function flatMapInTurns<T, R>(
  all: readonly T[],
  change: (one: T) => readonly R[],
): Promise<R[]> {
  const changed: R[] = [];
  let endsAt = performance.now() + TURN_MS;
  for (const one of all) {
    changed.push(...change(one));
    if (performance.now() < endsAt) continue;
    await nextTurn();
    endsAt = performance.now() + TURN_MS;
  }
  return changed;
}
