// Finds out whether the database is there: asked to when something looks wrong, and then until it is back.
import { reason, classifyError } from './errors.ts';

export interface HealthMonitorOptions {
  /** Comes in and leaves again, with a time limit; rejects when that is not possible. */
  readonly visit: () => Promise<void>;
  readonly onAway: (failure: unknown) => void;
  readonly warn: (message: string) => void;
  /** From 0 to 1: replicas need not all come at once. */
  readonly random?: () => number;
  readonly visitEveryMs?: number;
}

export interface Lookout {
  readonly isAway: () => boolean;
  /** It has answered somebody: whatever a visitor says who found no way in meanwhile, it is there. */
  readonly saw: () => void;
  /** Something looks wrong. */
  readonly suspect: () => void;
  readonly stop: () => void;
}

const VISIT_EVERY_MS = 1_000;

export function createHealthMonitor(options: HealthMonitorOptions): Lookout {
  const { visit, onAway, warn, random = Math.random, visitEveryMs = VISIT_EVERY_MS } = options;
  let isAway = false;
  let isLooking = false;
  let isStopped = false;
  let isSeen = false;
  let next: NodeJS.Timeout | undefined;

  /** Why it is not there; one that has no room for us, or is too busy to let us in, is. */
  const missed = (): Promise<unknown> => {
    isSeen = false;
    return visit().then(
      () => undefined,
      (error: unknown) => (isSeen || classifyError(error) === 'overload' ? undefined : error),
    );
  };

  const look = async (): Promise<void> => {
    const failure = await missed();
    if (isStopped) return;
    if (failure === undefined) {
      if (isAway) warn('the database is back');
      isAway = isLooking = false;
      return;
    }
    next = setTimeout(() => void look(), visitEveryMs * (0.75 + random() / 2)).unref();
    if (isAway) return;
    isAway = true;
    warn(`the database is away: ${reason(failure)}`);
    onAway(failure);
  };

  return {
    isAway: () => isAway,
    saw: () => void (isSeen = true),
    suspect: () => {
      if (isLooking || isStopped) return;
      isLooking = true;
      void look();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(next);
    },
  };
}
