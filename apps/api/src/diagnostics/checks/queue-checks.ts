import { queueStates, type QueueFacts } from '#lib/measurements.ts';
import type { Finding, ServerCheck } from './run-checks.ts';

/** No task takes this long unless its queue is stuck. */
const STUCK_MS = 60_000;
const SLOW_MS = 5_000;
const RECENT_MS = 10 * 60_000;

/** Checks each queue of this replica with the values of `/metrics`. */
export const queueChecks = (states = queueStates): readonly ServerCheck[] =>
  states()
    // Leave out the queue of the checks, which a run of the checks fills.
    .filter(({ queue }) => queue !== 'checks')
    .map(({ queue }) => ({
      check: 'queues',
      subject: queue,
      name: queue,
      run: async () => findingOf(states().find((state) => state.queue === queue)),
    }));

function findingOf(state: QueueFacts | undefined): Finding {
  const { waiting = 0, running = 0, rejected = 0, oldestMs = 0 } = state ?? {};
  const facts = { waiting, running, rejected, oldestMs };
  if (oldestMs >= STUCK_MS) return { code: 'queueStuck', facts };
  const isRejecting = rejected > 0 && (state?.rejectedAgoMs ?? Infinity) < RECENT_MS;
  return { code: isRejecting || oldestMs >= SLOW_MS ? 'queueFull' : 'queueOk', facts };
}
