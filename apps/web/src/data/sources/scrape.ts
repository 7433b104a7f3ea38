// Where a search for streams runs: on a relay, going on with the next when one cannot be reached; without any, right here.
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { createHealth } from '#data/proxies/health.ts';
import { createRotation } from '#data/proxies/rotation.ts';
import { sourceWishes } from '#data/preferences/playback.ts';
import { relayUrls } from '#data/session.ts';
import { scrapeThroughRelay } from './relay.ts';
import { RelayError } from './relay-error.ts';
import type { Wishes } from './relay-query.ts';
import { scrapeSources } from './remaining.ts';

export interface ScrapeOptions {
  readonly signal: AbortSignal;
  /** Asked before all others, also where the viewer has switched it off: what the episode before came from. */
  readonly prefer?: string | undefined;
  /** Only these sources, in this order: what is left after one whose stream did not play. */
  readonly only?: readonly string[] | undefined;
}

/** What is tried on one relay. */
export type RelayRun = (base: string) => AsyncIterable<ScrapeEvent>;

const rotation = createRotation(Math.random);
const health = createHealth(Date.now);

export async function* scrape(
  media: ScrapeMedia,
  options: ScrapeOptions,
): AsyncGenerator<ScrapeEvent, void> {
  const relays = relayUrls();
  const { only, signal, prefer } = options;
  const wishes = wishesWith(prefer);
  if (relays.length === 0) {
    const { scrapeHere } = await import('./in-browser.ts');
    return yield* scrapeHere(media, { only, signal, ...wishes });
  }
  yield* overRelays(health.healthyFirst(rotation.order(relays)), (base) =>
    only === undefined
      ? scrapeThroughRelay(base, { media, ...wishes }, signal)
      : scrapeSources(base, { media, sourceIds: only }, signal),
  );
}

function wishesWith(prefer: string | undefined): Wishes {
  const { order, without } = sourceWishes();
  if (prefer === undefined) return { order, without };
  return {
    order: [...new Set([prefer, ...order])],
    without: without.filter((id) => id !== prefer),
  };
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
