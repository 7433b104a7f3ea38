import { TimeoutError } from './errors.ts';

/** Runs a task that ends by itself, by the time limit or by its caller, even when the task ignores its signal. */
export async function withinTime<T>(
  limit: { readonly ms: number; readonly signal: AbortSignal; readonly message: string },
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  limit.signal.throwIfAborted();
  const own = new AbortController();
  const leave = () => own.abort(limit.signal.reason);
  limit.signal.addEventListener('abort', leave, { once: true });
  const timer = setTimeout(() => own.abort(new TimeoutError(limit.message)), limit.ms);
  try {
    return await Promise.race([task(own.signal), rejectOnAbort(own.signal)]);
  } finally {
    clearTimeout(timer);
    limit.signal.removeEventListener('abort', leave);
    // What the task left running (a probe nobody waits for any more) ends with it.
    own.abort();
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
