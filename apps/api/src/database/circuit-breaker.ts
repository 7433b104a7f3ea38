// Fails fast while the database is down: callers get an error that says when to retry.
import {
  accountFull,
  isAccountFull,
  databaseUnavailable,
  databaseOverloaded,
  diskFull,
  reason,
  classifyError,
} from './errors.ts';
import { createHealthMonitor, type HealthMonitorOptions } from './health-monitor.ts';

export interface CircuitBreakerOptions extends Omit<HealthMonitorOptions, 'onAway'> {
  /** Connections made before may lead nowhere. */
  readonly onDown: () => void;
  /** A statement failed because the disk is full. */
  readonly onDiskFull: (error: unknown) => void;
  readonly slowAfterMs?: number;
}

export interface CircuitBreaker {
  /** Runs `work`, or rejects with `DatabaseUnavailableError`. */
  readonly guard: <T>(work: () => Promise<T>) => Promise<T>;
  /** For a statement inside a transaction, which must reach its connection in any state. */
  readonly translate: <T>(work: Promise<T>) => Promise<T>;
  readonly stop: () => void;
}

interface Call {
  readonly since: number;
  readonly abandon: (error: Error) => void;
}

/** Dropped packets cause no error, so a call that lasts this long triggers a health check. */
const SLOW_AFTER_MS = 1_000;

export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { warn, onDown, onDiskFull, slowAfterMs = SLOW_AFTER_MS } = options;
  // In the order of their beginnings: the first has waited longest.
  const calls = new Set<Call>();
  let timer: NodeJS.Timeout | undefined;

  const abandonAll = (failure: unknown): void => {
    for (const { abandon } of calls) abandon(databaseUnavailable(failure));
    calls.clear();
    onDown();
  };
  const monitor = createHealthMonitor({ ...options, onDown: abandonAll });

  const checkForSlowCalls = (): void => {
    const [oldest] = calls;
    timer = oldest && setTimeout(checkForSlowCalls, slowAfterMs).unref();
    if (oldest && performance.now() - oldest.since >= slowAfterMs) monitor.checkNow();
  };

  const translated = (error: unknown): unknown =>
    translateError(error, { warn, onDiskFull, checkNow: monitor.checkNow });

  const guard = <T>(work: () => Promise<T>): Promise<T> => {
    if (monitor.isDown()) return Promise.reject(databaseUnavailable());
    return new Promise<T>((resolve, reject) => {
      const call: Call = { since: performance.now(), abandon: reject };
      const end = (settle: () => void): void => {
        calls.delete(call);
        settle();
      };
      calls.add(call);
      timer ??= setTimeout(checkForSlowCalls, slowAfterMs).unref();
      work().then(
        (value) => {
          monitor.markHealthy();
          end(() => resolve(value));
        },
        (error: unknown) => end(() => reject(translated(error))),
      );
    });
  };

  return {
    guard,
    translate: (work) =>
      work.catch((error: unknown) => {
        throw translated(error);
      }),
    stop: () => {
      monitor.stop();
      clearTimeout(timer);
    },
  };
}

interface ErrorHandlers extends Pick<CircuitBreakerOptions, 'warn' | 'onDiskFull'> {
  readonly checkNow: () => void;
}

/** Maps an error for the caller, after reporting it to the handlers. */
function translateError(error: unknown, { warn, onDiskFull, checkNow }: ErrorHandlers): unknown {
  if (isAccountFull(error)) return accountFull(error);
  switch (classifyError(error)) {
    case 'connection':
      checkNow();
      return databaseUnavailable(error);
    case 'disk-full':
      onDiskFull(error);
      return diskFull(error);
    case 'overload':
      warn(`the database is overloaded: ${reason(error)}`);
      return databaseOverloaded(error);
    case undefined:
      return error;
  }
}
