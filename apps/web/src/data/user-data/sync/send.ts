// Ways to tell an account server what happened: all at once where it knows how, else thing by thing.
import {
  addBookmark,
  deleteBookmark,
  putBookmarks,
  putGroupOrder,
} from '@matinee/shared/contract/bookmarks';
import { putChanges } from '@matinee/shared/contract/changes';
import { deleteProgress, importProgress, putProgress } from '@matinee/shared/contract/progress';
import { Anything } from '#data/response-schemas.ts';
import { ApiError, call } from '#data/api.ts';
import type { Unsent } from './pending.ts';
import { bookmarkBody, changeOf, partsOf, progressBody } from './serialize.ts';

export interface SendOptions {
  readonly userId: string;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean | undefined;
}

export async function sendChanges(entries: readonly Unsent[], options: SendOptions): Promise<void> {
  const body = entries.flatMap((entry) => changeOf(entry) ?? []);
  if (body.length === 0) return;
  await call(putChanges, { params: { userId: options.userId }, body }, rest(options));
}

/** That it is there, or gone, already is what was wanted. */
export async function sendOne(entry: Unsent, options: SendOptions): Promise<void> {
  try {
    await (entry.kind === 'bookmark'
      ? sendBookmark(entry.update, options)
      : sendProgress(entry.update, options));
  } catch (error) {
    if (!isThere(error)) throw error;
  }
}

function isThere(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.failure.is === 'refused' &&
    /already/i.test(error.failure.message ?? '')
  );
}

type Of<K extends Unsent['kind']> = Extract<Unsent, { kind: K }>['update'];

async function sendBookmark(update: Of<'bookmark'>, options: SendOptions): Promise<void> {
  const params = { userId: options.userId, tmdbId: update.tmdbId };
  if (update.action === 'delete') {
    await call(deleteBookmark, { params }, rest(options));
    return;
  }
  const body = bookmarkBody(update);
  await call(addBookmark, { params, body }, rest(options));
}

async function sendProgress(update: Of<'progress'>, options: SendOptions): Promise<void> {
  const params = { userId: options.userId, tmdbId: update.tmdbId };
  if (update.action === 'delete') {
    await call(deleteProgress, { params, body: partsOf(update) }, rest(options));
    return;
  }
  const body = progressBody(update);
  if (body) await call(putProgress, { params, body }, rest(options));
}

/** For servers that do not know changes: additions of bookmarks, many at once. */
export async function sendBookmarks(
  updates: readonly Of<'bookmark'>[],
  options: SendOptions,
): Promise<void> {
  const params = { userId: options.userId };
  await call(putBookmarks, { params, body: updates.map(bookmarkBody) }, rest(options));
}

/** For servers that do not know changes: what was watched before there was an account. */
export async function sendImport(
  updates: readonly Of<'progress'>[],
  options: SendOptions,
): Promise<void> {
  const body = updates.flatMap((update) => progressBody(update) ?? []);
  await call(importProgress, { params: { userId: options.userId }, body }, rest(options));
}

/** False on servers that know no groups. */
export async function sendGroupOrder(
  names: readonly string[],
  options: SendOptions,
): Promise<boolean> {
  try {
    const args = { params: { userId: options.userId }, body: [...names] };
    await call(putGroupOrder, args, rest(options));
    return true;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return false;
    throw error;
  }
}

/** Of a write only its success matters. */
function rest({ signal, keepalive }: SendOptions) {
  return { signal, keepalive, reply: Anything };
}
