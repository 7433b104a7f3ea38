// Marks many episodes as watched or unwatched. The returned functions undo it.
import type { QueryClient } from '@tanstack/react-query';
import { isMostlyWatched } from '@matinee/shared/media/progress';
import { airedAmong } from '#data/catalog/title.ts';
import { seasonDetails, type EpisodeMeta, type ShowMeta } from '#data/catalog/details.ts';
import { seasonContent, type SeasonMeta } from '#data/catalog/playback-meta.ts';
import type { SeasonDetails } from '#data/catalog/schemas.ts';
import type { ProgressItem } from './progress-schema.ts';
import type { Undo } from './bookmarks.ts';
import { markAllUnwatched, markAllWatched } from './mark-watched.ts';

export interface MarkedShow {
  readonly tmdbId: string;
  readonly title: string;
  readonly year?: number | undefined;
  readonly releaseYear?: number | undefined;
  readonly poster?: string | undefined;
  readonly seasons: readonly { readonly number: number }[];
}

export interface MarkedEpisodes {
  readonly show: MarkedShow;
  readonly season: SeasonMeta;
  /** Those that have aired. */
  readonly episodes: readonly EpisodeMeta[];
}

/** A season with its aired episodes. */
export function airedEpisodes(details: SeasonDetails, now: Date): Omit<MarkedEpisodes, 'show'> {
  const { season, episodes } = seasonContent(details);
  const aired = airedAmong(
    episodes.map(({ airDate }) => airDate),
    now,
  );
  return { season, episodes: episodes.filter((_, index) => aired[index]) };
}

/** A selector. */
export const areWatched =
  ({ show, episodes }: MarkedEpisodes) =>
  ({ items }: { readonly items: Readonly<Record<string, ProgressItem>> }): boolean =>
    episodes.length > 0 && episodes.every((episode) => isWatched(items[show.tmdbId], episode));

function isWatched(item: ProgressItem | undefined, { tmdbId, ownId }: EpisodeMeta): boolean {
  const progress = (item?.episodes[tmdbId] ?? item?.episodes[ownId ?? ''])?.progress;
  return progress !== undefined && isMostlyWatched(progress);
}

/** The show continues with the next season once that has aired. Never rejects. */
export async function markSeasonWatched(
  client: QueryClient,
  marked: MarkedEpisodes,
  item: ProgressItem | undefined,
): Promise<Undo> {
  const next = await beginningOfNext(client, marked).catch(() => undefined);
  const left = marked.episodes.filter((episode) => !isWatched(item, episode));
  return markAllWatched(metasOf({ ...marked, episodes: left }), next);
}

export function markEpisodesWatched(marked: MarkedEpisodes): Undo {
  return markAllWatched(metasOf(marked), undefined);
}

export function markEpisodesUnwatched(marked: MarkedEpisodes): Undo {
  return markAllUnwatched(metasOf(marked));
}

function metasOf({ show, season, episodes }: MarkedEpisodes): ShowMeta[] {
  const { tmdbId, title, year, releaseYear = year ?? 0, poster } = show;
  return episodes.map((episode) => ({
    type: 'show',
    tmdbId,
    title,
    releaseYear,
    ...(poster !== undefined && { poster }),
    season,
    episode,
    episodes: [],
    seasons: [],
  }));
}

async function beginningOfNext(
  client: QueryClient,
  { show, season }: MarkedEpisodes,
): Promise<ShowMeta | undefined> {
  const later = show.seasons.filter(({ number }) => number > season.number);
  if (season.number === 0 || later.length === 0) return undefined;
  const number = Math.min(...later.map((one) => one.number));
  const query = { ...seasonDetails(show.tmdbId, number), retry: false };
  const next = seasonContent(await client.fetchQuery(query));
  const [first] = next.episodes;
  const [isAired] = airedAmong([first?.airDate], new Date());
  return first && isAired
    ? metasOf({ show, season: next.season, episodes: [first] })[0]
    : undefined;
}
