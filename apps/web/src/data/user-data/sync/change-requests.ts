// Requests that carry changes of bookmarks and progress, in the contract's terms.
import {
  addBookmark,
  deleteBookmark,
  putBookmarks,
  putGroupOrder,
} from '@matinee/shared/contract/bookmarks';
import { putChanges, type Change } from '@matinee/shared/contract/changes';
import { deleteProgress, importProgress, putProgress } from '@matinee/shared/contract/progress';
import type { z } from 'zod';
import { ApiRequestError, call } from '#data/api.ts';
import { IgnoredReply } from '#data/response-schemas.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import type { BookmarkChange } from '../bookmark-schema.ts';
import type { ProgressChange } from '../progress-schema.ts';
import type { PendingChange } from './queue.ts';

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

/** An entry that is there, or gone, already counts as sent. */
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

/** Adds many bookmarks, on servers without `PUT /changes`. */
export async function sendBookmarks(
  changes: readonly BookmarkChange[],
  options: SendOptions,
): Promise<void> {
  const params = { userId: options.userId };
  await call(putBookmarks, { params, body: changes.map(bookmarkBody) }, callOptions(options));
}

/** Imports progress from before there was an account, on servers without `PUT /changes`. */
export async function sendImport(
  changes: readonly ProgressChange[],
  options: SendOptions,
): Promise<void> {
  const body = changes.flatMap((change) => progressBody(change) ?? []);
  await call(importProgress, { params: { userId: options.userId }, body }, callOptions(options));
}

export async function sendGroupOrder(
  names: readonly string[],
  options: SendOptions,
): Promise<void> {
  const args = { params: { userId: options.userId }, body: [...names] };
  await call(putGroupOrder, args, callOptions(options));
}

function callOptions({ signal, keepalive }: SendOptions) {
  return { signal, keepalive, reply: IgnoredReply };
}

/** undefined for an incomplete change of a movie-web client, which no server can take. */
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

/** Year 10,000, which no server takes. `Date` throws beyond the year 275,760. */
const TOO_LATE = Date.UTC(10_000, 0);

/** ISO 8601; now for a time that is missing or impossible. */
export function isoTime(updatedAt: number): string {
  const isTime = updatedAt > 0 && updatedAt < TOO_LATE;
  return new Date(isTime ? updatedAt : serverTime()).toISOString();
}

/** First-generation servers require a year; 0 stands for none on all servers. */
function metaOf({ title = '', year, poster, type = 'movie' }: BookmarkChange | ProgressChange) {
  return { title, year: Number.isFinite(year) ? (year ?? 0) : 0, type, ...(poster && { poster }) };
}

/** Groups that are left out stay as stored; second-generation servers empty them. */
function bookmarkBody(change: BookmarkChange) {
  const { tmdbId, group, favoriteEpisodes } = change;
  return {
    tmdbId,
    meta: metaOf(change),
    ...(group && { group }),
    ...(favoriteEpisodes && { favoriteEpisodes }),
  };
}

function progressBody(change: ProgressChange) {
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
