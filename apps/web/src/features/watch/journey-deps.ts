import { CatalogueError, playbackMeta, type PlaybackMeta } from '#data/catalogue/details.ts';
import { fetchWhileWanted } from '#data/fetch-while-wanted.ts';
import { queryClient } from '#data/query-client.ts';
import { sourceList } from '#data/sources/metadata.ts';
import { isRemoved } from '#data/sources/removed.ts';
import { scrape } from '#data/sources/scrape.ts';
import type { JourneyDeps } from './journey.ts';
import type { ScrapeProgress } from './scrape-progress.ts';

/** The journey's ends in the real world. */
export const journeyDeps: JourneyDeps = {
  fetchMeta: (ref, signal) => fetchWhileWanted(queryClient, playbackMeta(ref), signal),
  fetchSourceNames: () => queryClient.fetchQuery(sourceList()),
  scrape,
  isRemoved,
  explain: (error) =>
    error instanceof CatalogueError && error.status === 404 ? 'notFound' : 'failed',
  now: () => new Date(),
  report: (meta, progress) => whenIdle(() => void report(meta, progress)),
};

async function report(meta: PlaybackMeta, progress: ScrapeProgress): Promise<void> {
  const code = await import('./outcomes.ts').catch(() => undefined);
  await code?.reportOutcomes(meta, progress);
}

const IDLE_WITHIN_MS = 5_000;

/** The first picture comes first. */
function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: IDLE_WITHIN_MS });
  else setTimeout(run, IDLE_WITHIN_MS);
}
