// Searches for streams of a title (`scrape`), of one source (`runSource`) or of one embed (`runEmbed`).
// - Without any relay, this browser runs all sources.
// - The site's relays and the user's relays form two groups, which search at the same time. In each group, one relay
//   runs the search. The next one takes over if that relay cannot be reached (`withFailover`).
// - Add-ons of the user run in this browser at the same time: relays must not know about them.
import type {
  ScrapeError,
  ScrapeEvent,
  ScrapeEmbedEvent,
  ScrapeSourceEvent,
} from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import { sourcePreferences } from '#data/preferences/playback.ts';
import { relayServers, relayUrls } from '#data/session.ts';
import { browserCapabilities } from './capabilities.ts';
import { mergeScrapes, type Search } from './merge-scrapes.ts';
import { isRelayId, relayIdOf, relaysFor } from './metadata.ts';
import { isUserAddon, enabledAddons, addonSourceId } from '#data/preferences/user-addons.ts';
import {
  scrapeThroughRelay,
  type RelayPreferences,
  runEmbedThroughRelay,
  runSourceThroughRelay,
} from './relay.ts';
import { scrapeSources } from './scrape-remaining.ts';
import { createHealth, createRotation } from '#data/streams/proxies/server-rotation.ts';
import { RelayError } from './relay-response.ts';
import type { Stream } from '@matinee/shared/media/stream';

/** Returns only the fields that identify the title. */
export function scrapeMedia(meta: PlaybackMeta): ScrapeMedia {
  const { title, releaseYear, tmdbId, imdbId, runtime } = meta;
  const common = { title, releaseYear, tmdbId, imdbId, runtime };
  if (meta.type === 'movie') return { type: 'movie', ...common };
  const { season, episode } = meta;
  return {
    type: 'show',
    ...common,
    season: { number: season.number, tmdbId: season.tmdbId },
    episode: { number: episode.number, tmdbId: episode.tmdbId, title: episode.title },
  };
}

export interface ScrapeOptions {
  readonly signal: AbortSignal;
  /** The source of the previous episode, which runs first even if the user has disabled it. */
  readonly prefer?: string | undefined;
  /** Searches only these sources, in this order: the remaining ones after a stream did not play. */
  readonly only?: readonly string[] | undefined;
  /** Skips the cached result, because the viewer repeats the search. */
  readonly isFresh?: boolean | undefined;
}

export async function* scrape(
  media: ScrapeMedia,
  options: ScrapeOptions,
): AsyncGenerator<ScrapeEvent, void> {
  const { user, site } = relayServers();
  const { only, signal, prefer, isFresh } = options;
  const preferences = preferencesWith(prefer);
  const inThisBrowser = (ids: readonly string[] | undefined) =>
    async function* (within: AbortSignal) {
      const { scrapeHere } = await import('./in-browser.ts');
      yield* scrapeHere(media, { only: ids, signal: within, ...preferences });
    };
  if (user.length + site.length === 0) return yield* inThisBrowser(only)(signal);

  const onGroup = ({ relays, ids }: RelayGroup): Search =>
    async function* (within) {
      const capabilities = await browserCapabilities();
      const request = { media, capabilities, isFresh };
      yield* withFailover(relayOrder(relays), (base) =>
        ids === undefined
          ? scrapeThroughRelay(base, { ...request, ...withoutUserAddons(preferences) }, within)
          : scrapeSources(base, { ...request, sourceIds: ids }, within),
      );
    };
  const onAllRelays = (ids: readonly string[] | undefined): Search =>
    async function* (within) {
      const [first, second] = await relayGroups({ ids, prefer });
      if (!first) return;
      if (!second) return yield* onGroup(first)(within);
      const search = withFailure(first, onGroup(first));
      yield* mergeScrapes({ search }, withFailure(second, onGroup(second)), within);
    };
  const addonIds = userAddonIds(options, preferences);
  const otherIds = only?.filter((id) => !isUserAddon(id));
  if (addonIds.length === 0) yield* onAllRelays(otherIds)(signal);
  else if (otherIds?.length === 0) yield* inThisBrowser(addonIds)(signal);
  else
    yield* mergeScrapes(
      { ids: addonIds, search: inThisBrowser(addonIds) },
      onAllRelays(otherIds),
      signal,
    );
}

interface RelayGroup {
  /** Equal relays. One of them runs the scrape. */
  readonly relays: readonly string[];
  /** Source ids; undefined for all. */
  readonly ids: readonly string[] | undefined;
}

/** Groups the site's relays and the user's, with the sources of each group, in the order of their events. */
async function relayGroups({
  ids,
  prefer,
}: {
  readonly ids: readonly string[] | undefined;
  readonly prefer: string | undefined;
}): Promise<readonly RelayGroup[]> {
  const { user, site } = relayServers();
  if (user.length === 0 || site.length === 0) return [{ relays: [...site, ...user], ids }];
  if (ids === undefined) {
    const isUserFirst = prefer !== undefined && (await relaysFor(prefer)).includes(user[0] ?? '');
    const relays = isUserFirst ? [user, site] : [site, user];
    return relays.map((some) => ({ relays: some, ids }));
  }
  const located = await Promise.all(ids.map(async (id) => ({ id, relays: await relaysFor(id) })));
  return [site, user].flatMap((relays) => {
    const isFailed = relays.some((relay) => ids.includes(relayIdOf(relay)));
    const theirs = located
      .filter((one) => one.relays.includes(relays[0] ?? '') && !isRelayId(one.id))
      .map(({ id }) => id);
    if (isFailed) return { relays, ids: undefined };
    return theirs.length === 0 ? [] : { relays, ids: theirs };
  });
}

/** Reports the failure of one of two groups as the failure of a source. The search continues. */
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

/** Ids of the user's add-ons; none if the previous episode came from another source. */
function userAddonIds(
  { only, prefer }: ScrapeOptions,
  { without = [] }: RelayPreferences,
): readonly string[] {
  if (prefer !== undefined && !isUserAddon(prefer)) return [];
  const ids = enabledAddons().map(({ url }) => addonSourceId(url));
  return ids.filter((id) => !without.includes(id) && (only?.includes(id) ?? true));
}

/** Relays must not know about the user's add-ons. */
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

/** The URL of an embed may work only on the relay that found it. */
let lastRelay: string | undefined;

type SingleRunOptions = Pick<ScrapeOptions, 'signal' | 'isFresh'>;

export async function* runSource(
  id: string,
  media: ScrapeMedia,
  { signal, isFresh }: SingleRunOptions,
): AsyncGenerator<ScrapeSourceEvent, void> {
  if (relayUrls().length === 0 || isUserAddon(id)) {
    const { runSourceHere } = await import('./in-browser.ts');
    return yield* runSourceHere(id, media, signal);
  }
  const capabilities = await browserCapabilities();
  yield* withFailover(relayOrder(await relaysFor(id)), (base) => {
    lastRelay = base;
    return runSourceThroughRelay(base, { id, media, capabilities, isFresh }, signal);
  });
}

export async function* runEmbed(
  id: string,
  url: string,
  { signal, isFresh }: SingleRunOptions,
): AsyncGenerator<ScrapeEmbedEvent, void> {
  const relays = relayUrls();
  if (relays.length === 0) {
    const { runEmbedHere } = await import('./in-browser.ts');
    return yield* runEmbedHere(id, url, signal);
  }
  const others = relays.filter((base) => base !== lastRelay);
  const sameFirst = relays.filter((base) => base === lastRelay).concat(others);
  yield* withFailover(sameFirst, (base) =>
    runEmbedThroughRelay(base, { id, url, isFresh }, signal),
  );
}

/** Prepares a further stream of a source. `runSource` prepares only the first one. */
export async function prepareFurther(
  sourceId: string,
  stream: Stream,
  signal: AbortSignal,
): Promise<void> {
  if (relayUrls().length > 0 && !isUserAddon(sourceId)) return;
  const { prepareHere } = await import('./in-browser.ts');
  await prepareHere(stream, signal);
}

export type RelayRun<E> = (base: string) => AsyncIterable<E>;

const rotation = createRotation(Math.random);
const health = createHealth(Date.now);

/** Round robin. Relays that failed recently come last. */
function relayOrder(relays: readonly string[]): readonly string[] {
  return health.healthyFirst(rotation.order(relays));
}

/** A relay that has sent an event keeps the run, even if it fails later. */
export async function* withFailover<E>(
  relays: readonly string[],
  run: RelayRun<E>,
): AsyncGenerator<E, void> {
  let unreachable = new RelayError('unreachable', 'No relay is set up');
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
