// Turns watched seconds into progress items and changes for the account server.
import {
  episodeToContinue,
  isWorthContinuing,
  progressPercentage,
  type WatchProgress,
} from '@matinee/shared/media/progress';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import type { ProgressItem, ProgressChange } from './progress-schema.ts';
import { newId } from './merge-lww.ts';

export interface WatchedPosition {
  readonly meta: PlaybackMeta;
  readonly progress: WatchProgress;
  /** By the server's clock. */
  readonly at: number;
}

/** `before` with the watched part added. */
export function watchedItem(
  before: ProgressItem | undefined,
  { meta, progress: { watched, duration }, at }: WatchedPosition,
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

export function changeOfWatched({
  meta,
  progress: { watched, duration },
  at,
}: WatchedPosition): ProgressChange {
  const title: ProgressChange = {
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

/** Changes that carry all progress of one title. */
export function changesOfItem(tmdbId: string, item: ProgressItem): ProgressChange[] {
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

/** The point at which a title resumes. */
export interface ResumePoint {
  /** 0 to 100. */
  readonly percentage: number;
  /** Shows only. */
  readonly episode?: ResumeEpisode;
}

export interface ResumeEpisode {
  readonly seasonId: string;
  readonly episodeId: string;
  readonly season: number;
  readonly number: number;
}

/** Undefined for titles that are new or finished. */
export function resumePointOf(item: ProgressItem): ResumePoint | undefined {
  return item.type === 'movie' ? movieResumePoint(item) : episodeResumePoint(item);
}

function movieResumePoint({ progress }: ProgressItem): ResumePoint | undefined {
  if (!progress || !isWorthContinuing(progress)) return undefined;
  return { percentage: progressPercentage(progress) };
}

function episodeResumePoint({ episodes, seasons }: ProgressItem): ResumePoint | undefined {
  const episode = episodeToContinue(Object.values(episodes), seasons);
  if (!episode) return undefined;
  const { id, seasonId, number, progress } = episode;
  const percentage = progressPercentage(progress);
  // An episode of an unknown season can be opened by its id.
  const season = seasons[seasonId]?.number ?? 1;
  return { percentage, episode: { seasonId, episodeId: id, season, number } };
}
