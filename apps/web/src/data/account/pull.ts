// What the account has, merged into what is here. The app does not wait for it.
import { getGroupOrder, listBookmarks } from '@matinee/shared/contract/bookmarks';
import { listProgress } from '@matinee/shared/contract/progress';
import { listLists } from '@matinee/shared/contract/lists';
import { listRatings } from '@matinee/shared/contract/ratings';
import { getSettings } from '@matinee/shared/contract/settings';
import { listWatchHistory } from '@matinee/shared/contract/watch-history';
import {
  AnyBookmark,
  AnyLists,
  AnyProgress,
  AnyRatings,
  AnyRows,
  AnySettings,
  AnyWatched,
  readRow,
} from '#data/response-schemas.ts';
import { ApiError, call } from '#data/api.ts';
import { bookmarksStore, updateBookmarks } from '#data/user-data/bookmarks.ts';
import { updateHistory } from '#data/user-data/history.ts';
import { progressStore, updateProgress } from '#data/user-data/progress.ts';
import {
  mergeRemoteRatings,
  newRatings,
  ratingKey,
  updateRatings,
} from '#data/user-data/ratings.ts';
import { listsStore, updateLists } from '#data/user-data/lists.ts';
import { mergeRemoteBookmarks } from '#data/user-data/sync/remote-bookmarks.ts';
import { mergeRemoteHistory } from '#data/user-data/sync/remote-history.ts';
import { mergeRemoteLists } from '#data/user-data/sync/remote-lists.ts';
import { mergeRemoteProgress } from '#data/user-data/sync/remote-progress.ts';
import { historyRemovals } from '#data/user-data/sync/send-history.ts';
import { unsentLists } from '#data/user-data/sync/send-lists.ts';
import { takeSettings } from '#data/preferences/settings-sync.ts';
import { sessionStore, type Account } from '#data/session.ts';
import { serverTime } from '#data/storage/clock-skew.ts';
import { isUnsupported, noteUnsupported, type OptionalRoute } from '#data/unsupported.ts';
import { flatMapYielding, yieldToMain } from '#lib/yield-to-main.ts';
import { isStill, refresh, SessionGone } from './check-session.ts';
import { sessionEnded } from './sign-out.ts';
import { setSyncStatus, type SyncStatus } from './sync-status.ts';

/** Asks and merges once; what came of it is also told to `syncStore`. */
export async function restore(signal?: AbortSignal): Promise<SyncStatus> {
  const { account } = sessionStore.getState();
  if (!account) return tell({ is: 'off' });
  setSyncStatus({ is: 'syncing' });
  try {
    // Before the rest is asked for: what changes meanwhile is news the next time.
    const newsAt = await refresh(account, signal);
    await merge(account, signal).catch((error: unknown) => doubt(error, account, signal));
    return tell({ is: 'synced', at: Date.now(), newsAt });
  } catch (error) {
    if (!isStill(account)) return tell({ is: 'off' });
    if (error instanceof SessionGone) {
      sessionEnded(account);
      return tell({ is: 'signedOut' });
    }
    if (error instanceof ApiError) return tell({ is: 'notSynced', failure: error.failure });
    setSyncStatus({ is: 'notSynced', failure: { is: 'unreadable' } });
    throw error;
  }
}

/** The session may have ended between one question and the next. */
async function doubt(error: unknown, account: Account, signal: AbortSignal | undefined) {
  if (error instanceof ApiError && error.status === 401) await refresh(account, signal);
  throw error;
}

function tell(status: SyncStatus): SyncStatus {
  setSyncStatus(status);
  return status;
}

async function merge(account: Account, signal: AbortSignal | undefined): Promise<void> {
  const params = { userId: account.userId };
  const asOf = serverTime();
  const waitedBookmarks = bookmarksStore.getState().updateQueue;
  const waitedProgress = progressStore.getState().updateQueue;
  const waitedRemovals = historyRemovals();
  const options = { ...as(account), signal };
  const rows = { ...options, reply: AnyRows };
  const [bookmarks, progress, settings, groups, history, mergeOthers] = await Promise.all([
    call(listBookmarks, { params }, rows),
    call(listProgress, { params }, rows),
    call(getSettings, { params }, { ...options, reply: AnySettings }),
    where('groupOrder', () => call(getGroupOrder, { params }, options)),
    where('watchHistory', () => call(listWatchHistory, { params }, rows)),
    askRatingsAndLists(account, signal),
  ]);
  const kept = await flatMapYielding(bookmarks, (row) => readRow(AnyBookmark, row));
  const seen = await flatMapYielding(progress, (row) => readRow(AnyProgress, row));
  const watched = history && (await flatMapYielding(history, (row) => readRow(AnyWatched, row)));
  await inTurns(account, [
    () =>
      updateBookmarks((state) => ({
        ...mergeRemoteBookmarks(state, { rows: kept, asOf, waited: waitedBookmarks }),
        groupOrder: state.isGroupOrderNew
          ? state.groupOrder
          : (groups?.groupOrder ?? state.groupOrder),
      })),
    () =>
      updateProgress((state) =>
        mergeRemoteProgress(state, { rows: seen, asOf, waited: waitedProgress }),
      ),
    () =>
      watched &&
      updateHistory((state) => ({
        ...state,
        items: mergeRemoteHistory(state.items, {
          rows: watched,
          asOf,
          removals: [...waitedRemovals, ...historyRemovals()],
        }),
      })),
    ...mergeOthers,
    () => takeSettings(account.userId, settings),
  ]);
}

/** The returned function merges them into the local ones. */
async function askRatingsAndLists(
  account: Account,
  signal: AbortSignal | undefined,
): Promise<(() => void)[]> {
  const { userId } = account;
  const params = { userId };
  const options = { ...as(account), signal };
  const asOf = serverTime();
  const waitedRatings = new Set(newRatings().map(ratingKey));
  const waitedLists = new Set(unsentLists(userId).map(({ id }) => id));
  const removals = () => Object.keys(listsStore.getState().removals);
  const removedThen = removals();
  const [rated, listed] = await Promise.all([
    where('ratings', () => call(listRatings, { params }, { ...options, reply: AnyRatings })),
    where('lists', () => call(listLists, { params }, { ...options, reply: AnyLists })),
  ]);
  return [
    () =>
      rated &&
      updateRatings((ratings) =>
        mergeRemoteRatings(ratings, { rows: rated.ratings, asOf, waited: waitedRatings }),
      ),
    () =>
      listed &&
      updateLists((lists) => {
        const removed = new Set([...removedThen, ...removals()]);
        return mergeRemoteLists(lists, {
          userId,
          rows: listed.lists,
          waited: waitedLists,
          removed,
        });
      }),
  ];
}

/** Somebody may have signed out, or in as somebody else, before each of them. */
async function inTurns(account: Account, steps: readonly (() => void)[]): Promise<void> {
  for (const step of steps) {
    await yieldToMain();
    if (isStill(account)) step();
  }
}

const NO_SUCH_ROUTE: ReadonlySet<number> = new Set([404, 405]);

/** undefined from servers that know nothing of the kind. */
async function where<T>(route: OptionalRoute, ask: () => Promise<T>): Promise<T | undefined> {
  if (isUnsupported(route)) return undefined;
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (NO_SUCH_ROUTE.has(error.status)) noteUnsupported(route);
    else if (error.failure.is !== 'unreadable') throw error;
    return undefined;
  }
}

const as = ({ token }: Account) => ({ token });
