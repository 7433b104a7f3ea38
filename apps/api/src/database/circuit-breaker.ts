// Fails fast while the database is down. Callers get an error that says when to retry.
import { SpanKind } from '@opentelemetry/api';
import {
  accountFull,
  isAccountFull,
  databaseUnavailable,
  databaseOverloaded,
  diskFull,
  reason,
  classifyError,
} from './errors.ts';
import { countRetry, setDatabaseUp } from '#lib/measurements.ts';
import { traced } from '#lib/traced.ts';

export interface CircuitBreakerOptions extends Omit<HealthMonitorOptions, 'onAway'> {
  /** Called when the database goes down. Existing connections may be dead. */
  readonly onDown: () => void;
  /** Called when a statement fails because the disk is full. */
  readonly onDiskFull: (error: unknown) => void;
  readonly slowAfterMs?: number;
}

export interface CircuitBreaker {
  /** Runs `work`, or rejects with `DatabaseUnavailableError`. */
  readonly guard: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs a statement of a transaction. It reaches its connection even while the database is down. */
  readonly translate: <T>(work: Promise<T>) => Promise<T>;
  readonly stop: () => void;
}

interface Call {
  readonly since: number;
  readonly abandon: (error: Error) => void;
}

const DATABASE_SPAN = {
  kind: SpanKind.CLIENT,
  attributes: { 'db.system.name': 'postgresql' },
};

/** A call that lasts this long triggers a health check, because dropped packets cause no error. */
const SLOW_AFTER_MS = 1_000;

export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { warn, onDown, onDiskFull, slowAfterMs = SLOW_AFTER_MS } = options;
  // Sorted by start: the first call has waited longest.
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

  const guard = <T>(work: () => Promise<T>): Promise<T> =>
    traced('PostgreSQL', DATABASE_SPAN, () => guardNow(work));

  const guardNow = <T>(work: () => Promise<T>): Promise<T> => {
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

export interface HealthMonitorOptions {
  /** Connects and disconnects, with a timeout. Rejects if that fails. */
  readonly probe: () => Promise<void>;
  readonly onDown: (failure: unknown) => void;
  readonly warn: (message: string) => void;
  /** Returns 0 to 1. Spreads the probes of replicas. */
  readonly random?: () => number;
  readonly probeEveryMs?: number;
}

export interface HealthMonitor {
  readonly isDown: () => boolean;
  /** Records a successful statement. A concurrent failed probe is then ignored. */
  readonly markHealthy: () => void;
  /** Starts a probe immediately. Call it after signs of a failure. */
  readonly checkNow: () => void;
  readonly stop: () => void;
}

const PROBE_EVERY_MS = 1_000;

function createHealthMonitor(options: HealthMonitorOptions): HealthMonitor {
  const { probe, onDown, warn, random = Math.random, probeEveryMs = PROBE_EVERY_MS } = options;
  let isDown = false;
  let isChecking = false;
  let isStopped = false;
  let wasHealthy = false;
  setDatabaseUp(true);
  let next: NodeJS.Timeout | undefined;

  /** Resolves to the error if the database is down. An overloaded database counts as up. */
  const probeFailure = (): Promise<unknown> => {
    wasHealthy = false;
    return probe().then(
      () => undefined,
      (error: unknown) => (wasHealthy || classifyError(error) === 'overload' ? undefined : error),
    );
  };

  const check = async (): Promise<void> => {
    const failure = await probeFailure();
    if (isStopped) return;
    if (failure === undefined) {
      if (isDown) warn('the database is up again');
      isDown = isChecking = false;
      setDatabaseUp(true);
      return;
    }
    const retry = (): void => {
      countRetry('database connection');
      void check();
    };
    next = setTimeout(retry, probeEveryMs * (0.75 + random() / 2)).unref();
    if (isDown) return;
    isDown = true;
    setDatabaseUp(false);
    warn(`the database is down: ${reason(failure)}`);
    onDown(failure);
  };

  return {
    isDown: () => isDown,
    markHealthy: () => void (wasHealthy = true),
    checkNow: () => {
      if (isChecking || isStopped) return;
      isChecking = true;
      void check();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(next);
    },
  };
}
