/** Runs the tasks of each queue one after the other, even if one fails. */
export function createSerialQueue(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const result = (queues.get(key) ?? Promise.resolve()).then(task, task);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    queues.set(key, settled);
    void settled.then(() => {
      if (queues.get(key) === settled) queues.delete(key);
    });
    return result;
  };
}
