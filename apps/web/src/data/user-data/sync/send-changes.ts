// Sends pending bookmarks and progress in order, in batches where the server takes them. Sent changes leave the queue.
import {
  addBookmark,
  deleteBookmark,
  listBookmarks,
  putBookmarks,
  putGroupOrder,
} from '@matinee/shared/contract/bookmarks';
import { putChanges, type Change } from '@matinee/shared/contract/changes';
import { deleteProgress, importProgress, putProgress } from '@matinee/shared/contract/progress';
import type { z } from 'zod';
import { ApiRequestError, call } from '#data/api.ts';
import { IgnoredReply, LenientBookmarks } from '#data/response-schemas.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import { isMissingRoute, isUnsupported, noteUnsupported } from '#data/unsupported.ts';
import type { BookmarkChange } from '../bookmark-schema.ts';
import { bookmarksStore, updateBookmarks } from '../bookmarks.ts';
import type { ProgressChange } from '../progress-schema.ts';
import { bookmarkOf, withStored } from './merge.ts';
import {
  isGroupOrderPending,
  isRejected,
  markRejected,
  pendingChanges,
  removeSent,
  type PendingChange,
} from './queue.ts';

export interface SendOptions {
  readonly userId: string;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean | undefined;
}

export interface SendChangesOptions extends SendOptions {
  /** Changes that one request may carry; undefined on servers without `PUT /changes`. */
  readonly maxChanges: number | undefined;
}

/** Rejects at the first failure that a retry may solve; what was sent before has left the queue. */
export async function sendChanges(options: SendChangesOptions): Promise<void> {
  const pending = pendingChanges().filter(({ change }) => !isRejected(change.id));
  if (options.maxChanges === undefined)
    await sendWithoutChangesRoute(await withStoredGroups(pending, options), options);
  else await sendInBatches(pending, options, options.maxChanges);
  if (isGroupOrderPending()) await sendGroupOrder(options);
}

/** Characters: servers read 1 MiB, and a character may take four bytes. */
const MAX_BATCH_CHARACTERS = 250_000;

async function sendInBatches(
  pending: readonly PendingChange[],
  options: SendOptions,
  maxCount: number,
): Promise<void> {
  for (const batch of batchesOf(pending, { maxCount })) {
    const isSent = await trySend(batch, () => sendTogether(batch, options));
    // One of them is invalid and must not hold up the others.
    if (!isSent) await sendWithoutChangesRoute(batch, options);
  }
}

const BOOKMARKS_PER_REQUEST = 250;
const IMPORTS_PER_REQUEST = 1_000;
/** Fewer go singly, because the bookmarks of one request lose their order. */
const MIN_BOOKMARKS_TOGETHER = 20;

async function sendWithoutChangesRoute(
  pending: readonly PendingChange[],
  options: SendOptions,
): Promise<void> {
  const rest = await sendImports(await sendAdditions(pending, options), options);
  for (const one of rest)
    if (!(await trySend([one], () => sendSingly(one, options)))) markRejected(one.change.id);
}

type Pending<K extends PendingChange['kind']> = Extract<PendingChange, { kind: K }>;

/** Returns what is left to send. */
async function sendAdditions(
  pending: readonly PendingChange[],
  options: SendOptions,
): Promise<PendingChange[]> {
  const isAddition = (one: PendingChange): one is Pending<'bookmark'> =>
    one.kind === 'bookmark' && one.change.action === 'add';
  const additions = pending.filter(isAddition);
  if (additions.length < MIN_BOOKMARKS_TOGETHER) return [...pending];
  const rest: PendingChange[] = pending.filter((one) => !isAddition(one));
  for (const batch of batchesOf(additions, { maxCount: BOOKMARKS_PER_REQUEST })) {
    const body = batch.map(({ change }) => bookmarkBody(change));
    const send = () =>
      call(putBookmarks, { params: { userId: options.userId }, body }, callOptions(options));
    if (!(await trySend(batch, send))) rest.push(...batch);
  }
  return rest;
}

/** Returns what is left to send. */
async function sendImports(
  pending: readonly PendingChange[],
  options: SendOptions,
): Promise<PendingChange[]> {
  const isImport = (one: PendingChange): one is Pending<'progress'> =>
    one.kind === 'progress' && one.change.isImported === true;
  const rest: PendingChange[] = pending.filter((one) => !isImport(one));
  for (const batch of batchesOf(pending.filter(isImport), { maxCount: IMPORTS_PER_REQUEST })) {
    const body = batch.flatMap(({ change }) => progressBody(change) ?? []);
    const send = () =>
      call(importProgress, { params: { userId: options.userId }, body }, callOptions(options));
    if (!(await trySend(batch, send))) rest.push(...batch);
  }
  return rest;
}

/** A repeated request would be rejected again. */
const REJECTED: ReadonlySet<number> = new Set([400, 404, 405, 409, 413, 422]);

/** False when the server rejected the request; throws when a retry may succeed. */
async function trySend(
  pending: readonly PendingChange[],
  send: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await send();
  } catch (error) {
    if (error instanceof ApiRequestError && REJECTED.has(error.status)) return false;
    throw error;
  }
  removeSent(pending);
  return true;
}

async function sendGroupOrder(options: SendOptions): Promise<void> {
  const { groupOrder } = bookmarksStore.getState();
  try {
    const args = { params: { userId: options.userId }, body: [...groupOrder] };
    await call(putGroupOrder, args, callOptions(options));
  } catch (error) {
    if (!isMissingRoute(error)) throw error;
    noteUnsupported('groupOrder');
    return;
  }
  updateBookmarks((state) => ({
    ...state,
    isGroupOrderNew: state.groupOrder.join('\n') !== groupOrder.join('\n'),
  }));
}

/** An addition without groups: second-generation servers would empty those that they have stored. */
export function mayEmptyGroups({ kind, change }: PendingChange): boolean {
  const isAddition = kind === 'bookmark' && change.action === 'add';
  return isAddition && change.group === undefined && !isUnsupported('groupOrder');
}

/** Adds the groups that another device may have given to a title. */
async function withStoredGroups(
  pending: readonly PendingChange[],
  { userId, signal }: SendOptions,
): Promise<readonly PendingChange[]> {
  if (!pending.some(mayEmptyGroups)) return pending;
  const options = { signal, reply: LenientBookmarks };
  const rows = await call(listBookmarks, { params: { userId } }, options);
  const stored = new Map(rows.map((row) => [row.tmdbId, bookmarkOf(row)]));
  return pending.map((one) =>
    one.kind === 'bookmark'
      ? { ...one, change: withStored(one.change, stored.get(one.change.tmdbId)) }
      : one,
  );
}

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
