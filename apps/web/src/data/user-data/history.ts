// The times at which titles were watched: `__MW::watchHistory`, only in Matinee. They stay when progress is removed.
import { isFinished } from '@matinee/shared/media/progress';
import { z } from 'zod';
import { createPersisted } from '#data/storage/persisted-store.ts';
import { mergeTabs } from './merge-lww.ts';
import type { ProgressChange } from './progress-schema.ts';
import { readableRecord } from '../storage/persisted-store.ts';

const optionalText = () => z.string().optional().catch(undefined);
const optionalNumber = () => z.number().optional().catch(undefined);

const HistoryItem = z.lazy(() =>
  z.looseObject({
    tmdbId: z.string(),
    type: z.enum(['movie', 'show']),
    title: z.string().catch('').default(''),
    year: optionalNumber(),
    poster: optionalText(),
    seasonId: optionalText(),
    seasonNumber: optionalNumber(),
    episodeId: optionalText(),
    episodeNumber: optionalNumber(),
    /** Seconds. */
    watched: z.number(),
    duration: z.number(),
    completed: z.boolean().catch(false).default(false),
    /** When it was last watched, in milliseconds since 1970. */
    updatedAt: z.number(),
    /** The account server has not received it. */
    isNew: z.boolean().catch(false).default(false),
  }),
);
export type HistoryItem = z.infer<typeof HistoryItem>;

/** Keyed by title and episode. */
export const HistoryItems = z.lazy(() => readableRecord(HistoryItem));

/** An entry that the account server must also remove. */
const HistoryRemoval = z.lazy(() =>
  z.looseObject({
    tmdbId: z.string(),
    seasonId: optionalText(),
    episodeId: optionalText(),
    /** Removes all entries of the title. */
    isWhole: z.boolean().optional().catch(undefined),
    /** Milliseconds since 1970. */
    updatedAt: z.number(),
  }),
);
export type HistoryRemoval = z.infer<typeof HistoryRemoval>;

const persisted = createPersisted({
  key: '__MW::watchHistory',
  schema: z.lazy(() =>
    z.looseObject({ items: HistoryItems, removals: readableRecord(HistoryRemoval) }),
  ),
  empty: { items: {}, removals: {} },
  merge: ({ base, mine, theirs }) => ({
    ...theirs,
    items: mergeTabs({ base: base.items, mine: mine.items, theirs: theirs.items }),
    removals: mergeTabs({ base: base.removals, mine: mine.removals, theirs: theirs.removals }),
  }),
});

export const historyStore = persisted.store;
export const updateHistory = persisted.update;

export const historyKey = (tmdbId: string, episodeId = ''): string => `${tmdbId}/${episodeId}`;

/** More would take too much of the browser's quota for a site (5 MB). */
const MAX_ENTRIES = 2_000;

export function newestEntries(
  items: Readonly<Record<string, HistoryItem>>,
): Record<string, HistoryItem> {
  const all = Object.entries(items);
  if (all.length <= MAX_ENTRIES) return { ...items };
  const byTime = all.toSorted(([, one], [, other]) => other.updatedAt - one.updatedAt);
  return Object.fromEntries(byTime.slice(0, MAX_ENTRIES));
}

/** Newest first. */
export function watchHistory({ items }: { readonly items: Record<string, HistoryItem> }) {
  return Object.values(items).toSorted((one, other) => other.updatedAt - one.updatedAt);
}

export function recordWatched(changes: readonly ProgressChange[]): void {
  const items = changes.flatMap((change) => itemOf(change) ?? []);
  if (items.length === 0) return;
  persisted.update((state) => ({
    ...state,
    items: newestEntries({
      ...state.items,
      ...Object.fromEntries(items.map((item) => [historyKey(item.tmdbId, item.episodeId), item])),
    }),
  }));
}

function itemOf({ type, progress, ...change }: ProgressChange): HistoryItem | undefined {
  if (!progress || type === undefined) return undefined;
  const { tmdbId, title = '', year, poster, updatedAt } = change;
  const { seasonId, seasonNumber, episodeId, episodeNumber } = change;
  return {
    tmdbId,
    type,
    title,
    year,
    poster,
    updatedAt,
    seasonId,
    seasonNumber,
    episodeId,
    episodeNumber,
    watched: progress.watched,
    duration: progress.duration,
    completed: isFinished(progress),
    isNew: true,
  };
}

/** Clears the history, but sends no removals to the account server. */
export function clearHistory(): void {
  persisted.update((state) => ({ ...state, items: {}, removals: {} }));
}
