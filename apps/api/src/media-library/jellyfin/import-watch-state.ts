// Imports positions and watched titles from the media server into the owner's account.
import { MAX_CHANGES } from '@matinee/shared/contract/changes';
import { z } from 'zod';
import type { Catalog } from '#catalog/catalog.ts';
import type { TitleOfItem, TitlesOfItems } from '#media-library/titles/library-stores.ts';
import type { OwnerProgress, StoredPosition, WatchedPosition } from '#user-data/owner-progress.ts';
import type { ItemWatchState } from './user-data.ts';

/** Returns the IDs of a season and, by number, of its episodes. Undefined if the catalog lacks the season. */
export type FindSeason = (
  showId: string,
  season: number,
  signal: AbortSignal,
) => Promise<{ readonly id: string; readonly episodes: ReadonlyMap<number, string> } | undefined>;

const Season = z.object({
  id: z.number(),
  episodes: z.array(z.object({ id: z.number(), episode_number: z.number() })),
});

/** Makes the same request as a show's page, so the response is usually cached. */
export function seasonFinder(fetchCatalog: Catalog['get']): FindSeason {
  return async (showId, number, signal) => {
    const path = `/tv/${showId}/season/${number}`;
    const { status, body } = await fetchCatalog(path, { language: 'en-US' }, signal);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`The catalog responded with status ${status}`);
    const { id, episodes } = Season.parse(JSON.parse(body));
    return {
      id: String(id),
      episodes: new Map(episodes.map((one) => [one.episode_number, String(one.id)])),
    };
  };
}

interface WatchStateOptions {
  readonly progress: Pick<OwnerProgress, 'find' | 'put'>;
  readonly titles: Pick<TitlesOfItems, 'titleOf'>;
  readonly findSeason: FindSeason;
  readonly imageUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Played {
  readonly title: TitleOfItem;
  /** Undefined for a movie. */
  readonly episode: number | undefined;
  readonly watched: number;
  readonly duration: number;
  readonly at: number;
}

/** The tolerance for different clocks of the two servers, and for rounded times. */
const SAME_TIME_MS = 1_000;

/** Writes only states that are newer than the account's own. */
export async function importWatchState(
  states: readonly ItemWatchState[],
  options: WatchStateOptions,
  signal: AbortSignal,
): Promise<void> {
  const { progress, titles, now } = options;
  const played = states.flatMap((state) => playedOf(state, titles.titleOf(state.itemId), now()));
  for (let at = 0; at < played.length; at += MAX_CHANGES) {
    const some = played.slice(at, at + MAX_CHANGES);
    const stored = await progress.find([...new Set(some.map(({ title }) => title.tmdbId))]);
    const known = new Map(stored.map((row) => [keyOf(row), row]));
    const changes: WatchedPosition[] = [];
    for (const each of some) {
      const row = known.get(keyOfPlayed(each));
      if (row && row.updatedAt.getTime() + SAME_TIME_MS >= each.at) continue;
      const ids = await idsOf(each, row, options, signal);
      if (ids) changes.push(changeOf(each, ids, options.imageUrl));
    }
    signal.throwIfAborted();
    if (changes.length > 0) await progress.put(changes);
  }
}

/** Returns an empty list for states without a position to import: a reset, or playback that has just begun. */
function playedOf(state: ItemWatchState, title: TitleOfItem | undefined, now: number): Played[] {
  const { playedAt, position, duration, isPlayed } = state;
  // A date in the future would override everything that the owner watches until then.
  if (!title || duration === undefined || playedAt === undefined || playedAt > now + SAME_TIME_MS) {
    return [];
  }
  const isOver = isPlayed && position < 1;
  if (!isOver && position < 1) return [];
  const watched = isOver ? duration : Math.min(position, duration);
  const one = { title, watched, duration, at: playedAt };
  if (title.type === 'movie') return [{ ...one, episode: undefined }];
  // A position in a file with several episodes doesn't tell which episode it belongs to.
  if (!isOver && title.episodes.length > 1) return [];
  return title.episodes.map((episode) => ({ ...one, episode }));
}

interface EpisodeIds {
  readonly seasonId: string;
  readonly episodeId: string;
}

async function idsOf(
  { title, episode }: Played,
  row: StoredPosition | undefined,
  { findSeason }: WatchStateOptions,
  signal: AbortSignal,
): Promise<EpisodeIds | undefined> {
  if (row) return row;
  if (episode === undefined || title.season === null) return { seasonId: '', episodeId: '' };
  const season = await findSeason(title.tmdbId, title.season, signal);
  const episodeId = season?.episodes.get(episode);
  return season && episodeId !== undefined ? { seasonId: season.id, episodeId } : undefined;
}

function changeOf(
  { title, episode, watched, duration, at }: Played,
  { seasonId, episodeId }: EpisodeIds,
  imageUrl: string,
): WatchedPosition {
  const { tmdbId, type, year, season, poster } = title;
  const isOwn = poster?.startsWith('/library/');
  return {
    type: 'putProgress',
    tmdbId,
    meta: {
      title: title.title,
      type,
      year,
      poster: poster && !isOwn ? `${imageUrl}/t/p/w342${poster}` : poster,
    },
    seasonId: seasonId || null,
    episodeId: episodeId || null,
    seasonNumber: season,
    episodeNumber: episode ?? null,
    watched: Math.round(watched),
    duration: Math.round(duration),
    updatedAt: new Date(at).toISOString(),
  };
}

const keyOf = ({
  tmdbId,
  seasonNumber,
  episodeNumber,
}: Pick<StoredPosition, 'tmdbId' | 'seasonNumber' | 'episodeNumber'>): string =>
  `${tmdbId} ${seasonNumber ?? ''} ${episodeNumber ?? ''}`;

const keyOfPlayed = ({ title, episode }: Played): string =>
  keyOf({
    tmdbId: title.tmdbId,
    seasonNumber: episode === undefined ? null : title.season,
    episodeNumber: episode ?? null,
  });
