// Merges the progress of two tabs or two devices: the newest position of each movie and episode stays.
import {
  canonicalText,
  mergeEntries,
  mergeQueues,
  mergeTabs,
  newer,
  type Timestamped,
} from './merge-lww.ts';
import type {
  EpisodeItem,
  ProgressItem,
  ProgressState,
  ProgressChange,
} from './progress-schema.ts';

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

/** Commutative; fields that only one of them has stay. */
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
  /** Picks the value of one field; at equal times every device picks the same. */
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

/** At equal times fields of newer clients stay; `pick` chooses the known ones. */
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

/** One change a movie or episode, the latest, so that the queue cannot outgrow the library. */
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
