/** Lets the browser render and handle input before the caller continues. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

/** Well below the 50 ms from which a task delays input noticeably. */
const TASK_MS = 20;

/** Like `flatMap`, in tasks of about 20 ms. */
export async function flatMapYielding<T, R>(
  all: readonly T[],
  change: (one: T) => readonly R[],
): Promise<R[]> {
  const changed: R[] = [];
  let endsAt = performance.now() + TASK_MS;
  for (const one of all) {
    changed.push(...change(one));
    if (performance.now() < endsAt) continue;
    await yieldToMain();
    endsAt = performance.now() + TASK_MS;
  }
  return changed;
}

/** Safari lacks requestIdleCallback: there it always takes `timeoutMs`. */
export function whenIdle(work: () => void, timeoutMs = 1_000): void {
  if ('requestIdleCallback' in globalThis)
    globalThis.requestIdleCallback(work, { timeout: timeoutMs });
  else setTimeout(work, timeoutMs);
}

/** Rejects with the signal's reason when the signal aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
