// Looks for a public-domain movie in every source, and for its subtitles.
import type { ScrapeMovie } from '@matinee/shared/media/media';
import type { TFunction } from 'i18next';
import { queryClient } from '#data/query-client.ts';
import { sourceList } from '#data/streams/metadata.ts';
import { runSource } from '#data/streams/run-one-source.ts';
import { findSubtitles } from '#data/streams/subtitles/search.ts';
import type { Check } from './run-checks.ts';

const MOVIE = {
  type: 'movie',
  title: 'Night of the Living Dead',
  releaseYear: 1968,
  tmdbId: '10331',
  imdbId: 'tt0063350',
  runtime: 96,
} as const satisfies ScrapeMovie;

export async function sourceChecks(t: TFunction): Promise<readonly Check[]> {
  const { sources } = await queryClient.fetchQuery({ ...sourceList(), staleTime: 0 });
  if (sources.length === 0) throw new Error(t(($) => $.admin.sources.none));
  return sources.map(({ id, name }) => ({
    id,
    name,
    run: async (signal) => {
      for await (const event of runSource(id, MOVIE, signal)) {
        if (event.type === 'completed') {
          const count = (event.stream?.length ?? 0) + event.embeds.length;
          return t(($) => $.admin.sources.found, { count });
        }
        if (event.type === 'error' && event.name === 'NotFoundError')
          return t(($) => $.admin.sources.notFound);
        if (event.type === 'error') throw new Error(event.message);
      }
      throw new Error(t(($) => $.admin.sources.odd));
    },
  }));
}

export async function subtitleChecks(t: TFunction): Promise<readonly Check[]> {
  return [
    {
      id: 'search',
      name: t(($) => $.admin.subtitles.search),
      run: async (signal) => {
        const found = await findSubtitles(MOVIE, signal);
        return t(($) => $.admin.subtitles.found, { count: found.length });
      },
    },
  ];
}
