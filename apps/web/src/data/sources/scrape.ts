// Where a search for streams runs, and where it goes on when a relay cannot be reached.
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { createRotation } from '#data/proxies/rotation.ts';
import { relayUrls } from '#data/session.ts';
import { scrapeThroughRelay } from './relay.ts';
import { RelayError } from './relay-error.ts';
import { scrapeSources } from './remaining.ts';

export interface ScrapeOptions {
  readonly signal: AbortSignal;
  /** Only these sources, in this order: what is left after one whose stream did not play. */
  readonly only?: readonly string[] | undefined;
}

/** What is tried on one relay. */
export type RelayRun = (base: string) => AsyncIterable<ScrapeEvent>;

const rotation = createRotation(Math.random);

export function scrape(media: ScrapeMedia, options: ScrapeOptions): AsyncIterable<ScrapeEvent> {
  const { only, signal } = options;
  return overRelays(rotation.order(relayUrls()), (base) =>
    only === undefined
      ? scrapeThroughRelay(base, media, signal)
      : scrapeSources(base, { media, sourceIds: only }, signal),
  );
}

/** A relay that cannot be reached passes the run on; one that has spoken keeps it, whatever becomes of it. */
export async function* overRelays(
  relays: readonly string[],
  run: RelayRun,
): AsyncGenerator<ScrapeEvent, void> {
  let unreachable = new RelayError('unreachable', 'No scrape service is configured');
  for (const base of relays) {
    let hasSpoken = false;
    try {
      for await (const event of run(base)) {
        hasSpoken = true;
        yield event;
      }
      return;
    } catch (error) {
      if (hasSpoken || !(error instanceof RelayError) || error.failure !== 'unreachable') {
        throw error;
      }
      unreachable = error;
    }
  }
  throw unreachable;
}
