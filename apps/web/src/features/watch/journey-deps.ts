import { CatalogueError, playbackMeta } from '#data/catalogue/details.ts';
import { fetchWhileWanted } from '#data/fetch-while-wanted.ts';
import { queryClient } from '#data/query-client.ts';
import { sourceNames } from '#data/sources/metadata.ts';
import { isRemoved } from '#data/sources/removed.ts';
import { scrape } from '#data/sources/scrape.ts';
import type { JourneyDeps } from './journey.ts';

/** The journey's ends in the real world. */
export const journeyDeps: JourneyDeps = {
  fetchMeta: (ref, signal) => fetchWhileWanted(queryClient, playbackMeta(ref), signal),
  fetchSourceNames: () => queryClient.fetchQuery(sourceNames()),
  scrape,
  isRemoved,
  explain: (error) =>
    error instanceof CatalogueError && error.status === 404 ? 'notFound' : 'failed',
  now: () => new Date(),
};
