// The ways in which a session ends, and what becomes of the library then.
import { deleteSession } from '@matinee/shared/contract/sessions';
import { deleteUser } from '@matinee/shared/contract/users';
import { Anything } from '#data/response-schemas.ts';
import { call } from '#data/api.ts';
import { clearLibrary, setLibraryAside } from '#data/user-data/parked-libraries.ts';
import { flushOutbox, hurryOutbox, isWaiting, outboxStore } from '#data/user-data/sync/outbox.ts';
import { historyRemovals, unsentHistory } from '#data/user-data/sync/send-history.ts';
import { listRemovals, unsentLists } from '#data/user-data/sync/send-lists.ts';
import { unsentRatings } from '#data/user-data/sync/send-ratings.ts';
import { unsentCount } from '#data/user-data/sync/pending.ts';
import { forgetProxies } from '#data/preferences/settings-sync.ts';
import { backendUrl, sessionStore, updateSession, type Account } from '#data/session.ts';
import { closeAccount, ownerOf } from './account-store.ts';
import { setSyncStatus } from './sync-status.ts';

const FLUSH_MS = 5_000;
const PAUSE_MS = 200;

export type SignOutResult =
  | { readonly is: 'signedOut' }
  /** So many changes could not be sent: the person chooses to stay, or to leave without them. */
  | { readonly is: 'unsent'; readonly count: number };

/** `leave`: also with changes that were not sent, which are lost then. */
export async function signOut(leave = false): Promise<SignOutResult> {
  const { account } = sessionStore.getState();
  if (!account) return { is: 'signedOut' };
  if (!leave) {
    await lastFlush();
    const { userId } = account;
    const lists = unsentLists(userId).length || listRemovals(userId).length;
    const history = unsentHistory().length || historyRemovals().length;
    const count = unsentCount() || history || unsentRatings().length || lists;
    if (count > 0) return { is: 'unsent', count };
  }
  const server = backendUrl();
  if (!leave) setLibraryAside(ownerOf(account), 'unsupported');
  forgetProxies(account.userId);
  forgetAll();
  await closeSession(account, server);
  return { is: 'signedOut' };
}

async function lastFlush(): Promise<void> {
  const limit = AbortSignal.timeout(FLUSH_MS);
  const over = new Promise<void>((resolve) => {
    limit.addEventListener('abort', () => resolve(), { once: true });
  });
  hurryOutbox();
  while (!limit.aborted && isWaiting()) {
    const flush = flushOutbox(limit).catch(() => false);
    await Promise.race([flush, over]);
    if (outboxStore.getState().failure) return;
    // Another tab is sending: what is left is known when it has done.
    if (isWaiting()) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The server drops it by itself in time; nobody has to wait for that. */
async function closeSession(account: Account, server: string | undefined): Promise<void> {
  const { token, sessionId } = account;
  const options = { server, token, timeoutMs: FLUSH_MS, keepalive: true, reply: Anything };
  await call(deleteSession, { params: { sessionId } }, options).catch(() => undefined);
}

function forget(): void {
  updateSession({ account: null, libraryOwner: null });
  closeAccount();
  setSyncStatus({ is: 'off' });
}

/** Also who may come back with a passkey. */
function forgetAll(): void {
  forget();
  updateSession({ lock: null });
  clearLibrary();
}

/** The server no longer knows it. What it was not told waits for the next time that this person signs in. */
export function sessionEnded(account: Account): void {
  const owner = ownerOf(account);
  forget();
  setLibraryAside(owner, 'unsent');
}

/** For good; rejects with ApiError while the account is still there. */
export async function deleteAccount(signal?: AbortSignal): Promise<void> {
  const { account } = sessionStore.getState();
  if (!account) return;
  await call(deleteUser, { params: { userId: account.userId } }, { signal, reply: Anything });
  forgetAll();
}

/**
 * Another account server; null for the site's own. The library stays here, signed out, and goes along to nobody but its
 * owner. Changes nothing when it is the same server.
 */
export async function changeBackend(address: string | null): Promise<void> {
  const { account } = sessionStore.getState();
  const before = backendUrl();
  if (account) await lastFlush();
  updateSession({ backendUrl: address });
  if (backendUrl() === before) return;
  updateSession({
    account: null,
    lock: null,
    ...(account && { libraryOwner: ownerOf(account) }),
  });
  closeAccount();
  setSyncStatus({ is: 'off' });
  if (account) await closeSession(account, before);
}
