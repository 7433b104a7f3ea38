export interface Visitor {
  readonly weight: number;
  /** Of one owner only one is inside at a time, so that nobody fills the place alone. */
  readonly owner: string;
}

export interface Turnstile {
  /** Waits for the turn; gives the way out, which may be taken more than once. Rejects when the signal ends the wait. */
  enter(visitor: Visitor, signal: AbortSignal): Promise<() => void>;
}

interface Waiting extends Visitor {
  readonly admit: () => void;
}

/** Lets in, in the order of arrival, what weighs no more than `capacity` together; what alone weighs more goes alone. */
export function createTurnstile(capacity: number): Turnstile {
  const queue: Waiting[] = [];
  const owners = new Set<string>();
  let inside = 0;
  const admitAll = (): void => {
    for (;;) {
      const at = queue.findIndex(({ owner }) => !owners.has(owner));
      const next = queue[at];
      if (!next || (inside > 0 && inside + next.weight > capacity)) return;
      queue.splice(at, 1);
      owners.add(next.owner);
      inside += next.weight;
      next.admit();
    }
  };
  const wayOut = ({ weight, owner }: Visitor): (() => void) => {
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      owners.delete(owner);
      inside -= weight;
      admitAll();
    };
  };
  return {
    enter: (visitor, signal) =>
      new Promise((resolve, reject) => {
        const leaveQueue = (): void => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal.reason);
          // Whoever stood behind something heavy may fit in.
          admitAll();
        };
        const waiting: Waiting = {
          ...visitor,
          admit: () => {
            signal.removeEventListener('abort', leaveQueue);
            resolve(wayOut(visitor));
          },
        };
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener('abort', leaveQueue, { once: true });
        queue.push(waiting);
        admitAll();
      }),
  };
}
