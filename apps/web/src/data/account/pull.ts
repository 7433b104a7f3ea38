// Requests everything that the account has and merges it into this browser. Pages do not wait for this.
import { getGroupOrder, listBookmarks } from '@matinee/shared/contract/bookmarks';
import { listLists } from '@matinee/shared/contract/lists';
import { listProgress } from '@matinee/shared/contract/progress';
import { listRatings } from '@matinee/shared/contract/ratings';
import { getSettings } from '@matinee/shared/contract/settings';
import { getMe } from '@matinee/shared/contract/users';
import { listWatchHistory } from '@matinee/shared/contract/watch-history';
import { ApiRequestError, call } from '#data/api.ts';
import { mergeRemoteSettings } from '#data/preferences/settings-sync.ts';
import {
  LenientBookmark,
  LenientLists,
  LenientMe,
  LenientProgress,
  LenientRatings,
  LenientRows,
  LenientSettings,
  LenientWatched,
  readRow,
} from '#data/response-schemas.ts';
import { sessionStore, type Account } from '#data/session.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import {
  isMissingRoute,
  isUnsupported,
  noteUnsupported,
  type OptionalRoute,
} from '#data/unsupported.ts';
import { bookmarksStore, updateBookmarks } from '#data/user-data/bookmarks.ts';
import { pendingHistoryRemovals } from '#data/user-data/history-sync.ts';
import { updateHistory } from '#data/user-data/history.ts';
import { mergeRemoteLists, pendingLists } from '#data/user-data/lists-sync.ts';
import { listsStore, updateLists } from '#data/user-data/lists.ts';
import { progressStore, updateProgress } from '#data/user-data/progress.ts';
import { pendingRatings } from '#data/user-data/ratings-sync.ts';
import { ratingKey, updateRatings } from '#data/user-data/ratings.ts';
import {
  mergeRemoteBookmarks,
  mergeRemoteHistory,
  mergeRemoteProgress,
  mergeRemoteRatings,
} from '#data/user-data/sync/merge.ts';
import { flatMapYielding, yieldToMain } from '#lib/scheduling.ts';
import { refreshAccount } from './account-store.ts';
import { sessionEnded } from './sign-out.ts';
import { setSyncStatus, type NewsAt, type SyncStatus } from './sync-status.ts';

/** Requests and merges once, and publishes the outcome in `syncStore`. */
export async function pullAccount(signal?: AbortSignal): Promise<SyncStatus> {
  const { account } = sessionStore.getState();
  if (!account) return publish({ is: 'off' });
  publish({ is: 'syncing' });
  try {
    // Runs first, so that changes during the pull count as new the next time.
    const newsAt = await checkSession(account, signal);
    await pull(account, signal);
    return publish({ is: 'synced', at: Date.now(), newsAt });
  } catch (error) {
    if (!isSignedIn(account)) return publish({ is: 'off' });
    if (error instanceof SessionExpiredError) {
      sessionEnded(account);
      return publish({ is: 'signedOut' });
    }
    if (error instanceof ApiRequestError)
      return publish({ is: 'notSynced', failure: error.failure });
    publish({ is: 'notSynced', failure: { is: 'unreadable' } });
    throw error;
  }
}

function publish(status: SyncStatus): SyncStatus {
  setSyncStatus(status);
  return status;
}

export class SessionExpiredError extends Error {
  override name = 'SessionExpiredError';
}

/**
 * Updates the profile and the names of the account, and returns when another device last changed something. Rejects
 * with SessionExpiredError. The server may deny other requests because of their content, but this one only because of
 * its session.
 */
export async function checkSession(
  account: Account,
  signal: AbortSignal | undefined,
): Promise<NewsAt> {
  try {
    const options = { token: account.token, signal, reply: LenientMe };
    const { user, session, newsAt } = await call(getMe, {}, options);
    const changes = {
      profile: user.profile,
      ...(session.device && { deviceName: session.device }),
      ...(user.nickname && { nickname: user.nickname }),
    };
    // Without a change, subscribers are not notified.
    const isSame = JSON.stringify({ ...account, ...changes }) === JSON.stringify(account);
    if (!isSame && isSignedIn(account)) refreshAccount(account.userId, changes);
    return newsAt;
  } catch (error) {
    if (error instanceof ApiRequestError && [400, 401, 403].includes(error.status))
      throw new SessionExpiredError('The server no longer accepts this session.', { cause: error });
    throw error;
  }
}

function isSignedIn({ sessionId }: Account): boolean {
  return sessionStore.getState().account?.sessionId === sessionId;
}

const KINDS = [pullBookmarks, pullProgress, pullHistory, pullRatings, pullLists, pullSettings];

async function pull(account: Account, signal: AbortSignal | undefined): Promise<void> {
  try {
    const merges = await Promise.all(KINDS.map((pullKind) => pullKind(account, signal)));
    for (const merge of merges) {
      await yieldToMain();
      // By now the user may have signed out, or signed in to another account.
      if (isSignedIn(account)) merge();
    }
  } catch (error) {
    // The session may have expired since it was checked.
    if (error instanceof ApiRequestError && error.status === 401)
      await checkSession(account, signal);
    throw error;
  }
}

/** Merges the response into the local state. */
type Merge = () => void;

async function pullBookmarks(account: Account, signal: AbortSignal | undefined): Promise<Merge> {
  const asOf = serverTime();
  const pendingThen = bookmarksStore.getState().updateQueue;
  const args = argsOf(account);
  const [all, groups] = await Promise.all([
    call(listBookmarks, args, { ...optionsOf(account, signal), reply: LenientRows }),
    ifSupported('groupOrder', () => call(getGroupOrder, args, optionsOf(account, signal))),
  ]);
  const rows = await flatMapYielding(all, (row) => readRow(LenientBookmark, row));
  return () =>
    updateBookmarks((state) => ({
      ...mergeRemoteBookmarks(state, { rows, asOf, pendingThen }),
      groupOrder: state.isGroupOrderNew
        ? state.groupOrder
        : (groups?.groupOrder ?? state.groupOrder),
    }));
}

async function pullProgress(account: Account, signal: AbortSignal | undefined): Promise<Merge> {
  const asOf = serverTime();
  const pendingThen = progressStore.getState().updateQueue;
  const options = { ...optionsOf(account, signal), reply: LenientRows };
  const all = await call(listProgress, argsOf(account), options);
  const rows = await flatMapYielding(all, (row) => readRow(LenientProgress, row));
  return () => updateProgress((state) => mergeRemoteProgress(state, { rows, asOf, pendingThen }));
}

async function pullHistory(account: Account, signal: AbortSignal | undefined): Promise<Merge> {
  const asOf = serverTime();
  const removalsThen = pendingHistoryRemovals();
  const options = { ...optionsOf(account, signal), reply: LenientRows };
  const all = await ifSupported('watchHistory', () =>
    call(listWatchHistory, argsOf(account), options),
  );
  if (!all) return noMerge;
  const rows = await flatMapYielding(all, (row) => readRow(LenientWatched, row));
  return () =>
    updateHistory((state) => {
      const removals = [...removalsThen, ...pendingHistoryRemovals()];
      return { ...state, items: mergeRemoteHistory(state.items, { rows, asOf, removals }) };
    });
}

async function pullRatings(account: Account, signal: AbortSignal | undefined): Promise<Merge> {
  const asOf = serverTime();
  const pendingThen = new Set(pendingRatings().map(ratingKey));
  const options = { ...optionsOf(account, signal), reply: LenientRatings };
  const all = await ifSupported('ratings', () => call(listRatings, argsOf(account), options));
  if (!all) return noMerge;
  return () =>
    updateRatings((ratings) =>
      mergeRemoteRatings(ratings, { rows: all.ratings, asOf, pendingThen }),
    );
}

async function pullLists(account: Account, signal: AbortSignal | undefined): Promise<Merge> {
  const { userId } = account;
  const pendingThen = new Set(pendingLists(userId).map(({ id }) => id));
  const removalsNow = (): string[] => Object.keys(listsStore.getState().removals);
  const removalsThen = removalsNow();
  const options = { ...optionsOf(account, signal), reply: LenientLists };
  const all = await ifSupported('lists', () => call(listLists, argsOf(account), options));
  if (!all) return noMerge;
  return () =>
    updateLists((lists) => {
      const removed = new Set([...removalsThen, ...removalsNow()]);
      return mergeRemoteLists(lists, { userId, rows: all.lists, pendingThen, removed });
    });
}

async function pullSettings(account: Account, signal: AbortSignal | undefined): Promise<Merge> {
  const options = { ...optionsOf(account, signal), reply: LenientSettings };
  const settings = await call(getSettings, argsOf(account), options);
  return () => mergeRemoteSettings(account.userId, settings);
}

const noMerge = (): void => undefined;
const argsOf = ({ userId }: Account) => ({ params: { userId } });
const optionsOf = ({ token }: Account, signal: AbortSignal | undefined) => ({ token, signal });

/** Undefined if the server lacks the route or its response cannot be read. */
async function ifSupported<T>(
  route: OptionalRoute,
  request: () => Promise<T>,
): Promise<T | undefined> {
  if (isUnsupported(route)) return undefined;
  try {
    return await request();
  } catch (error) {
    if (isMissingRoute(error)) noteUnsupported(route);
    else if (!(error instanceof ApiRequestError && error.failure.is === 'unreadable')) throw error;
    return undefined;
  }
}
