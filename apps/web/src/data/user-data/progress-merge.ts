// Two accounts of what was watched, from two tabs or two devices: the newest second of each film and each episode stays.
import { mergeKnown, mergeTabs, newer, spelling, type Dated } from './merge-lww.ts';
import type {
  EpisodeItem,
  ProgressItem,
  ProgressState,
  ProgressUpdate,
} from './progress-schema.ts';
import { mergeQueues } from './sync/queue.ts';

interface Tabs {
  readonly base: ProgressState;
  readonly mine: ProgressState;
  readonly theirs: ProgressState;
}

export function mergeProgress({ base, mine, theirs }: Tabs): ProgressState {
  return {
    ...theirs,
    items: mergeTabs({ base: base.items, mine: mine.items, theirs: theirs.items }, mergeItems),
    updateQueue: mergeQueues(
      { base: base.updateQueue, mine: mine.updateQueue, theirs: theirs.updateQueue },
      enqueueProgress,
    ),
  };
}

/** Does not mind which comes first. What only one of them knows stays. */
export function mergeItems(one: ProgressItem, other: ProgressItem): ProgressItem {
  const { late, early, pick } = inTime(one, other);
  const [mine, theirs] = [late.episodes, early.episodes];
  return {
    ...early,
    ...late,
    title: pick(late.title, early.title),
    year: pick(late.year, early.year),
    poster: pick(late.poster, early.poster),
    progress: pick(late.progress, early.progress),
    seasons: mergeSeasons(late.seasons, early.seasons, pick),
    episodes: {
      ...mergeKnown(
        { entries: mine, removals: {} },
        { entries: theirs, removals: {} },
        mergeEpisodes,
      ).entries,
    },
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
  /** Of one field: of two at the same moment every device picks the same. */
  readonly pick: Pick;
}

function inTime<T extends Dated>(one: T, other: T): InTime<T> {
  const isTie = one.updatedAt === other.updatedAt;
  const late = isTie ? fuller(one, other) : newer(one, other);
  const isEmpty = (value: unknown): boolean => value === undefined || value === '';
  return {
    late,
    early: late === one ? other : one,
    pick: (own, given) => {
      if (own === given || isEmpty(given)) return own;
      if (isEmpty(own)) return given;
      return isTie && spelling(given) > spelling(own) ? given : own;
    },
  };
}

/** Fields of later clients stay; all that is known here is picked one by one. */
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

/** One entry a film or episode, the latest word about it: so the queue cannot outgrow the library. */
export function enqueueProgress(
  queue: readonly ProgressUpdate[],
  update: ProgressUpdate,
): ProgressUpdate[] {
  return [...queue.filter((queued) => !isOverruled(queued, update)), update];
}

function isOverruled(queued: ProgressUpdate, { action, ...by }: ProgressUpdate): boolean {
  if (queued.tmdbId !== by.tmdbId) return false;
  if (action === 'upsert') return queued.episodeId === by.episodeId && queued.action === action;
  // A removal without an episode, or without a season, is of all that it does not narrow down.
  const isSame = (part: 'seasonId' | 'episodeId') =>
    by[part] === undefined || by[part] === queued[part];
  return isSame('seasonId') && isSame('episodeId');
}
