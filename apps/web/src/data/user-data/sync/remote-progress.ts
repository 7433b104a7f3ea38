import type { AnyProgress } from '#data/response-schemas.ts';
import { goneFrom, isNews, timeOf, type Heard } from './remote-snapshot.ts';
import { mergeKnown, type Dated, type Known } from '../merge-lww.ts';
import { mergeItems } from '../progress-merge.ts';
import type { ProgressItem, ProgressState, ProgressUpdate } from '../progress-schema.ts';

/** A film, or one episode. */
const keyOf = (tmdbId: string, episodeId = ''): string => `${tmdbId}/${episodeId}`;

export function mergeRemoteProgress(
  state: ProgressState,
  { rows, asOf, waited }: Heard<AnyProgress, ProgressUpdate>,
): ProgressState {
  const waiting = [...waited, ...state.updateQueue];
  const remote = remoteItems(rows);
  const [here, there] = [partsOf(state.items), partsOf(remote)];
  const upserts = waiting.filter(({ action }) => action === 'upsert');
  const isWaiting = new Set(upserts.map(({ tmdbId, episodeId }) => keyOf(tmdbId, episodeId)));
  const removals = waiting.filter(({ action }) => action === 'delete');
  const merged = mergeKnown(
    { entries: here, removals: removedParts({ ...there, ...here }, removals) },
    { entries: there, removals: goneFrom(there, here, isWaiting, asOf) },
    // Only which of them are left is asked here.
    (one, other) => (other.updatedAt > one.updatedAt ? other : one),
  );
  return {
    ...state,
    items: join(surviving(state.items, merged), surviving(remote, merged)),
    updateQueue: state.updateQueue
      .filter(
        (update) =>
          update.action === 'delete' ||
          isNews(update, there[keyOf(update.tmdbId, update.episodeId)]),
      )
      .map((update) => withPoster(update, remote[update.tmdbId])),
  };
}

/** Other servers empty a poster that an update leaves out. */
function withPoster(update: ProgressUpdate, stored: ProgressItem | undefined): ProgressUpdate {
  const isBare = update.action === 'upsert' && update.poster === undefined;
  return isBare && stored?.poster ? { ...update, poster: stored.poster } : update;
}

interface Part extends Dated {
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
  removals: readonly ProgressUpdate[],
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
    if (of.length > 0) removed[key] = Math.max(...of.map(timeOf));
  }
  return removed;
}

/** Titles with what is left of them; a series of which nothing is left is none. */
function surviving(items: Items, { entries }: Known<Part>): Items {
  const left = Object.entries(items).flatMap(([tmdbId, item]) => {
    if (item.type === 'movie') return entries[keyOf(tmdbId)] ? [[tmdbId, item] as const] : [];
    const episodes = Object.entries(item.episodes).filter(
      ([, { id }]) => entries[keyOf(tmdbId, id)],
    );
    if (episodes.length === 0) return [];
    return [[tmdbId, { ...item, episodes: Object.fromEntries(episodes) }] as const];
  });
  return Object.fromEntries(left);
}

function join(here: Items, there: Items): Record<string, ProgressItem> {
  return {
    ...mergeKnown({ entries: here, removals: {} }, { entries: there, removals: {} }, mergeItems)
      .entries,
  };
}

/** Servers know neither the names of seasons and episodes nor anything of a series as a whole. */
function remoteItems(rows: readonly AnyProgress[]): Items {
  const items: Record<string, ProgressItem> = {};
  for (const row of rows) {
    const item = itemOf(row);
    const known = items[row.tmdbId];
    if (item) items[row.tmdbId] = known ? mergeItems(known, item) : item;
  }
  return items;
}

function itemOf(row: AnyProgress): ProgressItem | undefined {
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
  const place = { id: season.id, number: season.number ?? 0, title: '' };
  const part = { id: episode.id, number: episode.number ?? 0, title: '', seasonId: season.id };
  return {
    ...head,
    type: 'show',
    seasons: { [season.id]: place },
    episodes: { [episode.id]: { ...part, updatedAt, progress } },
  };
}
