// Health checks are frequent and come from anywhere. Callers share one check, cached for a second.

export interface CachedCheckOptions<T> {
  readonly check: () => Promise<T>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly cacheMs?: number;
}

const CACHE_MS = 1_000;

/** Single flight with a cache. A failed check is not cached. */
export function cacheCheck<T>({ check, now, cacheMs = CACHE_MS }: CachedCheckOptions<T>) {
  let running: Promise<T> | undefined;
  let cached: { readonly result: T; readonly at: number } | undefined;

  const run = async (): Promise<T> => {
    try {
      const result = await check();
      cached = { result, at: now() };
      return result;
    } finally {
      running = undefined;
    }
  };

  return (): Promise<T> => {
    if (cached && now() - cached.at < cacheMs) return Promise.resolve(cached.result);
    return (running ??= run());
  };
}
