// Bookmarks and progress that the account server has not received, and the requests that carry them. They have a stored
// queue, as movie-web clients write it, which all tabs share. Other entries are marked as new: see `history-sync.ts`,
// `ratings-sync.ts` and `lists-sync.ts`.
import { addBookmark, deleteBookmark } from '@matinee/shared/contract/bookmarks';
import { putChanges, type Change } from '@matinee/shared/contract/changes';
import { deleteProgress, putProgress } from '@matinee/shared/contract/progress';
import type { z } from 'zod';
import { ApiRequestError, call } from '#data/api.ts';
import { IgnoredReply } from '#data/response-schemas.ts';
import { clockStore, serverTime } from '#data/storage/clock-skew.ts';
import { isUnsupported } from '#data/unsupported.ts';
import { bookmarksStore, catchUpBookmarks, updateBookmarks } from '../bookmarks.ts';
import type { BookmarkChange } from '../bookmark-schema.ts';
import { updateHistory } from '../history.ts';
import type { Timestamped } from '../merge-lww.ts';
import type { ProgressChange, ProgressItem } from '../progress-schema.ts';
import { catchUpProgress, progressStore, removeSentProgress, updateProgress } from '../progress.ts';
import { updateRatings } from '../ratings.ts';

export type PendingChange =
  | { readonly kind: 'bookmark'; readonly change: BookmarkChange }
  | { readonly kind: 'progress'; readonly change: ProgressChange };

/** Reads which changes other tabs have sent, so that none is sent twice. */
export function catchUp(): void {
  catchUpBookmarks();
  catchUpProgress();
}

/** Changes of bookmarks and progress, oldest first. */
export function pendingChanges(): PendingChange[] {
  const { bookmarks, updateQueue } = bookmarksStore.getState();
  const { items, updateQueue: progressQueue } = progressStore.getState();
  return [
    ...updateQueue.map((change) => ({
      kind: 'bookmark' as const,
      change: withTime(change, bookmarks[change.tmdbId]),
    })),
    ...progressQueue.map((change) => ({
      kind: 'progress' as const,
      change: withTime(change, items[change.tmdbId]),
    })),
  ].toSorted((one, other) => one.change.updatedAt - other.change.updatedAt);
}

/** Movie-web clients queue changes without a time (0). Such a change gets the time of its title. */
function withTime<T extends Timestamped>(change: T, item: Timestamped | undefined): T {
  return change.updatedAt === 0 && item ? { ...change, updatedAt: item.updatedAt } : change;
}

/** Counts changes of bookmarks and progress, including rejected ones. */
export function pendingCount(): number {
  const { length } = progressStore.getState().updateQueue;
  return bookmarksStore.getState().updateQueue.length + length + (isGroupOrderPending() ? 1 : 0);
}

export function hasPendingChanges(): boolean {
  const isPending = ({ id }: { readonly id: string }): boolean => !isRejected(id);
  return (
    bookmarksStore.getState().updateQueue.some(isPending) ||
    progressStore.getState().updateQueue.some(isPending) ||
    isGroupOrderPending()
  );
}

/** On a server without group orders, the order stays pending for another server. */
export function isGroupOrderPending(): boolean {
  return bookmarksStore.getState().isGroupOrderNew && !isUnsupported('groupOrder');
}

/** Keeps newer changes of the same title, which have other ids. */
export function removeSent(sent: readonly PendingChange[]): void {
  const idsOf = (kind: PendingChange['kind']): ReadonlySet<string> =>
    new Set(sent.filter((pending) => pending.kind === kind).map(({ change }) => change.id));
  const [bookmarks, progress] = [idsOf('bookmark'), idsOf('progress')];
  if (bookmarks.size > 0)
    updateBookmarks((state) => ({
      ...state,
      updateQueue: state.updateQueue.filter(({ id }) => !bookmarks.has(id)),
    }));
  if (progress.size > 0) removeSentProgress(progress);
}

/** Ids of changes that the server rejected. They stay stored, and are sent again after a reload or to another server. */
const rejected = new Set<string>();

export const isRejected = (id: string): boolean => rejected.has(id);
export const markRejected = (id: string): void => void rejected.add(id);
export const clearRejected = (): void => rejected.clear();

/** The statuses that reject an entry of the history or a rating. Others concern the route or the quota. */
const REJECTED_ENTRY: ReadonlySet<number> = new Set([400, 413, 422]);
export const isEntryRejected = (error: unknown): error is ApiRequestError =>
  error instanceof ApiRequestError && REJECTED_ENTRY.has(error.status);

/** Corrects pending changes when the server first reports that this device's clock is wrong. Returns a stop function. */
export function correctTimesOnSkew(): () => void {
  return clockStore.subscribe(({ offsetMs }, before) => {
    if (offsetMs === null || offsetMs === 0 || offsetMs === before.offsetMs) return;
    // Times written under a known offset are right already.
    shiftPendingTimes(before.offsetMs === null ? offsetMs : 0, serverTime());
  });
}

/** Shifts the times of pending changes. None stays in the future. */
export function shiftPendingTimes(shiftMs: number, now: number): void {
  const shift = <T extends Timestamped>(entry: T): T =>
    entry.updatedAt === 0
      ? entry
      : { ...entry, updatedAt: Math.min(now, entry.updatedAt + shiftMs) };
  updateBookmarks((state) => ({
    ...state,
    bookmarks: mapSome(state.bookmarks, titlesOf(state.updateQueue), shift),
    updateQueue: state.updateQueue.map(shift),
  }));
  updateProgress((state) => {
    const episodes = new Set(state.updateQueue.map(({ episodeId }) => episodeId ?? ''));
    const shiftItem = (item: ProgressItem): ProgressItem => ({
      ...shift(item),
      episodes: mapSome(item.episodes, episodes, shift),
    });
    return {
      ...state,
      items: mapSome(state.items, titlesOf(state.updateQueue), shiftItem),
      updateQueue: state.updateQueue.map(shift),
    };
  });
  updateHistory((state) => ({ ...state, items: mapSome(state.items, newOf(state.items), shift) }));
  updateRatings((ratings) => {
    const pending = newOf(ratings);
    return pending.size > 0 ? mapSome(ratings, pending, shift) : ratings;
  });
}

const titlesOf = (queue: readonly { readonly tmdbId: string }[]): ReadonlySet<string> =>
  new Set(queue.map(({ tmdbId }) => tmdbId));

const newOf = (entries: Readonly<Record<string, { readonly isNew: boolean }>>) =>
  new Set(Object.keys(entries).filter((key) => entries[key]?.isNew));

function mapSome<T>(
  entries: Readonly<Record<string, T>>,
  keys: ReadonlySet<string>,
  map: (entry: T) => T,
): Record<string, T> {
  const all = Object.entries(entries);
  return Object.fromEntries(all.map(([key, entry]) => [key, keys.has(key) ? map(entry) : entry]));
}

/** Undefined for an incomplete change of a movie-web client, which no server accepts. */
export function changeBody({ kind, change }: PendingChange): z.input<typeof Change> | undefined {
  const { tmdbId, action, updatedAt } = change;
  const head = { tmdbId, updatedAt: isoTime(updatedAt) };
  if (kind === 'bookmark')
    return action === 'delete'
      ? { type: 'deleteBookmark', ...head }
      : { type: 'putBookmark', ...bookmarkBody(change), ...head };
  if (action === 'delete') return { type: 'deleteProgress', ...head, ...episodeIds(change) };
  const body = progressBody(change);
  return body && { type: 'putProgress', ...body, ...head };
}

/** The year 10,000, which no server accepts. `Date` throws after the year 275,760. */
const TOO_LATE = Date.UTC(10_000, 0);

/** ISO 8601; now for a time that is missing or impossible. */
export function isoTime(updatedAt: number): string {
  const isTime = updatedAt > 0 && updatedAt < TOO_LATE;
  return new Date(isTime ? updatedAt : serverTime()).toISOString();
}

/** First-generation servers require a year. All servers read 0 as none. */
function metaOf({ title = '', year, poster, type = 'movie' }: BookmarkChange | ProgressChange) {
  return { title, year: Number.isFinite(year) ? (year ?? 0) : 0, type, ...(poster && { poster }) };
}

/** Omitted groups stay as stored, except on second-generation servers, which empty them. */
export function bookmarkBody(change: BookmarkChange) {
  const { tmdbId, group, favoriteEpisodes } = change;
  return {
    tmdbId,
    meta: metaOf(change),
    ...(group && { group }),
    ...(favoriteEpisodes && { favoriteEpisodes }),
  };
}

export function progressBody(change: ProgressChange) {
  const { tmdbId, progress, type } = change;
  if (!progress || type === undefined) return undefined;
  const { watched, duration } = progress;
  const { seasonId, episodeId, seasonNumber, episodeNumber } = change;
  // Servers key the progress of a show by its episode.
  if (type === 'show' && episodeId === undefined) return undefined;
  const episode = { seasonId, episodeId, seasonNumber, episodeNumber };
  const updatedAt = isoTime(change.updatedAt);
  return { tmdbId, meta: metaOf(change), watched, duration, ...episode, updatedAt };
}

function episodeIds({ seasonId, episodeId }: ProgressChange) {
  return { ...(seasonId && { seasonId }), ...(episodeId && { episodeId }) };
}

/** Servers read 1 MiB, and a character takes up to four bytes. */
const MAX_BATCH_CHARACTERS = 250_000;

interface BatchLimits {
  readonly maxCount: number;
  readonly maxCharacters?: number;
}

export function batchesOf<T extends PendingChange>(
  pending: readonly T[],
  { maxCount, maxCharacters = MAX_BATCH_CHARACTERS }: BatchLimits,
): T[][] {
  const batches: T[][] = [];
  let characters = 0;
  for (const one of pending) {
    const length = JSON.stringify(changeBody(one) ?? '').length + 1;
    const last = batches.at(-1);
    if (!last || last.length >= maxCount || characters + length > maxCharacters) {
      batches.push([one]);
      characters = length;
    } else {
      last.push(one);
      characters += length;
    }
  }
  return batches;
}

export interface SendOptions {
  readonly userId: string;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean | undefined;
}

/** Sends all of them in one request, to servers that have `PUT /changes`. */
export async function sendTogether(
  pending: readonly PendingChange[],
  options: SendOptions,
): Promise<void> {
  const body = pending.flatMap((one) => changeBody(one) ?? []);
  if (body.length === 0) return;
  await call(putChanges, { params: { userId: options.userId }, body }, callOptions(options));
}

/** Counts an entry as sent if the server already has it or has already deleted it. */
export async function sendSingly(pending: PendingChange, options: SendOptions): Promise<void> {
  try {
    await (pending.kind === 'bookmark'
      ? sendBookmark(pending.change, options)
      : sendProgress(pending.change, options));
  } catch (error) {
    if (!isAlreadyDone(error)) throw error;
  }
}

function isAlreadyDone(error: unknown): boolean {
  return (
    error instanceof ApiRequestError &&
    error.failure.is === 'rejected' &&
    /already/i.test(error.failure.message ?? '')
  );
}

async function sendBookmark(change: BookmarkChange, options: SendOptions): Promise<void> {
  const params = { userId: options.userId, tmdbId: change.tmdbId };
  await (change.action === 'delete'
    ? call(deleteBookmark, { params }, callOptions(options))
    : call(addBookmark, { params, body: bookmarkBody(change) }, callOptions(options)));
}

async function sendProgress(change: ProgressChange, options: SendOptions): Promise<void> {
  const params = { userId: options.userId, tmdbId: change.tmdbId };
  if (change.action === 'delete') {
    await call(deleteProgress, { params, body: episodeIds(change) }, callOptions(options));
    return;
  }
  const body = progressBody(change);
  if (body) await call(putProgress, { params, body }, callOptions(options));
}

export function callOptions({ signal, keepalive }: SendOptions) {
  return { signal, keepalive, reply: IgnoredReply };
}
