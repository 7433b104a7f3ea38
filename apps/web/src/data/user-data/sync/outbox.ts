// Carries what happened here to the account server: every 2 s while something waits, at once when the page hides, never
// twice at a time, more patiently the longer the server is away.
import { getMeta } from '@matinee/shared/contract/meta';
import { createStore } from 'zustand/vanilla';
import { AnyMeta } from '#data/response-schemas.ts';
import { ApiError, call, type ApiFailure } from '#data/api.ts';
import { isSettingNew, sendSettings } from '#data/preferences/settings-sync.ts';
import { backendUrl, sessionStore } from '#data/session.ts';
import { inOneTab } from '#data/storage/tab-lock.ts';
import { noteVersion } from '#data/unsupported.ts';
import { batchesOf, lengthOfChange, MAX_PARTING_CHARACTERS } from './batches.ts';
import { deliver, isBare } from './deliver.ts';
import { isHistoryDue, isHistoryNew, offerHistoryAgain, sendHistory } from './send-history.ts';
import { areListsWaiting, offerListsAgain, sendLists } from './send-lists.ts';
import { offerRatingsAgain, sendRatings, unsentRatings } from './send-ratings.ts';
import { sendChanges, sendOne } from './send.ts';
import { catchUp, settle, unsent, unsentCount, type Unsent } from './pending.ts';

interface OutboxState {
  /** Why what waits could not be sent; undefined while all is well. */
  readonly failure: ApiFailure | undefined;
  /** Not before, in milliseconds since 1970. */
  readonly retryAt: number;
}

const CALM: OutboxState = { failure: undefined, retryAt: 0 };

export const outboxStore = createStore<OutboxState>(() => CALM);

const EVERY_MS = 2_000;
/** After the first failure; each further one doubles it. */
const RETRY_MS = 5_000;
const PATIENCE_MS = 300_000;

let failures = 0;
let refused = new Set<string>();
let abilities: { readonly server: string; readonly maxChanges: number | undefined } | undefined;
let running: Promise<boolean> | undefined;

/** True when nothing is left that this server would take; false when it could not be reached or another tab is sending. */
export function flushOutbox(signal?: AbortSignal): Promise<boolean> {
  return flush(signal, isHistoryNew);
}

function flush(signal: AbortSignal | undefined, withHistory: () => boolean): Promise<boolean> {
  running ??= inOneTab('matinee-outbox', () => sendAll(signal, withHistory()))
    .then((isEmpty) => isEmpty ?? false)
    .finally(() => (running = undefined));
  return running;
}

async function sendAll(signal: AbortSignal | undefined, withHistory: boolean): Promise<boolean> {
  const { account } = sessionStore.getState();
  catchUp();
  if (!account || !isWaiting(withHistory)) return true;
  const { userId } = account;
  try {
    if (unsentCount() > 0) {
      const maxChanges = await maxChangesOf(signal);
      await deliver({ userId, signal, maxChanges, refused });
    }
    await inParts([
      () => sendSettings(userId, signal),
      () => (withHistory ? sendHistory(userId, signal) : undefined),
      () => sendRatings(userId, signal),
      () => sendLists(userId, signal),
    ]);
    failures = 0;
    outboxStore.setState(CALM);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failures += 1;
    const patience = Math.min(PATIENCE_MS, RETRY_MS * 2 ** (failures - 1));
    const { failure } = error;
    const asked = failure.is === 'refused' ? failure.retryAfterMs : undefined;
    outboxStore.setState({ failure, retryAt: Date.now() + (asked ?? patience) });
    return false;
  }
}

/** A full account refuses what is new with 409, and still deletes, which makes room. */
async function inParts(parts: readonly (() => Promise<void> | undefined)[]): Promise<void> {
  let full: ApiError | undefined;
  for (const send of parts) {
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
      full ??= error;
    }
  }
  if (full) throw full;
}

/** Something that this page has not been refused already. */
export function isWaiting(withHistory = isHistoryNew()): boolean {
  const { account } = sessionStore.getState();
  if (!account) return false;
  if (unsentCount() > refused.size || withHistory || unsentRatings().length > 0) return true;
  return areListsWaiting(account.userId) || isSettingNew(account.userId);
}

async function maxChangesOf(signal: AbortSignal | undefined): Promise<number | undefined> {
  const server = backendUrl() ?? '';
  if (abilities?.server !== server) {
    const { maxChanges, version } = await call(getMeta, {}, { signal, reply: AnyMeta });
    abilities = { server, maxChanges };
    noteVersion(server, version);
  }
  return abilities.maxChanges;
}

/** Handed over to the browser already. */
const parting = new Set<string>();

/** The page may be gone in a moment: what a browser carries on its own is handed over at once. */
export function partWithOutbox(): void {
  const { account } = sessionStore.getState();
  const waiting = unsent().filter(
    ({ update }) => !refused.has(update.id) && !parting.has(update.id),
  );
  const limits = { maxCount: 100, maxCharacters: MAX_PARTING_CHARACTERS };
  const [batch] = batchesOf(waiting, limits, lengthOfChange);
  if (!account || !batch) return;
  const options = { userId: account.userId, keepalive: true };
  const isKnown = abilities?.server === backendUrl();
  // A server without changes says no to them, and loses nothing by it.
  if (!isKnown || abilities?.maxChanges !== undefined)
    return part(batch, () => sendChanges(batch, options));
  for (const entry of batch) if (!isBare(entry)) part([entry], () => sendOne(entry, options));
}

/** What does not arrive stays in the queue. */
function part(entries: readonly Unsent[], send: () => Promise<void>): void {
  for (const { update } of entries) parting.add(update.id);
  void send()
    .then(() => settle(entries), ignore)
    .finally(() => {
      for (const { update } of entries) parting.delete(update.id);
    });
}

const ignore = (): void => undefined;

/** There is hope again: the browser is online, or somebody has asked. */
export function hurryOutbox(): void {
  failures = 0;
  outboxStore.setState({ retryAt: 0 });
}

export interface OutboxOptions {
  /** The server no longer accepts this session, or the whole request. */
  readonly onRejected: () => void;
  readonly signal: AbortSignal;
}

export function startOutbox({ onRejected, signal }: OutboxOptions): void {
  const tick = async (): Promise<void> => {
    if (!isWaiting(isHistoryDue()) || Date.now() < outboxStore.getState().retryAt) return;
    await flush(signal, isHistoryDue);
    const { failure } = outboxStore.getState();
    if (failure?.is === 'refused' && [401, 403].includes(failure.status)) onRejected();
  };
  const timer = setInterval(() => void tick().catch(ignore), EVERY_MS);
  addEventListener('online', hurryOutbox, { signal });
  addEventListener('pagehide', partWithOutbox, { signal });
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'hidden' && partWithOutbox(),
    { signal },
  );
  const forget = sessionStore.subscribe(({ account }, before) => {
    if (account?.userId === before.account?.userId) return;
    refused = new Set();
    offerHistoryAgain();
    offerRatingsAgain();
    offerListsAgain();
    hurryOutbox();
    outboxStore.setState(CALM);
  });
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    forget();
  });
}
