import { z } from 'zod';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import type { WantedTitle } from '#match.ts';
import { isIdentifier } from './archive-fields.ts';

const digits = z.coerce.number().int().nonnegative();

const SearchTarget = z.object({
  kind: z.enum(['movie', 'show']),
  title: z.string().min(1),
  year: digits,
  tmdb: digits,
  imdbId: z.string().optional(),
  runtimeMin: z.coerce.number().positive().optional(),
  season: digits.optional(),
  episode: digits.optional(),
  episodeTitle: z.string().optional(),
});
/** What an item is checked against. It travels in the fragment of the item's address. */
export type SearchTarget = z.infer<typeof SearchTarget> & WantedTitle;

export function searchTargetOf(media: ScrapeMedia): SearchTarget {
  const title = {
    title: media.title,
    year: media.releaseYear,
    tmdb: Number(media.tmdbId),
    imdbId: media.imdbId,
    runtimeMin: media.runtime,
  };
  if (media.type === 'movie') return { kind: 'movie', ...title };
  const { season, episode } = media;
  return {
    kind: 'show',
    ...title,
    season: season.number,
    episode: episode.number,
    episodeTitle: episode.title,
  };
}

export function itemLink(base: string, identifier: string, wanted: SearchTarget): string {
  return `${base}/details/${identifier}#${told(wanted)}`;
}

export function searchLink(base: string, wanted: SearchTarget): string {
  return `${base}/search#${told(wanted)}`;
}

function told(wanted: SearchTarget): string {
  const fragment = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted))
    if (value !== undefined) fragment.set(name, String(value));
  return fragment.toString();
}

/** The address may come from anywhere: only identifier and wishes are read, never host or trust. */
export function parseItemLink(
  link: string,
): { readonly identifier: string; readonly wanted: SearchTarget } | undefined {
  const identifier = URL.parse(link)?.pathname.match(/\/details\/([^/]+)$/)?.[1];
  const wanted = parseSearchLink(link);
  return isIdentifier(identifier) && wanted ? { identifier, wanted } : undefined;
}

export function parseSearchLink(link: string): SearchTarget | undefined {
  const fragment = URL.parse(link)?.hash.slice(1) ?? '';
  return SearchTarget.safeParse(Object.fromEntries(new URLSearchParams(fragment))).data;
}
