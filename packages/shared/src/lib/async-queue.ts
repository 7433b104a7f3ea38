/** A queue with one reader. */
export interface AsyncQueue<T> {
  readonly push: (message: T) => void;
  /** Waits for the oldest message. Resolves to undefined after `withinMs`. */
  readonly next: (withinMs?: number) => Promise<T | undefined>;
}

export function createAsyncQueue<T>(): AsyncQueue<T> {
  const messages: T[] = [];
  let wake: (() => void) | undefined;
  return {
    push: (message) => {
      messages.push(message);
      wake?.();
    },
    next: async (withinMs = Number.POSITIVE_INFINITY) => {
      if (messages.length === 0) {
        await new Promise<void>((resolve) => {
          const timer = Number.isFinite(withinMs) ? setTimeout(resolve, withinMs) : undefined;
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      return messages.shift();
    },
  };
}
