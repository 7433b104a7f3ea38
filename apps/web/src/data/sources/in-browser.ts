// The sources that need no server, run in the page by the relay's own engine. Loaded only where there is no relay.
import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { builtInRegistry } from '@matinee/sources/built-in';
import { createRegistry } from '@matinee/sources/registry';
import { createScraper } from '@matinee/sources/run';
import { asIfSequential } from '@matinee/sources/sequential';
import type { Fetcher } from '@matinee/sources/source';
import { config } from '#config.ts';
import { createExtensionFetcher } from '#data/extension/extension-fetch.ts';
import { askExtensionStatus } from '#data/extension/status.ts';
import { createPageFetcher } from './page-fetch.ts';
import type { Wishes } from './relay-query.ts';
import { preparedByExtension } from './with-extension.ts';

const builtIn = builtInRegistry({
  internetArchive: config.INTERNET_ARCHIVE_URL,
  peertubeHosts: {},
});
const registry = createRegistry({
  sources: builtIn.sources.filter(({ runsIn }) => runsIn === 'anywhere'),
  embeds: builtIn.embeds,
});

const scraperOver = (fetch: Fetcher) => createScraper({ registry, fetch, now: Date.now });
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
  const hasExtension = (await askExtensionStatus(signal)) === 'success';
  const scraper = hasExtension ? throughExtension : inPage;
  const events = asIfSequential(scraper.runAll(media, { signal, ...wishes }));
  yield* hasExtension ? preparedByExtension(events, signal) : events;
}

export function namesHere(): ReadonlyMap<string, string> {
  return new Map(
    inPage
      .metadata()
      .flat()
      .map(({ id, name }) => [id, name]),
  );
}
