import type { Socket } from 'node:net';
import { badRequest } from './api-error.ts';
import { measureQueue } from '#lib/measurements.ts';

export interface Semaphore {
  /**
   * Resolves to a function that releases the slot and may be called repeatedly. Rejects when `signal` aborts the wait.
   */
  acquire(owner: string, signal?: AbortSignal): Promise<() => void>;
}

interface Waiter {
  readonly owner: string;
  readonly admit: () => void;
}

/**
 * Assigns slots in order of requests. An owner has at most `perOwner` slots. Later owners overtake an owner at its
 * limit. `name`: the name in metrics.
 */
export function createSemaphore(name: string, slots: number, perOwner = 1): Semaphore {
  const measured = measureQueue(name);
  const queue: Waiter[] = [];
  const heldBy = new Map<string, number>();
  let held = 0;
  const hold = (owner: string, change: 1 | -1): void => {
    const count = (heldBy.get(owner) ?? 0) + change;
    if (count > 0) heldBy.set(owner, count);
    else heldBy.delete(owner);
    held += change;
    measured.run(change);
  };
  const admitNext = (): void => {
    while (held < slots) {
      const index = queue.findIndex(({ owner }) => (heldBy.get(owner) ?? 0) < perOwner);
      const [next] = index === -1 ? [] : queue.splice(index, 1);
      if (!next) return;
      hold(next.owner, 1);
      next.admit();
    }
  };
  const releaseOf = (owner: string): (() => void) => {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      hold(owner, -1);
      admitNext();
    };
  };
  return {
    acquire: (owner, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const endWait = measured.wait();
        const leave = (): void => {
          queue.splice(queue.indexOf(waiter), 1);
          endWait();
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          owner,
          admit: () => {
            endWait();
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

/** Rejects if the client disconnects first, even before the call. */
export async function whileConnected<T>(
  socket: Socket,
  wait: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const leaving = new AbortController();
  const leave = (): void => leaving.abort(badRequest('The request was aborted.'));
  if (socket.destroyed) leave();
  socket.once('close', leave);
  try {
    return await wait(leaving.signal);
  } finally {
    socket.off('close', leave);
  }
}
