// Merges the account server's data into this browser. Keeps the newest version of each entry and pending changes, and
// removes what another device has removed.
import type {
  LenientBookmark,
  LenientProgress,
  LenientRating,
  LenientWatched,
} from '#data/response-schemas.ts';
import { BookmarkItem, type BookmarkChange, type BookmarkState } from '../bookmark-schema.ts';
import { historyKey, newestEntries, type HistoryItem, type HistoryRemoval } from '../history.ts';
import { mergeEntries, mergeReplicas, newer, timestampOf, type Timestamped } from '../merge-lww.ts';
import { mergeItems } from '../progress-items.ts';
import type { ProgressChange, ProgressItem, ProgressState } from '../progress-schema.ts';
import { ratingKey, type RatingItem } from '../ratings.ts';

type Entries<T> = Readonly<Record<string, T>>;

interface RemoteSnapshot<Row, Change> {
  readonly rows: readonly Row[];
  /** The time of the request, by the server's clock. */
  readonly asOf: number;
  /** Changes that were pending at that time. The response may or may not include them. */
  readonly pendingThen: readonly Change[];
}

/** Entries that the server no longer has, because another device removed them. Leaves out entries newer than the request. */
function removedRemotely(
  remote: Entries<Timestamped>,
  local: Entries<Timestamped>,
  pendingKeys: ReadonlySet<string>,
  asOf: number,
): Record<string, number> {
  const removed = Object.entries(local).filter(
    ([key, { updatedAt }]) => !remote[key] && !pendingKeys.has(key) && updatedAt < asOf,
  );
  return Object.fromEntries(removed.map(([key, { updatedAt }]) => [key, updatedAt]));
}

/** Whether a pending change still has to be sent. */
const isNewerThanRemote = (change: Timestamped, remote: Timestamped | undefined): boolean =>
  remote === undefined || timestampOf(change) >= remote.updatedAt;

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

/** Adds stored values that a change omits, because second-generation servers would empty them. */
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

/** One key for each movie and each episode. */
const partKey = (tmdbId: string, episodeId = ''): string => `${tmdbId}/${episodeId}`;

export function mergeRemoteProgress(
  state: ProgressState,
  { rows, asOf, pendingThen }: RemoteSnapshot<LenientProgress, ProgressChange>,
): ProgressState {
  const pending = [...pendingThen, ...state.updateQueue];
  const remote = progressItems(rows);
  const [here, there] = [partsOf(state.items), partsOf(remote)];
  const upserts = pending.filter(({ action }) => action === 'upsert');
  const pendingKeys = new Set(upserts.map(({ tmdbId, episodeId }) => partKey(tmdbId, episodeId)));
  const removals = pending.filter(({ action }) => action === 'delete');
  const merged = mergeReplicas(
    { entries: here, removals: removedParts({ ...there, ...here }, removals) },
    { entries: there, removals: removedRemotely(there, here, pendingKeys, asOf) },
    // Decides only which items survive. `mergeItems` merges their fields.
    (one, other) => (other.updatedAt > one.updatedAt ? other : one),
  );
  return {
    ...state,
    items: mergeEntries(
      survivorsOf(state.items, merged.entries),
      survivorsOf(remote, merged.entries),
      mergeItems,
    ),
    updateQueue: state.updateQueue
      .filter(
        (change) =>
          change.action === 'delete' ||
          isNewerThanRemote(change, there[partKey(change.tmdbId, change.episodeId)]),
      )
      .map((change) => withPoster(change, remote[change.tmdbId])),
  };
}

/** Movie-web servers empty a poster that a change omits. */
function withPoster(change: ProgressChange, stored: ProgressItem | undefined): ProgressChange {
  const lacksPoster = change.action === 'upsert' && change.poster === undefined;
  return lacksPoster && stored?.poster ? { ...change, poster: stored.poster } : change;
}

interface Part extends Timestamped {
  readonly tmdbId: string;
  readonly seasonId?: string | undefined;
  readonly episodeId?: string | undefined;
}

function partsOf(items: Entries<ProgressItem>): Record<string, Part> {
  const parts = Object.entries(items).flatMap(([tmdbId, item]): Part[] =>
    item.type === 'movie'
      ? [{ tmdbId, updatedAt: item.updatedAt }]
      : Object.values(item.episodes).map(({ id, seasonId, updatedAt }) => ({
          tmdbId,
          seasonId,
          episodeId: id,
          updatedAt,
        })),
  );
  return Object.fromEntries(parts.map((part) => [partKey(part.tmdbId, part.episodeId), part]));
}

function removedParts(
  parts: Entries<Part>,
  removals: readonly ProgressChange[],
): Record<string, number> {
  const removed: Record<string, number> = {};
  if (removals.length === 0) return removed;
  for (const [key, part] of Object.entries(parts)) {
    const of = removals.filter(
      ({ tmdbId, seasonId, episodeId }) =>
        tmdbId === part.tmdbId &&
        (seasonId === undefined || seasonId === part.seasonId) &&
        (episodeId === undefined || episodeId === part.episodeId),
    );
    if (of.length > 0) removed[key] = Math.max(...of.map(timestampOf));
  }
  return removed;
}

/** Returns titles with their remaining parts. Drops shows without episodes. */
function survivorsOf(items: Entries<ProgressItem>, parts: Entries<Part>): Entries<ProgressItem> {
  const left = Object.entries(items).flatMap(([tmdbId, item]) => {
    if (item.type === 'movie') return parts[partKey(tmdbId)] ? [[tmdbId, item] as const] : [];
    const episodes = Object.entries(item.episodes).filter(
      ([, { id }]) => parts[partKey(tmdbId, id)],
    );
    if (episodes.length === 0) return [];
    return [[tmdbId, { ...item, episodes: Object.fromEntries(episodes) }] as const];
  });
  return Object.fromEntries(left);
}

/** Servers have a row for each episode, without the names of seasons and episodes. */
function progressItems(rows: readonly LenientProgress[]): Entries<ProgressItem> {
  const items: Record<string, ProgressItem> = {};
  for (const row of rows) {
    const item = progressItemOf(row);
    const known = items[row.tmdbId];
    if (item) items[row.tmdbId] = known ? mergeItems(known, item) : item;
  }
  return items;
}

function progressItemOf(row: LenientProgress): ProgressItem | undefined {
  const { meta, watched, duration, updatedAt, season, episode } = row;
  const progress = { watched, duration };
  const head = {
    title: meta.title,
    year: meta.year || undefined,
    poster: meta.poster ?? undefined,
    updatedAt,
    seasons: {},
    episodes: {},
  };
  if (meta.type === 'movie') return { ...head, type: 'movie', progress };
  if (!season?.id || !episode?.id) return undefined;
  const seasonItem = { id: season.id, number: season.number ?? 0, title: '' };
  const episodeItem = {
    id: episode.id,
    number: episode.number ?? 0,
    title: '',
    seasonId: season.id,
  };
  return {
    ...head,
    type: 'show',
    seasons: { [season.id]: seasonItem },
    episodes: { [episode.id]: { ...episodeItem, updatedAt, progress } },
  };
}

interface RemoteHistory {
  readonly rows: readonly LenientWatched[];
  /** The time of the request, by the server's clock. */
  readonly asOf: number;
  /** Removals that were pending at that time or still are. */
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
  /** The time of the request, by the server's clock. */
  readonly asOf: number;
  /** Keys of ratings that were pending at that time. */
  readonly pendingThen: ReadonlySet<string>;
}

/** Servers send no times. Keeps pending and later ratings of this browser, and takes the others from the server. */
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
