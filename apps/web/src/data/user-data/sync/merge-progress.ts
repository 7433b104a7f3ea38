import type { LenientProgress } from '#data/response-schemas.ts';
import {
  mergeEntries,
  mergeReplicas,
  timestampOf,
  type Timestamped,
  isNewerThanRemote,
  removedRemotely,
  type RemoteSnapshot,
} from '../merge-lww.ts';
import { mergeItems } from '../progress-items.ts';
import type { ProgressChange, ProgressItem, ProgressState } from '../progress-schema.ts';

/** One key for each movie and each episode. */
const keyOf = (tmdbId: string, episodeId = ''): string => `${tmdbId}/${episodeId}`;

export function mergeRemoteProgress(
  state: ProgressState,
  { rows, asOf, pendingThen }: RemoteSnapshot<LenientProgress, ProgressChange>,
): ProgressState {
  const pending = [...pendingThen, ...state.updateQueue];
  const remote = remoteItems(rows);
  const [here, there] = [partsOf(state.items), partsOf(remote)];
  const upserts = pending.filter(({ action }) => action === 'upsert');
  const pendingKeys = new Set(upserts.map(({ tmdbId, episodeId }) => keyOf(tmdbId, episodeId)));
  const removals = pending.filter(({ action }) => action === 'delete');
  const merged = mergeReplicas(
    { entries: here, removals: removedParts({ ...there, ...here }, removals) },
    { entries: there, removals: removedRemotely(there, here, pendingKeys, asOf) },
    // Decides only which of them survive; `mergeItems` merges their fields.
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
          isNewerThanRemote(change, there[keyOf(change.tmdbId, change.episodeId)]),
      )
      .map((change) => withPoster(change, remote[change.tmdbId])),
  };
}

/** Movie-web servers empty a poster that a change leaves out. */
function withPoster(change: ProgressChange, stored: ProgressItem | undefined): ProgressChange {
  const lacksPoster = change.action === 'upsert' && change.poster === undefined;
  return lacksPoster && stored?.poster ? { ...change, poster: stored.poster } : change;
}

interface Part extends Timestamped {
  readonly tmdbId: string;
  readonly seasonId?: string | undefined;
  readonly episodeId?: string | undefined;
}

type Items = Readonly<Record<string, ProgressItem>>;

function partsOf(items: Items): Record<string, Part> {
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
  return Object.fromEntries(parts.map((part) => [keyOf(part.tmdbId, part.episodeId), part]));
}

function removedParts(
  parts: Readonly<Record<string, Part>>,
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

/** Titles with the parts that are left; a show without episodes is dropped. */
function survivorsOf(items: Items, parts: Readonly<Record<string, Part>>): Items {
  const left = Object.entries(items).flatMap(([tmdbId, item]) => {
    if (item.type === 'movie') return parts[keyOf(tmdbId)] ? [[tmdbId, item] as const] : [];
    const episodes = Object.entries(item.episodes).filter(([, { id }]) => parts[keyOf(tmdbId, id)]);
    if (episodes.length === 0) return [];
    return [[tmdbId, { ...item, episodes: Object.fromEntries(episodes) }] as const];
  });
  return Object.fromEntries(left);
}

/** Servers have a row for each episode, without the names of seasons and episodes. */
function remoteItems(rows: readonly LenientProgress[]): Items {
  const items: Record<string, ProgressItem> = {};
  for (const row of rows) {
    const item = itemOf(row);
    const known = items[row.tmdbId];
    if (item) items[row.tmdbId] = known ? mergeItems(known, item) : item;
  }
  return items;
}

function itemOf(row: LenientProgress): ProgressItem | undefined {
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
