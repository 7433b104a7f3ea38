// Two accounts of what was watched, from two tabs or two devices: the newest second of each film and each episode stays.
import { mergeKnown, mergeTabs, newer } from './newest.ts';
import type { ProgressItem, ProgressState, ProgressUpdate } from './progress-schema.ts';
import { mergeQueues } from './queue.ts';

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

/** Does not mind which comes first. A name that only one of them knows stays. */
export function mergeItems(one: ProgressItem, other: ProgressItem): ProgressItem {
  const [late, early] = newer(one, other) === one ? [one, other] : [other, one];
  const episodes = mergeKnown(
    { entries: one.episodes, removals: {} },
    { entries: other.episodes, removals: {} },
    named,
  ).entries;
  return {
    ...early,
    ...late,
    title: late.title || early.title,
    year: late.year ?? early.year,
    poster: late.poster ?? early.poster,
    progress: late.progress ?? early.progress,
    seasons: mergeSeasons(late.seasons, early.seasons),
    episodes: { ...episodes },
  };
}

interface Named {
  readonly title: string;
  readonly updatedAt: number;
}

function named<T extends Named>(one: T, other: T): T {
  const late = newer(one, other);
  const early = late === one ? other : one;
  return { ...late, title: late.title || early.title };
}

type Seasons = ProgressItem['seasons'];

function mergeSeasons(late: Seasons, early: Seasons): Seasons {
  const merged: Seasons = { ...early };
  for (const [id, season] of Object.entries(late))
    merged[id] = { ...season, title: season.title || early[id]?.title || '' };
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
