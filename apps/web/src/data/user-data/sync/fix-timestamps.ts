// What happened while this device did not know how wrong its clock is gets its true time before anybody else hears of it.
import { clockStore, serverTime } from '#data/storage/clock-skew.ts';
import { updateBookmarks } from '../bookmarks.ts';
import { updateHistory } from '../history.ts';
import type { Dated } from '../merge-lww.ts';
import type { ProgressItem } from '../progress-schema.ts';
import { updateProgress } from '../progress.ts';
import { updateRatings } from '../ratings.ts';

/** Returns the way out. */
export function restampWhenTold(): () => void {
  return clockStore.subscribe(({ offsetMs }, before) => {
    if (offsetMs !== null && offsetMs !== 0 && offsetMs !== before.offsetMs)
      // Once it was known, times were right; whoever sets a clock right must not make them wrong.
      restamp(before.offsetMs === null ? offsetMs : 0, serverTime());
  });
}

/** Only what waits to be sent; nothing is ever from the future. */
export function restamp(shiftMs: number, now: number): void {
  const at = <T extends Dated>(dated: T): T =>
    dated.updatedAt === 0
      ? dated
      : { ...dated, updatedAt: Math.min(now, dated.updatedAt + shiftMs) };
  updateBookmarks((state) => {
    const waiting = idsOf(state.updateQueue);
    return {
      ...state,
      bookmarks: mapSome(state.bookmarks, waiting, at),
      updateQueue: state.updateQueue.map(at),
    };
  });
  updateProgress((state) => {
    const episodes = new Set(state.updateQueue.map(({ episodeId }) => episodeId ?? ''));
    const item = (title: ProgressItem): ProgressItem => ({
      ...at(title),
      episodes: mapSome(title.episodes, episodes, at),
    });
    return {
      ...state,
      items: mapSome(state.items, idsOf(state.updateQueue), item),
      updateQueue: state.updateQueue.map(at),
    };
  });
  updateHistory((state) => ({
    ...state,
    items: Object.fromEntries(
      Object.entries(state.items).map(([key, item]) => [key, item.isNew ? at(item) : item]),
    ),
  }));
  updateRatings((ratings) => {
    const waiting = Object.keys(ratings).filter((key) => ratings[key]?.isNew);
    return waiting.length > 0 ? mapSome(ratings, new Set(waiting), at) : ratings;
  });
}

const idsOf = (queue: readonly { readonly tmdbId: string }[]): ReadonlySet<string> =>
  new Set(queue.map(({ tmdbId }) => tmdbId));

function mapSome<T>(
  entries: Readonly<Record<string, T>>,
  which: ReadonlySet<string>,
  change: (entry: T) => T,
): Record<string, T> {
  const all = Object.entries(entries);
  return Object.fromEntries(all.map(([id, entry]) => [id, which.has(id) ? change(entry) : entry]));
}
