import type { Database } from '#db/client.ts';
import { createBookmarks, type Bookmarks } from './bookmarks.ts';
import { createBudgets, type Budgets } from './budgets.ts';
import { createCallers, type Callers } from './callers.ts';
import { createChanges, type Changes } from './changes.ts';
import { createExports, type AccountExports } from './export.ts';
import { createGroupOrders, type GroupOrders } from './group-order.ts';
import { createImports, type AccountImports } from './import.ts';
import { createLists, type Lists } from './lists.ts';
import { createProgress, type ProgressService } from './progress.ts';
import { createRatings, type Ratings } from './ratings.ts';
import { createSettings, type SettingsService } from './settings.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createWatchHistory, type WatchHistory } from './watch-history.ts';

/** What the account server does, each over what it needs. */
export interface Services {
  readonly tokens: Tokens;
  readonly callers: Callers;
  readonly budgets: Budgets;
  readonly bookmarks: Bookmarks;
  readonly groupOrders: GroupOrders;
  readonly progress: ProgressService;
  readonly changes: Changes;
  readonly settings: SettingsService;
  readonly watchHistory: WatchHistory;
  readonly ratings: Ratings;
  readonly lists: Lists;
  readonly exports: AccountExports;
  readonly imports: AccountImports;
}

export interface ServicesContext {
  readonly db: Database;
  /** The first signs tokens, all of them verify. */
  readonly secrets: readonly [string, ...string[]];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function createServices({ db, secrets, now }: ServicesContext): Services {
  return {
    tokens: createTokens(secrets),
    callers: createCallers(db, now),
    budgets: createBudgets(db, now),
    bookmarks: createBookmarks(db, now),
    groupOrders: createGroupOrders(db),
    progress: createProgress(db, now),
    changes: createChanges(db, now),
    settings: createSettings(db, now),
    watchHistory: createWatchHistory(db, now),
    ratings: createRatings(db, now),
    lists: createLists(db, now),
    exports: createExports(db, now),
    imports: createImports(db, now),
  };
}
