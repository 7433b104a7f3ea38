// Ends sessions and decides what happens to the library.
import { deleteSession } from '@matinee/shared/contract/sessions';
import { deleteUser } from '@matinee/shared/contract/users';
import { IgnoredReply } from '#data/response-schemas.ts';
import { call } from '#data/api.ts';
import { clearLibrary, parkLibrary } from '#data/user-data/claim-library.ts';
import { pendingHistory, pendingHistoryRemovals } from '#data/user-data/history-sync.ts';
import { pendingListRemovals, pendingLists } from '#data/user-data/lists-sync.ts';
import { pendingRatings } from '#data/user-data/ratings-sync.ts';
import { flushChanges, flushStore, hasPending, retryFlush } from '#data/user-data/sync/flush.ts';
import { pendingCount } from '#data/user-data/sync/queue.ts';
import { forgetProxies } from '#data/preferences/settings-sync.ts';
import { backendUrl, sessionStore, updateSession, type Account } from '#data/session.ts';
import { clearAccountSecrets, ownerOf } from './account-store.ts';
import { setSyncStatus } from './sync-status.ts';

const FLUSH_MS = 5_000;
const PAUSE_MS = 200;

export type SignOutResult =
  | { readonly is: 'signedOut' }
  /** The number of changes that could not be sent. The user stays signed in or signs out without them. */
  | { readonly is: 'pending'; readonly count: number };

/** `discard`: signs out despite pending changes, which are lost. */
export async function signOut(discard = false): Promise<SignOutResult> {
  const { account } = sessionStore.getState();
  if (!account) return { is: 'signedOut' };
  if (!discard) {
    await lastFlush();
    const { userId } = account;
    const lists = pendingLists(userId).length + pendingListRemovals(userId).length;
    const history = pendingHistory().length + pendingHistoryRemovals().length;
    const count = pendingCount() + history + pendingRatings().length + lists;
    if (count > 0) return { is: 'pending', count };
  }
  const server = backendUrl();
  if (!discard) parkLibrary(ownerOf(account), 'unsupported');
  forgetProxies(account.userId);
  clearEverything();
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
    // Another tab is sending.
    if (hasPending()) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** A failure does not matter: sessions also expire on the server. */
async function closeSession(account: Account, server: string | undefined): Promise<void> {
  const { token, sessionId } = account;
  const options = { server, token, timeoutMs: FLUSH_MS, keepalive: true, reply: IgnoredReply };
  await call(deleteSession, { params: { sessionId } }, options).catch(() => undefined);
}

function clearSession(): void {
  updateSession({ account: null, libraryOwner: null });
  clearAccountSecrets();
  setSyncStatus({ is: 'off' });
}

/** Also removes the passkey lock. */
function clearEverything(): void {
  clearSession();
  updateSession({ lock: null });
  clearLibrary();
}

/** The server no longer accepts the session. Pending changes wait until the same account signs in again. */
export function sessionEnded(account: Account): void {
  const owner = ownerOf(account);
  clearSession();
  parkLibrary(owner, 'pending');
}

/** Deletes the account permanently. Rejects with ApiRequestError if the account still exists. */
export async function deleteAccount(signal?: AbortSignal): Promise<void> {
  const { account } = sessionStore.getState();
  if (!account) return;
  await call(deleteUser, { params: { userId: account.userId } }, { signal, reply: IgnoredReply });
  clearEverything();
}

/**
 * Changes the account server; null is the site's. The library stays in this browser, signed out, and joins only its own
 * account later. Changes nothing if the server is the same.
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
  clearAccountSecrets();
  setSyncStatus({ is: 'off' });
  if (account) await closeSession(account, before);
}
