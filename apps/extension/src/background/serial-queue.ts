/** One after another in each lane, whatever becomes of the one before. */
export function createSerialQueue(): <T>(lane: string, task: () => Promise<T>) => Promise<T> {
  const lanes = new Map<string, Promise<unknown>>();
  return (lane, task) => {
    const turn = (lanes.get(lane) ?? Promise.resolve()).then(task, task);
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    lanes.set(lane, settled);
    void settled.then(() => {
      if (lanes.get(lane) === settled) lanes.delete(lane);
    });
    return turn;
  };
}
