// The ways in which a session ends, and what becomes of the library then.
import { deleteSession } from '@matinee/shared/contract/sessions';
import { deleteUser } from '@matinee/shared/contract/users';
import { IgnoredReply } from '#data/response-schemas.ts';
import { call } from '#data/api.ts';
import { clearLibrary, parkLibrary } from '#data/user-data/parked-libraries.ts';
import { flushChanges, flushStore, hasPending, retryFlush } from '#data/user-data/sync/flush.ts';
import {
  pendingCount,
  pendingHistory,
  pendingHistoryRemovals,
  pendingListRemovals,
  pendingLists,
  pendingRatings,
} from '#data/user-data/sync/queue.ts';
import { forgetProxies } from '#data/preferences/settings-sync.ts';
import { backendUrl, sessionStore, updateSession, type Account } from '#data/session.ts';
import { closeAccount, ownerOf } from './account-store.ts';
import { setSyncStatus } from './sync-status.ts';

const FLUSH_MS = 5_000;
const PAUSE_MS = 200;

export type SignOutResult =
  | { readonly is: 'signedOut' }
  /** So many changes could not be sent: the person chooses to stay, or to leave without them. */
  | { readonly is: 'pending'; readonly count: number };

/** `leave`: also with changes that were not sent, which are lost then. */
export async function signOut(leave = false): Promise<SignOutResult> {
  const { account } = sessionStore.getState();
  if (!account) return { is: 'signedOut' };
  if (!leave) {
    await lastFlush();
    const { userId } = account;
    const lists = pendingLists(userId).length || pendingListRemovals(userId).length;
    const history = pendingHistory().length || pendingHistoryRemovals().length;
    const count = pendingCount() || history || pendingRatings().length || lists;
    if (count > 0) return { is: 'pending', count };
  }
  const server = backendUrl();
  if (!leave) parkLibrary(ownerOf(account), 'unsupported');
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
  retryFlush();
  while (!limit.aborted && hasPending()) {
    const flush = flushChanges(limit).catch(() => false);
    await Promise.race([flush, over]);
    if (flushStore.getState().failure) return;
    // Another tab is sending: what is left is known when it has done.
    if (hasPending()) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The server drops it by itself in time; nobody has to wait for that. */
async function closeSession(account: Account, server: string | undefined): Promise<void> {
  const { token, sessionId } = account;
  const options = { server, token, timeoutMs: FLUSH_MS, keepalive: true, reply: IgnoredReply };
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
  parkLibrary(owner, 'pending');
}

/** For good; rejects with ApiError while the account is still there. */
export async function deleteAccount(signal?: AbortSignal): Promise<void> {
  const { account } = sessionStore.getState();
  if (!account) return;
  await call(deleteUser, { params: { userId: account.userId } }, { signal, reply: IgnoredReply });
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
