// Turns watched seconds into progress items and changes for the account server, and merges the items and changes of two
// tabs or two devices: the newest position of each movie and episode stays.
import {
  episodeToContinue,
  isResumable,
  progressPercentage,
  type WatchProgress,
} from '@matinee/shared/media/progress';
import type { PlaybackMeta } from '#data/catalog/details.ts';
import type {
  ProgressItem,
  ProgressChange,
  EpisodeItem,
  ProgressState,
} from './progress-schema.ts';
import {
  newId,
  canonicalText,
  mergeEntries,
  mergeQueues,
  mergeTabs,
  newer,
  type Timestamped,
} from './merge-lww.ts';

interface WatchedPosition {
  readonly meta: PlaybackMeta;
  readonly progress: WatchProgress;
  /** A time of the server's clock. */
  readonly at: number;
}

/** Adds the watched part to `before`. */
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

/** Returns changes that contain all progress of one title. */
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
  if (!progress || !isResumable(progress)) return undefined;
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

interface Tabs {
  readonly base: ProgressState;
  readonly mine: ProgressState;
  readonly theirs: ProgressState;
}

export function mergeProgressTabs({ base, mine, theirs }: Tabs): ProgressState {
  return {
    ...theirs,
    items: mergeTabs({ base: base.items, mine: mine.items, theirs: theirs.items }, mergeItems),
    updateQueue: mergeQueues(
      { base: base.updateQueue, mine: mine.updateQueue, theirs: theirs.updateQueue },
      enqueueProgress,
    ),
  };
}

/** Commutative. Fields that only one item has stay. */
export function mergeItems(one: ProgressItem, other: ProgressItem): ProgressItem {
  const { late, early, pick } = inTime(one, other);
  return {
    ...early,
    ...late,
    title: pick(late.title, early.title),
    year: pick(late.year, early.year),
    poster: pick(late.poster, early.poster),
    progress: pick(late.progress, early.progress),
    seasons: mergeSeasons(late.seasons, early.seasons, pick),
    episodes: mergeEntries(late.episodes, early.episodes, mergeEpisodes),
  };
}

function mergeEpisodes(one: EpisodeItem, other: EpisodeItem): EpisodeItem {
  const { late, early, pick } = inTime(one, other);
  return {
    ...early,
    ...late,
    title: pick(late.title, early.title),
    progress: pick(late.progress, early.progress),
  };
}

type Pick = <V>(late: V, early: V) => V;

interface InTime<T> {
  readonly late: T;
  readonly early: T;
  /** Picks the value of one field. At equal times, every device picks the same value. */
  readonly pick: Pick;
}

function inTime<T extends Timestamped>(one: T, other: T): InTime<T> {
  const isTie = one.updatedAt === other.updatedAt;
  const late = isTie ? fuller(one, other) : newer(one, other);
  const isEmpty = (value: unknown): boolean => value === undefined || value === '';
  return {
    late,
    early: late === one ? other : one,
    pick: (own, given) => {
      if (own === given || isEmpty(given)) return own;
      if (isEmpty(own)) return given;
      return isTie && canonicalText(given) > canonicalText(own) ? given : own;
    },
  };
}

/** At equal times, fields of newer clients stay. `pick` chooses the known fields. */
function fuller<T extends object>(one: T, other: T): T {
  return Object.keys(other).length > Object.keys(one).length ? other : one;
}

type Seasons = ProgressItem['seasons'];

function mergeSeasons(late: Seasons, early: Seasons, pick: Pick): Seasons {
  const merged: Seasons = { ...early, ...late };
  for (const [id, season] of Object.entries(merged))
    merged[id] = { ...season, title: pick(season.title, early[id]?.title ?? '') };
  return merged;
}

/** Keeps the latest change per movie or episode, so that the queue cannot outgrow the library. */
export function enqueueProgress(
  queue: readonly ProgressChange[],
  change: ProgressChange,
): ProgressChange[] {
  return [...queue.filter((queued) => !isSuperseded(queued, change)), change];
}

function isSuperseded(queued: ProgressChange, { action, ...by }: ProgressChange): boolean {
  if (queued.tmdbId !== by.tmdbId) return false;
  if (action === 'upsert') return queued.episodeId === by.episodeId && queued.action === action;
  // A removal without an episode removes the season; without a season, the show.
  const isSame = (part: 'seasonId' | 'episodeId') =>
    by[part] === undefined || by[part] === queued[part];
  return isSame('seasonId') && isSame('episodeId');
}
