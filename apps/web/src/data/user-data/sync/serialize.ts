// What is to be sent, in the contract's words.
import type { Change } from '@matinee/shared/contract/changes';
import type { z } from 'zod';
import { serverTime } from '#data/storage/clock-skew.ts';
import type { BookmarkUpdate } from '../bookmark-schema.ts';
import type { ProgressUpdate } from '../progress-schema.ts';
import type { Unsent } from './pending.ts';

export type SentChange = z.input<typeof Change>;

/** undefined for what an earlier client left half said: nobody can be told of it. */
export function changeOf(entry: Unsent): SentChange | undefined {
  const { tmdbId, action } = entry.update;
  const at = { tmdbId, updatedAt: timeOf(entry) };
  if (entry.kind === 'bookmark')
    return action === 'delete'
      ? { type: 'deleteBookmark', ...at }
      : { type: 'putBookmark', ...bookmarkBody(entry.update), ...at };
  if (action === 'delete') return { type: 'deleteProgress', ...at, ...partsOf(entry.update) };
  const body = progressBody(entry.update);
  return body && { type: 'putProgress', ...body, ...at };
}

const timeOf = ({ update }: Unsent): string => momentOf(update.updatedAt);

/** Year 10,000: no server takes it, and much later there is no date that could be written. */
const TOO_LATE = Date.UTC(10_000, 0);

/** ISO 8601. Who tells no time that could be, tells it now. `at`: milliseconds since 1970. */
export function momentOf(at: number): string {
  const isTime = at > 0 && at < TOO_LATE;
  return new Date(isTime ? at : serverTime()).toISOString();
}

/** Servers of the first generation want a year; 0 is none to all of them. */
function metaOf({ title = '', year, poster, type = 'movie' }: BookmarkUpdate | ProgressUpdate) {
  return { title, year: Number.isFinite(year) ? (year ?? 0) : 0, type, ...(poster && { poster }) };
}

/** Groups that are not told stay as they are, except on servers that then forget them. */
export function bookmarkBody(update: BookmarkUpdate) {
  const { tmdbId, group, favoriteEpisodes } = update;
  return {
    tmdbId,
    meta: metaOf(update),
    ...(group && { group }),
    ...(favoriteEpisodes && { favoriteEpisodes }),
  };
}

export function progressBody(update: ProgressUpdate) {
  const { tmdbId, progress, type } = update;
  if (!progress || type === undefined) return undefined;
  const { watched, duration } = progress;
  const { seasonId, episodeId, seasonNumber, episodeNumber, updatedAt } = update;
  // A series without its episode cannot be told from another of the same series.
  if (type === 'show' && episodeId === undefined) return undefined;
  const place = { seasonId, episodeId, seasonNumber, episodeNumber };
  const when = { updatedAt: timeOf({ kind: 'progress', update: { ...update, updatedAt } }) };
  return { tmdbId, meta: metaOf(update), watched, duration, ...place, ...when };
}

export function partsOf({ seasonId, episodeId }: ProgressUpdate) {
  return { ...(seasonId && { seasonId }), ...(episodeId && { episodeId }) };
}
