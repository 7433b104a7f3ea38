// Where a search for streams runs: on the site's relay and beside it on the viewer's own, going on with the next of either
// when one cannot be reached; without any, right here.
import type { ScrapeError, ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { sourceWishes } from '#data/preferences/playback.ts';
import { relayServers } from '#data/session.ts';
import { inFront, type Search } from './merge-scrapes.ts';
import { isRelayId, relayIdOf, relaysFor } from './metadata.ts';
import { inTurn, overRelays } from './with-failover.ts';
import { isOwn, ownAddons, ownIdOf } from './user-addons.ts';
import { scrapeThroughRelay } from './relay.ts';
import type { Wishes } from './relay-query.ts';
import { scrapeSources } from './scrape-remaining.ts';

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
  const { own: ownRelays, site } = relayServers();
  const { only, signal, prefer } = options;
  const wishes = wishesWith(prefer);
  const here = (ids: readonly string[] | undefined) =>
    async function* (within: AbortSignal) {
      const { scrapeHere } = await import('./in-browser.ts');
      yield* scrapeHere(media, { only: ids, signal: within, ...wishes });
    };
  if (ownRelays.length + site.length === 0) return yield* here(only)(signal);

  const onSome =
    ({ relays, ids }: Part): Search =>
    (within) =>
      overRelays(inTurn(relays), (base) =>
        ids === undefined
          ? scrapeThroughRelay(base, { media, ...withoutOwn(wishes) }, within)
          : scrapeSources(base, { media, sourceIds: ids }, within),
      );
  const onRelays = (ids: readonly string[] | undefined): Search =>
    async function* (within) {
      const [first, second] = await partsOf({ ids, prefer });
      if (!first) return;
      if (!second) return yield* onSome(first)(within);
      const search = withFailure(first, onSome(first));
      yield* inFront({ search }, withFailure(second, onSome(second)), within);
    };
  const own = ownIds(options, wishes);
  const others = only?.filter((id) => !isOwn(id));
  if (own.length === 0) yield* onRelays(others)(signal);
  else if (others?.length === 0) yield* here(own)(signal);
  else yield* inFront({ ids: own, search: here(own) }, onRelays(others), signal);
}

interface Part {
  /** Equals, of which one is asked. */
  readonly relays: readonly string[];
  /** Undefined: all that they have. */
  readonly ids: readonly string[] | undefined;
}

/** The site's relays and the viewer's own, and what each is asked for; first the one that is to be told of first. */
async function partsOf({
  ids,
  prefer,
}: {
  readonly ids: readonly string[] | undefined;
  readonly prefer: string | undefined;
}): Promise<readonly Part[]> {
  const { own, site } = relayServers();
  if (own.length === 0 || site.length === 0) return [{ relays: [...site, ...own], ids }];
  if (ids === undefined) {
    const isOwnFirst = prefer !== undefined && (await relaysFor(prefer)).includes(own[0] ?? '');
    const relays = isOwnFirst ? [own, site] : [site, own];
    return relays.map((some) => ({ relays: some, ids }));
  }
  const placed = await Promise.all(ids.map(async (id) => ({ id, relays: await relaysFor(id) })));
  return [site, own].flatMap((relays) => {
    const isFailed = relays.some((relay) => ids.includes(relayIdOf(relay)));
    const theirs = placed
      .filter((one) => one.relays.includes(relays[0] ?? '') && !isRelayId(one.id))
      .map(({ id }) => id);
    if (isFailed) return { relays, ids: undefined };
    return theirs.length === 0 ? [] : { relays, ids: theirs };
  });
}

/** Reports the failure of one of two relays as that of a source; the search goes on. */
function withFailure({ relays }: Part, search: Search): Search {
  return async function* (signal) {
    let sourceIds: readonly string[] = [];
    let failure: ScrapeError | undefined;
    try {
      for await (const event of search(signal)) {
        if (event.type === 'init') ({ sourceIds } = event);
        if (event.type === 'error') failure = event;
        else yield event;
      }
    } catch (error) {
      signal.throwIfAborted();
      failure = error instanceof Error ? error : { name: 'Error', message: String(error) };
    }
    if (!failure) return;
    const { name, message } = failure;
    const relayIds = name === 'NotFoundError' ? [] : relays.map(relayIdOf);
    yield { type: 'init', sourceIds: [...sourceIds, ...relayIds] };
    for (const id of relayIds)
      yield { type: 'update', id, percentage: 100, status: 'failure', error: { name, message } };
    yield { type: 'noOutput' };
  };
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
