// Where a search for streams runs: on a relay, going on with the next when one cannot be reached; without any, right here.
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { sourceWishes } from '#data/preferences/playback.ts';
import { relayUrls } from '#data/session.ts';
import { inFront } from './in-front.ts';
import { inTurn, overRelays } from './over-relays.ts';
import { isOwn, ownAddons, ownIdOf } from './own-addons.ts';
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
  const here = (ids: readonly string[] | undefined) =>
    async function* (within: AbortSignal) {
      const { scrapeHere } = await import('./in-browser.ts');
      yield* scrapeHere(media, { only: ids, signal: within, ...wishes });
    };
  if (relays.length === 0) return yield* here(only)(signal);

  const onRelays = (ids: readonly string[] | undefined) => (within: AbortSignal) =>
    overRelays(inTurn(relays), (base) =>
      ids === undefined
        ? scrapeThroughRelay(base, { media, ...withoutOwn(wishes) }, within)
        : scrapeSources(base, { media, sourceIds: ids }, within),
    );
  const own = ownIds(options, wishes);
  const others = only?.filter((id) => !isOwn(id));
  if (own.length === 0) yield* onRelays(others)(signal);
  else if (others?.length === 0) yield* here(own)(signal);
  else yield* inFront({ ids: own, search: here(own) }, onRelays(others), signal);
}

/** Of the viewer's own add-ons; they give way where the episode before came from elsewhere. */
function ownIds({ only, prefer }: ScrapeOptions, { without = [] }: Wishes): readonly string[] {
  if (prefer !== undefined && !isOwn(prefer)) return [];
  const ids = ownAddons().map(({ url }) => ownIdOf(url));
  return ids.filter((id) => !without.includes(id) && (only?.includes(id) ?? true));
}

/** What somebody has added for themselves is nobody else's business. */
function withoutOwn({ order = [], without = [] }: Wishes): Wishes {
  return {
    order: order.filter((id) => !isOwn(id)),
    without: without.filter((id) => !isOwn(id)),
  };
}

function wishesWith(prefer: string | undefined): Wishes {
  const { order, without } = sourceWishes();
  if (prefer === undefined) return { order, without };
  return {
    order: [...new Set([prefer, ...order])],
    without: without.filter((id) => id !== prefer),
  };
}
