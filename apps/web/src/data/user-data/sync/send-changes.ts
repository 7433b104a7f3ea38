// Sends pending bookmarks and progress in order, in batches where the server takes them. Sent changes leave the queue.
import { listBookmarks } from '@matinee/shared/contract/bookmarks';
import { ApiRequestError, call } from '#data/api.ts';
import { LenientBookmarks } from '#data/response-schemas.ts';
import { isMissingRoute, isUnsupported, noteUnsupported } from '#data/unsupported.ts';
import { bookmarksStore, updateBookmarks } from '../bookmarks.ts';
import {
  changeBody,
  sendBookmarks,
  sendGroupOrder,
  sendImport,
  sendSingly,
  sendTogether,
  type SendOptions,
} from './change-requests.ts';
import { bookmarkOf, withStored } from './merge.ts';
import {
  isGroupOrderPending,
  isRejected,
  markRejected,
  pendingChanges,
  removeSent,
  type PendingChange,
} from './queue.ts';

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
  if (isGroupOrderPending()) await flushGroupOrder(options);
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
    const changes = batch.map(({ change }) => change);
    if (!(await trySend(batch, () => sendBookmarks(changes, options)))) rest.push(...batch);
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
    const changes = batch.map(({ change }) => change);
    if (!(await trySend(batch, () => sendImport(changes, options)))) rest.push(...batch);
  }
  return rest;
}

/** A repeated request would be rejected again. */
const REJECTED: ReadonlySet<number> = new Set([400, 404, 405, 409, 413, 422]);

/** False when the server rejected the request; throws when a retry may succeed. */
async function trySend(
  pending: readonly PendingChange[],
  send: () => Promise<void>,
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

async function flushGroupOrder(options: SendOptions): Promise<void> {
  const { groupOrder } = bookmarksStore.getState();
  try {
    await sendGroupOrder(groupOrder, options);
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
