// Runs sources that need no server, in the page and with the relay's engine. Loads only if there is no relay.
import type {
  ScrapeEmbedEvent,
  ScrapeEvent,
  ScrapeSourceEvent,
} from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { Stream } from '@matinee/shared/media/stream';
import { builtInRegistry } from '@matinee/sources/built-in';
import { createRegistry } from '@matinee/sources/registry';
import { createScraper, type Scraper } from '@matinee/sources/scraper';
import { inLegacyOrder } from '@matinee/sources/legacy-event-order';
import {
  type Fetcher,
  type FetchOptions,
  NotFoundError,
  type Source,
  type SourceResult,
} from '@matinee/sources/source';
import { peertube } from '@matinee/sources/sources/peertube/peertube';
import { config } from '#config.ts';
import { createExtensionFetcher } from '#data/streams/extension/extension-fetch.ts';
import { ExtensionError } from '#data/streams/extension/messages.ts';
import { prepareStream } from '#data/streams/extension/prepare-stream.ts';
import { fetchExtensionStatus } from '#data/streams/extension/status.ts';
import { addonSourceId, enabledAddons, type UserAddon } from '#data/preferences/user-addons.ts';
import { createBrowserFetcher, createDirectFetcher } from './browser-fetcher.ts';
import type { RelayPreferences } from './relay.ts';
import { DETAILS_QUERY } from '@matinee/shared/contract/catalog';
import { parseMetadata, type GetMetadata } from '@matinee/sources/match';
import { z } from 'zod';
import { tmdb } from '#data/catalog/tmdb.ts';
import { stremioAddons } from '@matinee/sources/sources/stremio/stremio';

/** Usually in the browser's cache, from the title's page. */
export const titleMetadata: GetMetadata = async (tmdbId, signal) =>
  parseMetadata(
    await tmdb(`/movie/${tmdbId}`, { schema: z.unknown(), query: DETAILS_QUERY, signal }),
  );

const builtIn = builtInRegistry(
  { internetArchive: config.INTERNET_ARCHIVE_URL, peertubeHosts: config.PEERTUBE_HOSTS },
  openSources(),
  config.DISABLED_SOURCES,
);
const anywhere = builtIn.sources.filter(({ runsIn }) => runsIn === 'anywhere');

function openSources(): readonly Source[] {
  const source = peertube({
    index: config.PEERTUBE_SEARCH ? config.PEERTUBE_SEARCH_URL : undefined,
    instances: config.PEERTUBE_INSTANCES,
    trusted: config.PEERTUBE_TRUSTED,
    hosts: config.PEERTUBE_HOSTS,
  });
  return source ? [source] : [];
}

interface Engines {
  readonly addons: readonly UserAddon[];
  readonly inPage: Scraper;
  readonly throughExtension: Scraper;
}

function enginesFor(addons: readonly UserAddon[]): Engines {
  const scraperOver = (fetch: Fetcher, access: AddonAccess) => {
    const userSources = addonSources(addons, access);
    const registry = createRegistry({
      sources: [...userSources, ...anywhere],
      embeds: builtIn.embeds,
    });
    const timeouts = config.SOURCE_SECONDS;
    return createScraper({ registry, fetch, getMetadata: titleMetadata, now: Date.now, timeouts });
  };
  const extension = createExtensionFetcher();
  return {
    addons,
    inPage: scraperOver(createBrowserFetcher(), {
      fetch: createDirectFetcher(),
      canSendHeaders: false,
    }),
    throughExtension: scraperOver(extension, { fetch: extension, canSendHeaders: true }),
  };
}

let engines = enginesFor(enabledAddons());

/** Engines keep their statistics until an add-on is added or removed. */
function currentEngines(): Engines {
  const addons = enabledAddons();
  const isSame = JSON.stringify(addons) === JSON.stringify(engines.addons);
  if (!isSame) engines = enginesFor(addons);
  return engines;
}

interface RunOptions extends RelayPreferences {
  readonly signal: AbortSignal;
  readonly only?: readonly string[] | undefined;
}

export async function* scrapeHere(
  media: ScrapeMedia,
  { signal, only, order, without = [] }: RunOptions,
): AsyncGenerator<ScrapeEvent, void> {
  const excluded = metadataHere()[1]
    .map(({ id }) => id)
    .filter((id) => only && !only.includes(id));
  const preferences = { order: only ?? order ?? [], without: [...without, ...excluded] };
  const { scraper, prepare } = await runContext(signal);
  for await (const event of inLegacyOrder(scraper.runAll(media, { signal, ...preferences }))) {
    if (event.type === 'completed') await prepare(event.stream);
    yield event;
  }
}

/** Returns the scraper and a function that makes its streams playable: the extension must let the page fetch them. */
async function runContext(signal: AbortSignal) {
  const hasExtension = (await fetchExtensionStatus(signal)) === 'success';
  return {
    scraper: currentEngines()[hasExtension ? 'throughExtension' : 'inPage'],
    prepare: async (stream: Stream | undefined) => {
      if (!hasExtension || !stream) return;
      await prepareStream(stream, signal).catch((error: unknown) => {
        // Many hosts need no rule.
        if (!(error instanceof ExtensionError)) throw error;
      });
    },
  };
}

export async function* runSourceHere(
  id: string,
  media: ScrapeMedia,
  signal: AbortSignal,
): AsyncGenerator<ScrapeSourceEvent, void> {
  const { scraper, prepare } = await runContext(signal);
  for await (const event of scraper.runSource(id, media, { signal })) {
    if (event.type === 'completed') await prepare(event.stream?.[0]);
    yield event;
  }
}

export async function* runEmbedHere(
  id: string,
  url: string,
  signal: AbortSignal,
): AsyncGenerator<ScrapeEmbedEvent, void> {
  const { scraper, prepare } = await runContext(signal);
  for await (const event of scraper.runEmbed(id, url, { signal })) {
    if (event.type === 'completed') await prepare(event.stream[0]);
    yield event;
  }
}

export async function prepareHere(stream: Stream, signal: AbortSignal): Promise<void> {
  const { prepare } = await runContext(signal);
  await prepare(stream);
}

export const metadataHere = () => currentEngines().inPage.metadata();

interface AddonAccess {
  /** Reaches the add-on itself. */
  readonly fetch: Fetcher;
  /** Streams with headers play only through the extension. */
  readonly canSendHeaders: boolean;
}

export function addonSources(
  addons: readonly UserAddon[],
  { fetch, canSendHeaders }: AddonAccess,
): readonly Source[] {
  const urls = addons.map(({ url }) => url);
  const { sources } = stremioAddons({ urls, runsIn: 'anywhere', fetch, warn: () => undefined });
  const names = new Map(addons.map(({ url, name }) => [url, name]));
  const over = <T extends { readonly signal: AbortSignal }>(context: T) => ({
    ...context,
    fetch: (address: string, options: FetchOptions = {}) =>
      fetch(address, { ...options, signal: context.signal }),
  });
  const run =
    <T extends { readonly signal: AbortSignal }>(search: (context: T) => Promise<SourceResult>) =>
    async (context: T): Promise<SourceResult> => {
      const result = await search(over(context));
      return canSendHeaders ? result : playableHere(result);
    };
  return sources.map(({ rank, runsIn, movie, show }, at) => {
    const url = urls[at] ?? '';
    return {
      id: addonSourceId(url),
      name: names.get(url) ?? url,
      rank,
      runsIn,
      movie: movie && run(movie),
      show: show && run(show),
    };
  });
}

function playableHere(result: SourceResult): SourceResult {
  const streams = result.streams.filter(({ headers = {} }) => Object.keys(headers).length === 0);
  if (streams.length === 0)
    throw new NotFoundError('the add-on has it only for the browser extension');
  return { ...result, streams };
}
