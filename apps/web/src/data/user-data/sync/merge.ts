// Merges what the account server has into this browser: the newest version of each entry stays, pending changes are kept, and
// what another device removed goes.
import type { LenientBookmark, LenientRating, LenientWatched } from '#data/response-schemas.ts';
import { BookmarkItem, type BookmarkState, type BookmarkChange } from '../bookmark-schema.ts';
import { historyKey, newestEntries, type HistoryItem, type HistoryRemoval } from '../history.ts';
import {
  isNewerThanRemote,
  mergeReplicas,
  newer,
  removedRemotely,
  timestampOf,
  type RemoteSnapshot,
} from '../merge-lww.ts';
import { ratingKey, type RatingItem } from '../ratings.ts';

type Entries<T> = Readonly<Record<string, T>>;

export function mergeRemoteBookmarks(
  state: BookmarkState,
  { rows, asOf, pendingThen }: RemoteSnapshot<LenientBookmark, BookmarkChange>,
): BookmarkState {
  const pending = [...pendingThen, ...state.updateQueue];
  const remote = Object.fromEntries(rows.map((row) => [row.tmdbId, bookmarkOf(row)]));
  const pendingIds = new Set(pending.map(({ tmdbId }) => tmdbId));
  const removals = pending.filter(({ action }) => action === 'delete');
  const merged = mergeReplicas(
    {
      entries: state.bookmarks,
      removals: Object.fromEntries(removals.map((one) => [one.tmdbId, timestampOf(one)])),
    },
    { entries: remote, removals: removedRemotely(remote, state.bookmarks, pendingIds, asOf) },
    mergeBookmarks,
  );
  return {
    ...state,
    bookmarks: { ...merged.entries },
    updateQueue: state.updateQueue
      .filter((change) => isNewerThanRemote(change, remote[change.tmdbId]))
      .map((change) => withStored(change, remote[change.tmdbId])),
  };
}

/** Second-generation servers empty what an addition leaves out, so it carries what they have stored. */
export function withStored(
  change: BookmarkChange,
  stored: BookmarkItem | undefined,
): BookmarkChange {
  if (change.action === 'delete' || !stored) return change;
  return {
    ...change,
    year: change.year ?? stored.year,
    poster: change.poster ?? stored.poster,
    group: change.group ?? stored.group,
    favoriteEpisodes: change.favoriteEpisodes ?? stored.favoriteEpisodes,
  };
}

export function bookmarkOf({
  meta,
  group,
  favoriteEpisodes,
  updatedAt,
}: LenientBookmark): BookmarkItem {
  return BookmarkItem.parse({
    title: meta.title,
    year: meta.year || undefined,
    poster: meta.poster ?? undefined,
    type: meta.type,
    ...(group && { group }),
    ...(favoriteEpisodes && { favoriteEpisodes }),
    updatedAt,
  });
}

/** Servers and clients without groups or posters do not empty them. */
function mergeBookmarks(one: BookmarkItem, other: BookmarkItem): BookmarkItem {
  const late = newer(one, other);
  const early = late === one ? other : one;
  const group = late.group ?? early.group;
  const favoriteEpisodes = late.favoriteEpisodes ?? early.favoriteEpisodes;
  return {
    ...early,
    ...late,
    year: late.year ?? early.year,
    poster: late.poster ?? early.poster,
    ...(group && { group }),
    ...(favoriteEpisodes && { favoriteEpisodes }),
  };
}

interface RemoteHistory {
  readonly rows: readonly LenientWatched[];
  /** When they were requested, by the server's clock. */
  readonly asOf: number;
  /** Removals that were pending then, or still are. */
  readonly removals?: readonly HistoryRemoval[];
}

export function mergeRemoteHistory(
  items: Entries<HistoryItem>,
  { rows, asOf, removals = [] }: RemoteHistory,
): Record<string, HistoryItem> {
  const isRemoved = (item: HistoryItem) => removals.some((removal) => removes(removal, item));
  const all = Object.entries(historyItems(rows));
  const remote = Object.fromEntries(all.filter(([, item]) => !isRemoved(item)));
  const pendingKeys = new Set(Object.keys(items).filter((key) => items[key]?.isNew));
  const merged = mergeReplicas(
    { entries: items, removals: {} },
    { entries: remote, removals: removedRemotely(remote, items, pendingKeys, asOf) },
  );
  return newestEntries(merged.entries);
}

function removes(removal: HistoryRemoval, { tmdbId, episodeId, updatedAt }: HistoryItem): boolean {
  const isOfEntry = removal.isWhole || removal.episodeId === episodeId;
  return removal.tmdbId === tmdbId && isOfEntry && updatedAt <= removal.updatedAt;
}

export function historyItems(rows: readonly LenientWatched[]): Record<string, HistoryItem> {
  const entries = rows.map(
    (row) => [historyKey(row.tmdbId, row.episode?.id), historyItemOf(row)] as const,
  );
  return Object.fromEntries(entries);
}

function historyItemOf({ tmdbId, meta, season, episode, ...watched }: LenientWatched): HistoryItem {
  return {
    tmdbId,
    type: meta.type,
    title: meta.title,
    year: meta.year || undefined,
    poster: meta.poster ?? undefined,
    seasonId: season?.id,
    seasonNumber: season?.number ?? undefined,
    episodeId: episode?.id,
    episodeNumber: episode?.number ?? undefined,
    watched: watched.watched,
    duration: watched.duration,
    completed: watched.completed,
    updatedAt: watched.watchedAt,
    isNew: false,
  };
}

interface RemoteRatings {
  readonly rows: readonly LenientRating[];
  /** When they were requested, by the server's clock. */
  readonly asOf: number;
  /** Keys of ratings that were pending then. */
  readonly pendingThen: ReadonlySet<string>;
}

/** Servers send no times: pending and later ratings of this browser stay, and the server decides the rest. */
export function mergeRemoteRatings(
  ratings: Entries<RatingItem>,
  { rows, asOf, pendingThen }: RemoteRatings,
): Entries<RatingItem> {
  const local = Object.entries(ratings).filter(
    ([key, { isNew, updatedAt }]) => isNew || pendingThen.has(key) || updatedAt >= asOf,
  );
  const remote = rows.map(({ tmdb_id, type, rating }) => {
    const item: RatingItem = { tmdbId: tmdb_id, type, rating, updatedAt: asOf - 1, isNew: false };
    const before = ratings[ratingKey(item)];
    return [ratingKey(item), before?.rating === rating ? before : item] as const;
  });
  return Object.fromEntries([...remote, ...local]);
}
