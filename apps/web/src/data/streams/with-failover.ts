// Runs a scrape on the next relay where one cannot be reached.
import { createHealth, createRotation } from '#data/streams/proxies/server-rotation.ts';
import { RelayError } from './relay-error.ts';

export type RelayRun<E> = (base: string) => AsyncIterable<E>;

const rotation = createRotation(Math.random);
const health = createHealth(Date.now);

/** Round robin; relays that failed lately come last. */
export function relayOrder(relays: readonly string[]): readonly string[] {
  return health.healthyFirst(rotation.order(relays));
}

/** A relay that has sent an event keeps the run, even when it fails later. */
export async function* withFailover<E>(
  relays: readonly string[],
  run: RelayRun<E>,
): AsyncGenerator<E, void> {
  let unreachable = new RelayError('unreachable', 'No scrape service is configured');
  for (const base of relays) {
    let hasStarted = false;
    try {
      for await (const event of run(base)) {
        if (!hasStarted) health.works(base);
        hasStarted = true;
        yield event;
      }
      return;
    } catch (error) {
      if (hasStarted || !(error instanceof RelayError) || error.failure !== 'unreachable') {
        throw error;
      }
      health.failed(base);
      unreachable = error;
    }
  }
  throw unreachable;
}
