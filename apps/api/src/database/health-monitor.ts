// Finds out whether the database is there: asked to when something looks wrong, and then until it is back.
import { reason, classifyError } from './errors.ts';

export interface HealthMonitorOptions {
  /** Comes in and leaves again, with a time limit; rejects when that is not possible. */
  readonly probe: () => Promise<void>;
  readonly onDown: (failure: unknown) => void;
  readonly warn: (message: string) => void;
  /** From 0 to 1: replicas need not all come at once. */
  readonly random?: () => number;
  readonly probeEveryMs?: number;
}

export interface HealthMonitor {
  readonly isDown: () => boolean;
  /** It has answered somebody: whatever a visitor says who found no way in meanwhile, it is there. */
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

  /** Why it is not there; one that has no room for us, or is too busy to let us in, is. */
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
      if (isDown) warn('the database is back');
      isDown = isChecking = false;
      return;
    }
    next = setTimeout(() => void check(), probeEveryMs * (0.75 + random() / 2)).unref();
    if (isDown) return;
    isDown = true;
    warn(`the database is away: ${reason(failure)}`);
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
