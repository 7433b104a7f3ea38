// Marks titles as watched or unwatched without playing them. The returned functions undo it.
import {
  type PlaybackMeta,
  type ShowMeta,
  seasonDetails,
  type EpisodeMeta,
  seasonContent,
  type SeasonMeta,
} from '#data/catalog/details.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import type { Undo } from './bookmarks.ts';
import { newId } from './merge-lww.ts';
import { enqueueProgress, changeOfWatched, changesOfItem, watchedItem } from './progress-items.ts';
import type { ProgressItem, ProgressChange } from './progress-schema.ts';
import { progressStore, removeProgress, saveProgress, updateProgress } from './progress.ts';
import type { QueryClient } from '@tanstack/react-query';
import { isMostlyWatched } from '@matinee/shared/media/progress';
import { airedAmong } from '#data/catalog/title.ts';
import type { SeasonDetails } from '#data/catalog/schemas.ts';

/** The length if it is unknown. Any value works, because the complete title counts as watched. */
const DEFAULT_DURATION = 3_600;

/** `next` is the episode at which the show continues. */
export function markWatched(
  meta: PlaybackMeta,
  next: PlaybackMeta | undefined,
  now = Date.now(),
): Undo {
  const before = progressStore.getState().items[meta.tmdbId];
  const duration = lengthOf(meta, before);
  saveProgress(meta, { watched: duration, duration }, now);
  if (next) continueAt(next, lengthOf(next, before), now + 1);
  return () => undo(before, [meta, ...(next ? [next] : [])], now + 2);
}

/** Marks episodes of one show, in order. The history records nothing, because no episode was watched just now. */
export function markAllWatched(
  metas: readonly PlaybackMeta[],
  next: PlaybackMeta | undefined,
  now = Date.now(),
): Undo {
  const [first] = metas;
  if (!first) return () => undefined;
  const before = progressStore.getState().items[first.tmdbId];
  updateProgress((state) => {
    let { items, updateQueue } = state;
    for (const [index, meta] of metas.entries()) {
      const duration = lengthOf(meta, before);
      // Times rise, so that the show continues after the last episode.
      const at = serverTime(now) + index;
      const watched = { meta, progress: { watched: duration, duration }, at };
      items = { ...items, [meta.tmdbId]: watchedItem(items[meta.tmdbId], watched) };
      updateQueue = enqueueProgress(updateQueue, changeOfWatched(watched));
    }
    return { ...state, items, updateQueue };
  });
  const after = now + metas.length;
  if (next) continueAt(next, lengthOf(next, before), after);
  return () => undo(before, next ? [...metas, next] : metas, after + 1);
}

/** Resets episodes of one show, as if they had never been opened. */
export function markAllUnwatched(metas: readonly ShowMeta[], now = Date.now()): Undo {
  const [first] = metas;
  const before = first && progressStore.getState().items[first.tmdbId];
  if (!first || !before) return () => undefined;
  const removed = new Set(metas.map(({ episode }) => episode.tmdbId));
  const left = Object.entries(before.episodes).filter(([id]) => !removed.has(id));
  const removals = metas.map((meta) => progressRemoval(meta, serverTime(now)));
  replaceItem(first.tmdbId, { ...before, episodes: Object.fromEntries(left) }, removals);
  return () => undo(before, metas, now + 1);
}

/** Continues the show at the beginning of `meta`. */
function continueAt(meta: PlaybackMeta, duration: number, now: number): void {
  const watched = { meta, progress: { watched: 0, duration }, at: serverTime(now) };
  updateProgress((state) => ({
    ...state,
    items: { ...state.items, [meta.tmdbId]: watchedItem(state.items[meta.tmdbId], watched) },
    updateQueue: enqueueProgress(state.updateQueue, changeOfWatched(watched)),
  }));
}

export function markUnwatched(meta: PlaybackMeta, now = Date.now()): Undo {
  const before = progressStore.getState().items[meta.tmdbId];
  if (!before) return () => undefined;
  if (meta.type === 'movie') return removeProgress(meta.tmdbId, now);
  const { [meta.episode.tmdbId]: _removed, ...episodes } = before.episodes;
  replaceItem(meta.tmdbId, { ...before, episodes }, [progressRemoval(meta, serverTime(now))]);
  return () => undo(before, [meta], now + 1);
}

function lengthOf(meta: PlaybackMeta, before: ProgressItem | undefined): number {
  const known = meta.type === 'movie' ? before : before?.episodes[meta.episode.tmdbId];
  return known?.progress?.duration || (meta.runtime ?? 0) * 60 || DEFAULT_DURATION;
}

function undo(before: ProgressItem | undefined, touched: readonly PlaybackMeta[], at: number) {
  const [first] = touched;
  if (!first) return;
  const updatedAt = serverTime(Math.max(at, Date.now()));
  const changes = touched.map((meta): ProgressChange => {
    const known = before && changesOfItem(meta.tmdbId, before).find((change) => isOf(change, meta));
    return known ? { ...known, updatedAt } : progressRemoval(meta, updatedAt);
  });
  replaceItem(first.tmdbId, before, changes);
}

function isOf({ episodeId }: ProgressChange, meta: PlaybackMeta): boolean {
  return episodeId === (meta.type === 'show' ? meta.episode.tmdbId : undefined);
}

function progressRemoval(meta: PlaybackMeta, updatedAt: number): ProgressChange {
  const part =
    meta.type === 'show' ? { seasonId: meta.season.tmdbId, episodeId: meta.episode.tmdbId } : {};
  return { id: newId(), action: 'delete', tmdbId: meta.tmdbId, ...part, updatedAt };
}

function replaceItem(
  tmdbId: string,
  item: ProgressItem | undefined,
  changes: readonly ProgressChange[],
): void {
  updateProgress((state) => {
    const { [tmdbId]: _replaced, ...others } = state.items;
    return {
      ...state,
      items: item ? { ...others, [tmdbId]: item } : others,
      updateQueue: changes.reduce(enqueueProgress, state.updateQueue),
    };
  });
}

interface MarkedShow {
  readonly tmdbId: string;
  readonly title: string;
  readonly year?: number | undefined;
  readonly releaseYear?: number | undefined;
  readonly poster?: string | undefined;
  readonly seasons: readonly { readonly number: number }[];
}

export interface MarkedEpisodes {
  readonly show: MarkedShow;
  readonly season: SeasonMeta;
  /** Episodes that have aired. */
  readonly episodes: readonly EpisodeMeta[];
}

/** A season with its aired episodes. */
export function airedEpisodes(details: SeasonDetails, now: Date): Omit<MarkedEpisodes, 'show'> {
  const { season, episodes } = seasonContent(details);
  const aired = airedAmong(
    episodes.map(({ airDate }) => airDate),
    now,
  );
  return { season, episodes: episodes.filter((_, index) => aired[index]) };
}

/** A selector. */
export const areWatched =
  ({ show, episodes }: MarkedEpisodes) =>
  ({ items }: { readonly items: Readonly<Record<string, ProgressItem>> }): boolean =>
    episodes.length > 0 && episodes.every((episode) => isWatched(items[show.tmdbId], episode));

function isWatched(item: ProgressItem | undefined, { tmdbId, starterId }: EpisodeMeta): boolean {
  const progress = (item?.episodes[tmdbId] ?? item?.episodes[starterId ?? ''])?.progress;
  return progress !== undefined && isMostlyWatched(progress);
}

/** The show continues with the next season once that has aired. Never rejects. */
export async function markSeasonWatched(
  client: QueryClient,
  marked: MarkedEpisodes,
  item: ProgressItem | undefined,
): Promise<Undo> {
  const next = await beginningOfNext(client, marked).catch(() => undefined);
  const left = marked.episodes.filter((episode) => !isWatched(item, episode));
  return markAllWatched(metasOf({ ...marked, episodes: left }), next);
}

export function markEpisodesWatched(marked: MarkedEpisodes): Undo {
  return markAllWatched(metasOf(marked), undefined);
}

export function markEpisodesUnwatched(marked: MarkedEpisodes): Undo {
  return markAllUnwatched(metasOf(marked));
}

function metasOf({ show, season, episodes }: MarkedEpisodes): ShowMeta[] {
  const { tmdbId, title, year, releaseYear = year ?? 0, poster } = show;
  return episodes.map((episode) => ({
    type: 'show',
    tmdbId,
    title,
    releaseYear,
    ...(poster !== undefined && { poster }),
    season,
    episode,
    episodes: [],
    seasons: [],
  }));
}

async function beginningOfNext(
  client: QueryClient,
  { show, season }: MarkedEpisodes,
): Promise<ShowMeta | undefined> {
  const later = show.seasons.filter(({ number }) => number > season.number);
  if (season.number === 0 || later.length === 0) return undefined;
  const number = Math.min(...later.map((one) => one.number));
  const query = { ...seasonDetails(show.tmdbId, number), retry: false };
  const next = seasonContent(await client.fetchQuery(query));
  const [first] = next.episodes;
  const [isAired] = airedAmong([first?.airDate], new Date());
  return first && isAired
    ? metasOf({ show, season: next.season, episodes: [first] })[0]
    : undefined;
}
