import { queryOptions } from '@tanstack/react-query';
import { MultiResults } from './schemas.ts';
import { titleOf, type Title } from './title.ts';
import { tmdb } from './tmdb.ts';

// The server refuses what no title can be; the beginning of it is as good.
const LONGEST = 200;
const REMEMBERED_MS = 60 * 60_000;

/** Films and series in TMDB's order, those with a poster first. */
export function searchTitles(text: string) {
  const query = text.trim().slice(0, LONGEST);
  return queryOptions({
    queryKey: ['catalogue', 'search', query],
    queryFn: async ({ signal }): Promise<readonly Title[]> => {
      const { results } = await tmdb('/search/multi', {
        schema: MultiResults,
        query: { query, include_adult: false, page: 1 },
        signal,
      });
      const now = new Date();
      return postersFirst(results.map((item) => titleOf(item, now)));
    },
    staleTime: REMEMBERED_MS,
    gcTime: REMEMBERED_MS,
  });
}

function postersFirst(titles: readonly Title[]): Title[] {
  const hasPoster = ({ poster }: Title) => poster !== undefined;
  return [...titles.filter(hasPoster), ...titles.filter((title) => !hasPoster(title))];
}
