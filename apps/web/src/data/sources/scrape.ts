// Where a search for streams runs: on a relay, going on with the next when one cannot be reached; without any, right here.
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { sourceWishes } from '#data/preferences/playback.ts';
import { relayUrls } from '#data/session.ts';
import { inTurn, overRelays } from './over-relays.ts';
import { scrapeThroughRelay } from './relay.ts';
import type { Wishes } from './relay-query.ts';
import { scrapeSources } from './remaining.ts';

export interface ScrapeOptions {
  readonly signal: AbortSignal;
  /** Asked before all others, also where the viewer has switched it off: what the episode before came from. */
  readonly prefer?: string | undefined;
  /** Only these sources, in this order: what is left after one whose stream did not play. */
  readonly only?: readonly string[] | undefined;
}

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
  yield* overRelays(inTurn(relays), (base) =>
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
