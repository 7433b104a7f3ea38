export interface Upkeep {
  readonly refresh: () => Promise<unknown>;
  readonly everyMs: number;
  /** After a failure, doubled each time up to `everyMs`. */
  readonly retryMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** Refreshes now and again and again until it is aborted. */
export function keepFresh(
  { refresh, everyMs, retryMs, onFailure }: Upkeep,
  signal: AbortSignal,
): void {
  let nextRetryMs = retryMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (ms: number): void => {
    if (!signal.aborted) timer = setTimeout(round, ms);
  };
  const round = (): void => {
    refresh().then(
      () => {
        nextRetryMs = retryMs;
        later(everyMs);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        onFailure(error);
        later(nextRetryMs);
        nextRetryMs = Math.min(nextRetryMs * 2, everyMs);
      },
    );
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  if (!signal.aborted) round();
}

/** For what goes on for others too: whoever leaves stops waiting, and stops nothing else. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
