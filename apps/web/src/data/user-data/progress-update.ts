// What a second of watching changes, and what the account server is told of it.
import type { WatchProgress } from '@matinee/shared/media/progress';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import type { ProgressItem, ProgressUpdate } from './progress-schema.ts';
import { newId } from './sync/queue.ts';

export interface Watched {
  readonly meta: PlaybackMeta;
  readonly progress: WatchProgress;
  /** By the server's clock. */
  readonly at: number;
}

/** The title with what was watched, and with nothing else that was not in `before`. */
export function watchedItem(
  before: ProgressItem | undefined,
  { meta, progress: { watched, duration }, at }: Watched,
): ProgressItem {
  const item: ProgressItem = {
    ...before,
    title: meta.title,
    year: meta.releaseYear || before?.year,
    poster: meta.poster ?? before?.poster,
    type: meta.type,
    updatedAt: at,
    seasons: before?.seasons ?? {},
    episodes: before?.episodes ?? {},
  };
  const progress = { watched, duration };
  if (meta.type === 'movie') return { ...item, progress };
  const { season, episode } = meta;
  return {
    ...item,
    seasons: {
      ...item.seasons,
      [season.tmdbId]: { id: season.tmdbId, number: season.number, title: season.title },
    },
    episodes: {
      ...item.episodes,
      [episode.tmdbId]: {
        id: episode.tmdbId,
        number: episode.number,
        title: episode.title,
        seasonId: season.tmdbId,
        updatedAt: at,
        progress,
      },
    },
  };
}

export function updateOf({ meta, progress: { watched, duration }, at }: Watched): ProgressUpdate {
  const title: ProgressUpdate = {
    id: newId(),
    action: 'upsert',
    tmdbId: meta.tmdbId,
    title: meta.title,
    year: meta.releaseYear || undefined,
    poster: meta.poster,
    type: meta.type,
    progress: { watched, duration },
    updatedAt: at,
  };
  if (meta.type === 'movie') return title;
  return {
    ...title,
    seasonId: meta.season.tmdbId,
    seasonNumber: meta.season.number,
    episodeId: meta.episode.tmdbId,
    episodeNumber: meta.episode.number,
  };
}

/** Everything that is known of one title, as an account hears it. */
export function updatesOf(tmdbId: string, item: ProgressItem): ProgressUpdate[] {
  const { title, year, poster, type } = item;
  const head = { action: 'upsert' as const, tmdbId, title, year, poster, type };
  if (type === 'movie') {
    const { progress, updatedAt } = item;
    return progress ? [{ ...head, id: newId(), progress, updatedAt }] : [];
  }
  return Object.values(item.episodes).map((episode) => ({
    ...head,
    id: newId(),
    progress: episode.progress,
    updatedAt: episode.updatedAt,
    seasonId: episode.seasonId,
    seasonNumber: item.seasons[episode.seasonId]?.number,
    episodeId: episode.id,
    episodeNumber: episode.number,
  }));
}
