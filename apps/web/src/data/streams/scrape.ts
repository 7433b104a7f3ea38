// Searches streams: on the site's relays and on the user's, with failover within each; without any relay, in this browser.
import type { ScrapeError, ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { sourcePreferences } from '#data/preferences/playback.ts';
import { relayServers } from '#data/session.ts';
import { mergeScrapes, type Search } from './merge-scrapes.ts';
import { isRelayId, relayIdOf, relaysFor } from './metadata.ts';
import { relayOrder, withFailover } from './with-failover.ts';
import { isUserAddon, enabledAddons, addonSourceId } from '#data/preferences/user-addons.ts';
import { scrapeThroughRelay, type RelayPreferences } from './relay.ts';
import { scrapeSources } from './scrape-remaining.ts';

export interface ScrapeOptions {
  readonly signal: AbortSignal;
  /** Runs first, even where the user has disabled it: the source of the previous episode. */
  readonly prefer?: string | undefined;
  /** Only these sources, in this order: those left after one whose stream did not play. */
  readonly only?: readonly string[] | undefined;
}

export async function* scrape(
  media: ScrapeMedia,
  options: ScrapeOptions,
): AsyncGenerator<ScrapeEvent, void> {
  const { own: ownRelays, site } = relayServers();
  const { only, signal, prefer } = options;
  const preferences = preferencesWith(prefer);
  const here = (ids: readonly string[] | undefined) =>
    async function* (within: AbortSignal) {
      const { scrapeHere } = await import('./in-browser.ts');
      yield* scrapeHere(media, { only: ids, signal: within, ...preferences });
    };
  if (ownRelays.length + site.length === 0) return yield* here(only)(signal);

  const onGroup =
    ({ relays, ids }: RelayGroup): Search =>
    (within) =>
      withFailover(relayOrder(relays), (base) =>
        ids === undefined
          ? scrapeThroughRelay(base, { media, ...withoutUserAddons(preferences) }, within)
          : scrapeSources(base, { media, sourceIds: ids }, within),
      );
  const onRelays = (ids: readonly string[] | undefined): Search =>
    async function* (within) {
      const [first, second] = await relayGroups({ ids, prefer });
      if (!first) return;
      if (!second) return yield* onGroup(first)(within);
      const search = withFailure(first, onGroup(first));
      yield* mergeScrapes({ search }, withFailure(second, onGroup(second)), within);
    };
  const own = userAddonIds(options, preferences);
  const others = only?.filter((id) => !isUserAddon(id));
  if (own.length === 0) yield* onRelays(others)(signal);
  else if (others?.length === 0) yield* here(own)(signal);
  else yield* mergeScrapes({ ids: own, search: here(own) }, onRelays(others), signal);
}

interface RelayGroup {
  /** Equal relays, of which one runs the scrape. */
  readonly relays: readonly string[];
  /** Source ids; undefined for all. */
  readonly ids: readonly string[] | undefined;
}

/** The site's relays and the user's with the sources that each runs, in the order of their events. */
async function relayGroups({
  ids,
  prefer,
}: {
  readonly ids: readonly string[] | undefined;
  readonly prefer: string | undefined;
}): Promise<readonly RelayGroup[]> {
  const { own, site } = relayServers();
  if (own.length === 0 || site.length === 0) return [{ relays: [...site, ...own], ids }];
  if (ids === undefined) {
    const isOwnFirst = prefer !== undefined && (await relaysFor(prefer)).includes(own[0] ?? '');
    const relays = isOwnFirst ? [own, site] : [site, own];
    return relays.map((some) => ({ relays: some, ids }));
  }
  const located = await Promise.all(ids.map(async (id) => ({ id, relays: await relaysFor(id) })));
  return [site, own].flatMap((relays) => {
    const isFailed = relays.some((relay) => ids.includes(relayIdOf(relay)));
    const theirs = located
      .filter((one) => one.relays.includes(relays[0] ?? '') && !isRelayId(one.id))
      .map(({ id }) => id);
    if (isFailed) return { relays, ids: undefined };
    return theirs.length === 0 ? [] : { relays, ids: theirs };
  });
}

/** Reports the failure of one of two relays as that of a source; the search goes on. */
function withFailure({ relays }: RelayGroup, search: Search): Search {
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

/** Ids of the user's add-ons; none where the previous episode came from another source. */
function userAddonIds(
  { only, prefer }: ScrapeOptions,
  { without = [] }: RelayPreferences,
): readonly string[] {
  if (prefer !== undefined && !isUserAddon(prefer)) return [];
  const ids = enabledAddons().map(({ url }) => addonSourceId(url));
  return ids.filter((id) => !without.includes(id) && (only?.includes(id) ?? true));
}

/** Relays must not learn of the user's add-ons. */
function withoutUserAddons({ order = [], without = [] }: RelayPreferences): RelayPreferences {
  return {
    order: order.filter((id) => !isUserAddon(id)),
    without: without.filter((id) => !isUserAddon(id)),
  };
}

function preferencesWith(prefer: string | undefined): RelayPreferences {
  const { order, without } = sourcePreferences();
  if (prefer === undefined) return { order, without };
  return {
    order: [...new Set([prefer, ...order])],
    without: without.filter((id) => id !== prefer),
  };
}
