export interface Semaphore {
  /** Waits for a slot; resolves to its release, which may be called more than once. Rejects when `signal` aborts the wait. */
  acquire(owner: string, signal?: AbortSignal): Promise<() => void>;
}

interface Waiter {
  readonly owner: string;
  readonly admit: () => void;
}

/** First come, first served, but an owner has at most one slot: the next in line is the first whose owner has none. */
export function createSemaphore(slots: number): Semaphore {
  const queue: Waiter[] = [];
  const owners = new Set<string>();
  const admitNext = (): void => {
    while (owners.size < slots) {
      const index = queue.findIndex(({ owner }) => !owners.has(owner));
      const [next] = index === -1 ? [] : queue.splice(index, 1);
      if (!next) return;
      owners.add(next.owner);
      next.admit();
    }
  };
  const releaseOf = (owner: string): (() => void) => {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      owners.delete(owner);
      admitNext();
    };
  };
  return {
    acquire: (owner, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const leave = (): void => {
          queue.splice(queue.indexOf(waiter), 1);
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          owner,
          admit: () => {
            signal?.removeEventListener('abort', leave);
            resolve(releaseOf(owner));
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        queue.push(waiter);
        admitNext();
      }),
  };
}
