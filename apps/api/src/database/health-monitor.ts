// Monitors the database: probes it when something looks wrong, then until it is back.
import { reason, classifyError } from './errors.ts';

export interface HealthMonitorOptions {
  /** Connects and disconnects, with a timeout; rejects if that fails. */
  readonly probe: () => Promise<void>;
  readonly onDown: (failure: unknown) => void;
  readonly warn: (message: string) => void;
  /** From 0 to 1; spreads the probes of replicas. */
  readonly random?: () => number;
  readonly probeEveryMs?: number;
}

export interface HealthMonitor {
  readonly isDown: () => boolean;
  /** Records a successful statement. A probe that fails at the same time does not count. */
  readonly markHealthy: () => void;
  /** Something looks wrong. */
  readonly checkNow: () => void;
  readonly stop: () => void;
}

const PROBE_EVERY_MS = 1_000;

export function createHealthMonitor(options: HealthMonitorOptions): HealthMonitor {
  const { probe, onDown, warn, random = Math.random, probeEveryMs = PROBE_EVERY_MS } = options;
  let isDown = false;
  let isChecking = false;
  let isStopped = false;
  let wasHealthy = false;
  let next: NodeJS.Timeout | undefined;

  /** Resolves to why the database is down. One that is only overloaded is up. */
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
      return;
    }
    next = setTimeout(() => void check(), probeEveryMs * (0.75 + random() / 2)).unref();
    if (isDown) return;
    isDown = true;
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
