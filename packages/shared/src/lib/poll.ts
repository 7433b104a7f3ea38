export interface PollOptions {
  readonly task: (signal: AbortSignal) => Promise<unknown>;
  /** Returns the delay before the next run. `failures`: the number of failures since the last success. */
  readonly delayMs: (failures: number) => number;
  /** The delay before the first run. Default: none. */
  readonly firstDelayMs?: number;
  readonly onFailure: (error: unknown) => void;
  /** Called on the first success after failures. */
  readonly onRecovery?: () => void;
  /** Called before each run that follows a failed one. */
  readonly onRetry?: () => void;
}

/** Repeats a task until aborted, without concurrent runs. Resolves when the last run has ended. */
export async function poll(options: PollOptions, signal: AbortSignal): Promise<void> {
  const { task, delayMs, firstDelayMs = 0, onFailure, onRecovery, onRetry } = options;
  let failures = 0;
  if (firstDelayMs > 0) await sleep(firstDelayMs, signal);
  while (!signal.aborted) {
    if (failures > 0) onRetry?.();
    try {
      await task(signal);
      if (failures > 0) onRecovery?.();
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      onFailure(error);
    }
    await sleep(delayMs(failures), signal);
  }
}

/** Resolves early when aborted. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}

export interface PolledValueOptions<T> extends Pick<
  PollOptions,
  'onFailure' | 'onRecovery' | 'onRetry'
> {
  readonly load: (signal: AbortSignal) => Promise<T>;
  readonly everyMs: number;
  /** The delay after a failure, doubled each time up to `maxRetryMs`, which is `everyMs` by default. */
  readonly retryMs: number;
  readonly maxRetryMs?: number;
  /** Returns 0 to 1. Spreads the loads of replicas that started together. */
  readonly random?: () => number;
}

export interface PolledValue<T> {
  /** Returns undefined before the first load. A later failure keeps the value. */
  readonly current: () => T | undefined;
  /** Loads immediately. Callers share one load. */
  readonly refresh: () => Promise<T>;
  /** Resolves to the current value, or to the first load's. Aborting doesn't cancel the shared load. */
  readonly ready: (signal: AbortSignal) => Promise<T>;
  /** Loads immediately and regularly. Returns a function that stops it permanently and aborts a running load. */
  readonly start: () => () => Promise<void>;
}

/** Creates a cached value that is reloaded regularly. */
export function createPolledValue<T>(options: PolledValueOptions<T>): PolledValue<T> {
  const { load, everyMs, retryMs, maxRetryMs = everyMs, random = () => 0.5 } = options;
  const stopping = new AbortController();
  let current: T | undefined;
  let loading: Promise<T> | undefined;

  const loadOnce = async (): Promise<T> => {
    try {
      return (current = await load(stopping.signal));
    } finally {
      loading = undefined;
    }
  };
  const refresh = (): Promise<T> => (loading ??= loadOnce());
  const delayMs = (failures: number): number => {
    const ms = failures === 0 ? everyMs : Math.min(retryMs * 2 ** (failures - 1), maxRetryMs);
    return ms * (0.75 + random() / 2);
  };

  return {
    current: () => current,
    refresh,
    ready: async (signal) => current ?? untilAborted(refresh(), signal),
    start: () => {
      const { onFailure, onRecovery, onRetry } = options;
      const reports = { onFailure, ...(onRecovery && { onRecovery }), ...(onRetry && { onRetry }) };
      const ended = poll({ task: refresh, delayMs, ...reports }, stopping.signal);
      return () => {
        stopping.abort();
        return ended;
      };
    },
  };
}

/** Rejects when aborted, without canceling the shared promise. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
