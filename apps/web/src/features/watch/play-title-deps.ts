import { CatalogError, playbackMeta, type PlaybackMeta } from '#data/catalog/details.ts';
import { lacksPermission } from '#data/streams/extension/permission.ts';
import { fetchQueryAbortable, queryClient } from '#data/query-client.ts';
import { sourceList } from '#data/streams/metadata.ts';
import { prepareFurther, runEmbed, runSource } from '#data/streams/run-one-source.ts';
import { isRemoved } from '#data/streams/takedowns.ts';
import { scrape } from '#data/streams/scrape.ts';
import { whenIdle } from '#lib/when-idle.ts';
import type { JourneyDeps } from './play-title.ts';
import type { OtherStreamsDeps } from './other-streams.ts';
import type { ScrapeProgress } from './scrape-progress.ts';

/** The first picture comes first. */
const REPORTED_WITHIN_MS = 5_000;

/** The journey's ends in the real world. */
export const journeyDeps: JourneyDeps & OtherStreamsDeps = {
  fetchMeta: (ref, signal) => fetchQueryAbortable(queryClient, playbackMeta(ref), signal),
  fetchSourceNames: () => queryClient.fetchQuery(sourceList()),
  scrape,
  runSource,
  runEmbed,
  prepareFurther,
  isRemoved,
  lacksPermission,
  explain: (error) =>
    error instanceof CatalogError && error.status === 404 ? 'notFound' : 'failed',
  now: () => new Date(),
  report: (meta, progress) => whenIdle(() => void report(meta, progress), REPORTED_WITHIN_MS),
};

async function report(meta: PlaybackMeta, progress: ScrapeProgress): Promise<void> {
  const code = await import('./report-sources.ts').catch(() => undefined);
  await code?.reportOutcomes(meta, progress);
}
