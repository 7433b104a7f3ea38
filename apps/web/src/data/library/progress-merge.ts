// Two tabs that both watch: the newer second of each film and each episode stays, and what one of them removed is gone.
import type { ProgressItem, ProgressState, ProgressUpdate } from './progress-schema.ts';

interface Dated {
  readonly updatedAt: number;
}

type Entries<T> = Readonly<Record<string, T>>;

interface Versions<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

export function mergeProgress({ base, mine, theirs }: Versions<ProgressState>): ProgressState {
  return {
    ...mine,
    items: mergeEntries({ base: base.items, mine: mine.items, theirs: theirs.items }, mergeItem),
    updateQueue: mergeQueue(base.updateQueue, mine.updateQueue, theirs.updateQueue),
  };
}

function mergeItem(mine: ProgressItem, theirs: ProgressItem): ProgressItem {
  const newer = theirs.updatedAt > mine.updatedAt ? theirs : mine;
  const sides = { base: {}, mine: mine.episodes, theirs: theirs.episodes };
  return {
    ...newer,
    seasons: { ...mine.seasons, ...theirs.seasons },
    episodes: mergeEntries(sides, (one, other) => (other.updatedAt > one.updatedAt ? other : one)),
  };
}

/** Gone from one side since `base` means removed there, unless the other side has changed it since. */
function mergeEntries<T extends Dated>(
  { base, mine, theirs }: Versions<Entries<T>>,
  both: (mine: T, theirs: T) => T,
): Record<string, T> {
  const merged: Record<string, T> = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [own, other, before] = [mine[key], theirs[key], base[key]];
    if (own && other) merged[key] = both(own, other);
    else {
      const left = own ?? other;
      const wasRemoved =
        before !== undefined && left !== undefined && left.updatedAt <= before.updatedAt;
      if (left && !wasRemoved) merged[key] = left;
    }
  }
  return merged;
}

/** Entries that the other tab has sent are not sent again; what either tab added stays. */
function mergeQueue(
  base: readonly ProgressUpdate[],
  mine: readonly ProgressUpdate[],
  theirs: readonly ProgressUpdate[],
): ProgressUpdate[] {
  const wereSent = new Set(
    base.filter((update) => !theirs.some(({ id }) => id === update.id)).map(({ id }) => id),
  );
  const ownNews = mine.filter(({ id }) => !wereSent.has(id));
  return [...theirs, ...ownNews].reduce<ProgressUpdate[]>(enqueue, []);
}

const subject = ({ tmdbId, episodeId }: ProgressUpdate): string => `${tmdbId}/${episodeId ?? ''}`;

/** One entry a film or episode: the latest word about it, so the queue cannot outgrow the library. */
export function enqueue(
  queue: readonly ProgressUpdate[],
  update: ProgressUpdate,
): ProgressUpdate[] {
  return [...queue.filter((queued) => subject(queued) !== subject(update)), update];
}
