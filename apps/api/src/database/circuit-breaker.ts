// While the database is away nobody waits for it: what asks it fails at once, and says when to come back.
import {
  accountFull,
  isAccountFull,
  databaseAway,
  databaseBusy,
  diskFull,
  reason,
  classifyError,
} from './errors.ts';
import { createHealthMonitor, type HealthMonitorOptions } from './health-monitor.ts';

export interface CircuitBreakerOptions extends Omit<HealthMonitorOptions, 'onAway'> {
  /** Connections made before may lead nowhere. */
  readonly onAway: () => void;
  /** A statement failed because the disk is full. */
  readonly onDiskFull: (error: unknown) => void;
  readonly slowAfterMs?: number;
}

export interface CircuitBreaker {
  /** Does what asks the database, or rejects with `DatabaseAway`. */
  readonly guard: <T>(work: () => Promise<T>) => Promise<T>;
  /** The same for a statement in a transaction, which must reach its connection whatever is known. */
  readonly translate: <T>(work: Promise<T>) => Promise<T>;
  readonly stop: () => void;
}

interface Call {
  readonly since: number;
  readonly abandon: (error: Error) => void;
}

/** A packet that was dropped is told by nobody, so we look when somebody has waited as long as this. */
const SLOW_AFTER_MS = 1_000;

export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { warn, onAway, onDiskFull, slowAfterMs = SLOW_AFTER_MS } = options;
  // In the order of their beginnings: the first has waited longest.
  const calls = new Set<Call>();
  let watch: NodeJS.Timeout | undefined;

  const abandonAll = (failure: unknown): void => {
    for (const { abandon } of calls) abandon(databaseAway(failure));
    calls.clear();
    onAway();
  };
  const lookout = createHealthMonitor({ ...options, onAway: abandonAll });

  const lookForSlowness = (): void => {
    const [oldest] = calls;
    watch = oldest && setTimeout(lookForSlowness, slowAfterMs).unref();
    if (oldest && performance.now() - oldest.since >= slowAfterMs) lookout.suspect();
  };

  const translated = (error: unknown): unknown =>
    translate(error, { warn, onDiskFull, suspect: lookout.suspect });

  const guard = <T>(work: () => Promise<T>): Promise<T> => {
    if (lookout.isAway()) return Promise.reject(databaseAway());
    return new Promise<T>((resolve, reject) => {
      const call: Call = { since: performance.now(), abandon: reject };
      const end = (settle: () => void): void => {
        calls.delete(call);
        settle();
      };
      calls.add(call);
      watch ??= setTimeout(lookForSlowness, slowAfterMs).unref();
      work().then(
        (value) => {
          lookout.saw();
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
      lookout.stop();
      clearTimeout(watch);
    },
  };
}

interface Consequences extends Pick<CircuitBreakerOptions, 'warn' | 'onDiskFull'> {
  readonly suspect: () => void;
}

/** The error for the caller, after what follows from it for everybody. */
function translate(error: unknown, { warn, onDiskFull, suspect }: Consequences): unknown {
  if (isAccountFull(error)) return accountFull(error);
  switch (classifyError(error)) {
    case 'connection':
      suspect();
      return databaseAway(error);
    case 'disk-full':
      onDiskFull(error);
      return diskFull(error);
    case 'overload':
      warn(`the database is overloaded: ${reason(error)}`);
      return databaseBusy(error);
    case undefined:
      return error;
  }
}
