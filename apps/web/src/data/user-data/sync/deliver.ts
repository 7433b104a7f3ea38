// One round of the outbox: everything that waits is sent in order, and leaves the queue when it has arrived.
import { listBookmarks } from '@matinee/shared/contract/bookmarks';
import { AnyBookmarks } from '#data/response-schemas.ts';
import { ApiError, call } from '#data/api.ts';
import { isUnsupported, noteUnsupported } from '#data/unsupported.ts';
import { batchesOf, lengthOfChange, MAX_BATCH_CHARACTERS } from './batches.ts';
import { bookmarksStore, updateBookmarks } from '../bookmarks.ts';
import {
  sendBookmarks,
  sendChanges,
  sendGroupOrder,
  sendImport,
  sendOne,
  type SendOptions,
} from './send.ts';
import { bookmarkOf, withStored } from './remote-bookmarks.ts';
import { isGroupOrderUnsent, settle, unsent, type Unsent } from './pending.ts';

export interface Delivery extends SendOptions {
  /** How many changes one call may carry; undefined on servers that know no such call. */
  readonly maxChanges: number | undefined;
  /** What this server will not take: it stays here, and is offered again after a reload. */
  readonly refused: Set<string>;
}

/** Rejects at the first failure that another try may mend; what arrived before has left the queue. */
export async function deliver(delivery: Delivery): Promise<void> {
  const waiting = unsent().filter(({ update }) => !delivery.refused.has(update.id));
  if (delivery.maxChanges === undefined)
    await deliverSingly(await withStoredGroups(waiting, delivery), delivery);
  else await deliverTogether(waiting, delivery, delivery.maxChanges);
  if (!isGroupOrderUnsent()) return;
  const { groupOrder } = bookmarksStore.getState();
  if (!(await sendGroupOrder(groupOrder, delivery))) return noteUnsupported('groupOrder');
  updateBookmarks((state) => ({
    ...state,
    isGroupOrderNew: state.groupOrder.join('\n') !== groupOrder.join('\n'),
  }));
}

/** An addition that says nothing of groups; some servers then empty those that they have stored. */
export function isBare({ kind, update }: Unsent): boolean {
  const isAddition = kind === 'bookmark' && update.action === 'add';
  return isAddition && update.group === undefined && !isUnsupported('groupOrder');
}

/** Another device may have filed a title that this one has just bookmarked. */
async function withStoredGroups(
  waiting: readonly Unsent[],
  { userId, signal }: Delivery,
): Promise<readonly Unsent[]> {
  if (!waiting.some(isBare)) return waiting;
  const rows = await call(listBookmarks, { params: { userId } }, { signal, reply: AnyBookmarks });
  const stored = new Map(rows.map((row) => [row.tmdbId, bookmarkOf(row)]));
  return waiting.map((entry) =>
    entry.kind === 'bookmark'
      ? { ...entry, update: withStored(entry.update, stored.get(entry.update.tmdbId)) }
      : entry,
  );
}

async function deliverTogether(
  waiting: readonly Unsent[],
  delivery: Delivery,
  maxCount: number,
): Promise<void> {
  const limits = { maxCount, maxCharacters: MAX_BATCH_CHARACTERS };
  for (const batch of batchesOf(waiting, limits, lengthOfChange)) {
    const send = () => sendChanges(batch, delivery);
    // One of them is at fault: it must not hold the others up.
    if (!(await isTaken(batch, delivery, send))) await deliverSingly(batch, delivery);
  }
}

const BOOKMARKS_AT_ONCE = 250;
const IMPORTED_AT_ONCE = 1_000;
/** Fewer are sent singly: the list of bookmarks loses their order. */
const MANY = 20;

async function deliverSingly(waiting: readonly Unsent[], delivery: Delivery): Promise<void> {
  const rest = await deliverImports(await deliverBookmarks(waiting, delivery), delivery);
  for (const entry of rest) {
    const send = () => sendOne(entry, delivery);
    if (!(await isTaken([entry], delivery, send))) delivery.refused.add(entry.update.id);
  }
}

type Entry<K extends Unsent['kind']> = Extract<Unsent, { kind: K }>;

/** What is left for others to send. */
async function deliverBookmarks(waiting: readonly Unsent[], delivery: Delivery): Promise<Unsent[]> {
  const isAddition = (entry: Unsent): entry is Entry<'bookmark'> =>
    entry.kind === 'bookmark' && entry.update.action === 'add';
  const additions = waiting.filter(isAddition);
  if (additions.length < MANY) return [...waiting];
  const limits = { maxCount: BOOKMARKS_AT_ONCE, maxCharacters: MAX_BATCH_CHARACTERS };
  const left: Unsent[] = waiting.filter((entry) => !isAddition(entry));
  for (const batch of batchesOf(additions, limits, lengthOfChange)) {
    const updates = batch.map(({ update }) => update);
    if (!(await isTaken(batch, delivery, () => sendBookmarks(updates, delivery))))
      left.push(...batch);
  }
  return left;
}

async function deliverImports(waiting: readonly Unsent[], delivery: Delivery): Promise<Unsent[]> {
  const isImport = (entry: Unsent): entry is Entry<'progress'> =>
    entry.kind === 'progress' && entry.update.isImported === true;
  const imports = waiting.filter(isImport);
  const limits = { maxCount: IMPORTED_AT_ONCE, maxCharacters: MAX_BATCH_CHARACTERS };
  const left: Unsent[] = waiting.filter((entry) => !isImport(entry));
  for (const batch of batchesOf(imports, limits, lengthOfChange)) {
    const updates = batch.map(({ update }) => update);
    if (!(await isTaken(batch, delivery, () => sendImport(updates, delivery)))) left.push(...batch);
  }
  return left;
}

/** What the server says no to, and would again. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 405, 409, 413, 422]);

async function isTaken(
  entries: readonly Unsent[],
  { refused }: Delivery,
  send: () => Promise<void>,
): Promise<boolean> {
  try {
    await send();
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.has(error.status)) return false;
    throw error;
  }
  settle(entries);
  for (const { update } of entries) refused.delete(update.id);
  return true;
}
