// Which of several relays is asked, and who is next when it cannot be reached.
import { createHealth } from '#data/streams/proxies/health.ts';
import { createRotation } from '#data/streams/proxies/round-robin.ts';
import { RelayError } from './relay-error.ts';

/** What is tried on one relay. */
export type RelayRun<E> = (base: string) => AsyncIterable<E>;

const rotation = createRotation(Math.random);
const health = createHealth(Date.now);

/** Each in its turn; those that did not answer lately come last. */
export function inTurn(relays: readonly string[]): readonly string[] {
  return health.healthyFirst(rotation.order(relays));
}

/** A relay that cannot be reached passes the run on; one that has spoken keeps it, whatever becomes of it. */
export async function* overRelays<E>(
  relays: readonly string[],
  run: RelayRun<E>,
): AsyncGenerator<E, void> {
  let unreachable = new RelayError('unreachable', 'No scrape service is configured');
  for (const base of relays) {
    let hasSpoken = false;
    try {
      for await (const event of run(base)) {
        if (!hasSpoken) health.works(base);
        hasSpoken = true;
        yield event;
      }
      return;
    } catch (error) {
      if (hasSpoken || !(error instanceof RelayError) || error.failure !== 'unreachable') {
        throw error;
      }
      health.failed(base);
      unreachable = error;
    }
  }
  throw unreachable;
}
