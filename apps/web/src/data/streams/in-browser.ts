// The sources that need no server, run in the page by the relay's own engine. Loaded only where there is no relay.
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
import type { Fetcher, Source } from '@matinee/sources/source';
import { peertube } from '@matinee/sources/sources/peertube/peertube';
import { config } from '#config.ts';
import { createExtensionFetcher } from '#data/streams/extension/extension-fetch.ts';
import { ExtensionError } from '#data/streams/extension/messages.ts';
import { prepareStream } from '#data/streams/extension/prepare-stream.ts';
import { askExtensionStatus } from '#data/streams/extension/status.ts';
import type { OwnAddon } from '#data/preferences/user-addons.ts';
import { filmFacts } from './title-metadata.ts';
import { ownAddons } from './user-addons.ts';
import { ownSources } from './user-sources.ts';
import { createPageFetcher } from './browser-fetcher.ts';
import type { Wishes } from './relay-query.ts';

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
  readonly addons: readonly OwnAddon[];
  readonly inPage: Scraper;
  readonly throughExtension: Scraper;
}

function enginesFor(addons: readonly OwnAddon[]): Engines {
  const scraperOver = (fetch: Fetcher, canSendHeaders: boolean) => {
    const own = ownSources(addons, { fetch, canSendHeaders });
    const registry = createRegistry({ sources: [...own, ...anywhere], embeds: builtIn.embeds });
    const timeouts = config.SOURCE_SECONDS;
    return createScraper({ registry, fetch, getMetadata: filmFacts, now: Date.now, timeouts });
  };
  return {
    addons,
    inPage: scraperOver(createPageFetcher(), false),
    throughExtension: scraperOver(createExtensionFetcher(), true),
  };
}

let engines = enginesFor(ownAddons());

/** They keep what they have learned until somebody adds or removes an add-on. */
function currentEngines(): Engines {
  const addons = ownAddons();
  const isSame = JSON.stringify(addons) === JSON.stringify(engines.addons);
  if (!isSame) engines = enginesFor(addons);
  return engines;
}

interface RunOptions extends Wishes {
  readonly signal: AbortSignal;
  readonly only?: readonly string[] | undefined;
}

export async function* scrapeHere(
  media: ScrapeMedia,
  { signal, only, order, without = [] }: RunOptions,
): AsyncGenerator<ScrapeEvent, void> {
  const unwanted = metadataHere()[1]
    .map(({ id }) => id)
    .filter((id) => only && !only.includes(id));
  const wishes = { order: only ?? order ?? [], without: [...without, ...unwanted] };
  const { scraper, prepare } = await equipment(signal);
  for await (const event of inLegacyOrder(scraper.runAll(media, { signal, ...wishes }))) {
    if (event.type === 'completed') await prepare(event.stream);
    yield event;
  }
}

/** What the sources are asked with; what was found may play only once an extension lets the page fetch it. */
async function equipment(signal: AbortSignal) {
  const hasExtension = (await askExtensionStatus(signal)) === 'success';
  return {
    scraper: currentEngines()[hasExtension ? 'throughExtension' : 'inPage'],
    prepare: async (stream: Stream | undefined) => {
      if (!hasExtension || !stream) return;
      await prepareStream(stream, signal).catch((error: unknown) => {
        // Many hosts let pages fetch without a rule; the player finds out.
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
  const { scraper, prepare } = await equipment(signal);
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
  const { scraper, prepare } = await equipment(signal);
  for await (const event of scraper.runEmbed(id, url, { signal })) {
    if (event.type === 'completed') await prepare(event.stream[0]);
    yield event;
  }
}

export async function prepareHere(stream: Stream, signal: AbortSignal): Promise<void> {
  const { prepare } = await equipment(signal);
  await prepare(stream);
}

export const metadataHere = () => currentEngines().inPage.metadata();
