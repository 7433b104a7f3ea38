export interface RememberedOptions<T> {
  readonly load: () => Promise<T>;
  readonly now: () => number;
  readonly forMs: number;
  readonly warn: (message: string) => void;
}

export interface Remembered<T> {
  /** Undefined when it could never be loaded. */
  get(): Promise<T | undefined>;
  /** Asks again next time. */
  expire(): void;
}

/** An answer that is asked for once for all who want it, and again when it is old; until that works, the old one stands. */
export function createRemembered<T>(options: RememberedOptions<T>): Remembered<T> {
  const { load, now, forMs, warn } = options;
  let value: T | undefined;
  let loadedAt = -Infinity;
  let loading: Promise<void> | undefined;

  const refresh = async (): Promise<void> => {
    const startedAt = now();
    try {
      value = await load();
      loadedAt = startedAt;
    } catch (error) {
      warn(`what the metrics page shows is old: ${String(error)}`);
    } finally {
      loading = undefined;
    }
  };
  return {
    get: async () => {
      if (now() - loadedAt >= forMs) await (loading ??= refresh());
      return value;
    },
    expire: () => {
      loadedAt = -Infinity;
    },
  };
}
