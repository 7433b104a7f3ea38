import { infiniteQueryOptions } from '@tanstack/react-query';
import { ENGLISH } from './locale.ts';
import { titleList } from './title-list.ts';
import type { Title } from './title.ts';

// The server refuses what no title can be; the beginning of it is as good.
const LONGEST = 200;
const REMEMBERED_MS = 60 * 60_000;
/** TMDB has no more of anything. */
const PAGES_AT_MOST = 500;

/** Films and series in TMDB's order, page by page, those of a page with a poster first. */
export function searchTitles(text: string, language = ENGLISH) {
  const query = text.trim().slice(0, LONGEST);
  return infiniteQueryOptions({
    queryKey: ['catalogue', 'search', query, language],
    queryFn: ({ signal, pageParam: page }) =>
      titleList({
        path: '/search/multi',
        language,
        query: { query, include_adult: false, page },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) =>
      page < Math.min(pages, PAGES_AT_MOST) ? page + 1 : undefined,
    select: ({ pages }) => eachOnce(pages.flatMap(({ titles }) => postersFirst(titles))),
    staleTime: REMEMBERED_MS,
    gcTime: REMEMBERED_MS,
  });
}

function postersFirst(titles: readonly Title[]): Title[] {
  const hasPoster = ({ poster }: Title) => poster !== undefined;
  return [...titles.filter(hasPoster), ...titles.filter((title) => !hasPoster(title))];
}

/** What moves on by a page between two answers comes in both. */
function eachOnce(titles: readonly Title[]): readonly Title[] {
  const known = new Map<string, Title>();
  for (const title of titles) {
    const key = `${title.type} ${title.tmdbId}`;
    if (!known.has(key)) known.set(key, title);
  }
  return [...known.values()];
}
