import type { Database } from '#database/database.ts';
import { createSemaphore } from '#http/semaphore.ts';
import {
  createBookmarks,
  createGroupOrders,
  type Bookmarks,
  type GroupOrders,
} from './bookmarks.ts';
import { createExports, type AccountExports } from './export.ts';
import { createImports, type AccountImports } from './import.ts';
import { createLists, type Lists } from './lists.ts';
import { createObservedProgress, type ObservedProgress } from './owner-progress.ts';
import { createRatings, type Ratings } from './ratings.ts';
import { createUserDataLists, type UserDataLists } from './user-data-lists.ts';
import { createWatchHistory, type WatchHistory } from './watch-history.ts';

/** Bookmarks, progress, history, ratings and lists of accounts. */
export interface UserDataServices extends ObservedProgress {
  readonly bookmarks: Bookmarks;
  readonly exports: AccountExports;
  readonly groupOrders: GroupOrders;
  readonly imports: AccountImports;
  readonly lists: Lists;
  readonly ratings: Ratings;
  readonly userDataLists: UserDataLists;
  readonly watchHistory: WatchHistory;
}

/** More concurrent reads of large lists would starve other requests of CPU time (tests/load/abuse.ts). */
const MAX_READS = 2;

/** `now`: milliseconds since 1970. */
export function createUserDataModule(db: Database, now: () => number): UserDataServices {
  const paged = { db, reads: createSemaphore('large reads', MAX_READS) };
  return {
    ...createObservedProgress(db, now),
    bookmarks: createBookmarks(db, now),
    exports: createExports({ ...paged, now }),
    groupOrders: createGroupOrders(db),
    imports: createImports(db, now),
    lists: createLists(db, now),
    ratings: createRatings(db, now),
    userDataLists: createUserDataLists(paged),
    watchHistory: createWatchHistory(db, now),
  };
}
