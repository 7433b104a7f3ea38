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
import { createScraper } from '@matinee/sources/run';
import { asIfSequential } from '@matinee/sources/sequential';
import type { Fetcher } from '@matinee/sources/source';
import { config } from '#config.ts';
import { createExtensionFetcher } from '#data/extension/extension-fetch.ts';
import { prepareStream } from '#data/extension/prepare-stream.ts';
import { askExtensionStatus } from '#data/extension/status.ts';
import { filmFacts } from './film-facts.ts';
import { createPageFetcher } from './page-fetch.ts';
import type { Wishes } from './relay-query.ts';

const builtIn = builtInRegistry({
  internetArchive: config.INTERNET_ARCHIVE_URL,
  peertubeHosts: {},
});
const registry = createRegistry({
  sources: builtIn.sources.filter(({ runsIn }) => runsIn === 'anywhere'),
  embeds: builtIn.embeds,
});

const scraperOver = (fetch: Fetcher) =>
  createScraper({ registry, fetch, factsOf: filmFacts, now: Date.now });
const inPage = scraperOver(createPageFetcher());
const throughExtension = scraperOver(createExtensionFetcher());

interface RunOptions extends Wishes {
  readonly signal: AbortSignal;
  readonly only?: readonly string[] | undefined;
}

export async function* scrapeHere(
  media: ScrapeMedia,
  { signal, only, order, without = [] }: RunOptions,
): AsyncGenerator<ScrapeEvent, void> {
  const unwanted = registry.sources.map(({ id }) => id).filter((id) => only && !only.includes(id));
  const wishes = { order: only ?? order ?? [], without: [...without, ...unwanted] };
  const { scraper, prepare } = await equipment(signal);
  for await (const event of asIfSequential(scraper.runAll(media, { signal, ...wishes }))) {
    if (event.type === 'completed') await prepare(event.stream);
    yield event;
  }
}

/** What the sources are asked with; what was found may play only once an extension lets the page fetch it. */
async function equipment(signal: AbortSignal) {
  const hasExtension = (await askExtensionStatus(signal)) === 'success';
  return {
    scraper: hasExtension ? throughExtension : inPage,
    prepare: async (stream: Stream | undefined) => {
      if (hasExtension && stream) await prepareStream(stream, signal);
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

export const metadataHere = () => inPage.metadata();
