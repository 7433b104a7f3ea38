import type { Database } from '#db/client.ts';
import { createBookmarks, type Bookmarks } from './bookmarks.ts';
import { createBudgets, type Budgets } from './budgets.ts';
import { createCallers, type Callers } from './callers.ts';
import { createChanges, type Changes } from './changes.ts';
import { createGroupOrders, type GroupOrders } from './group-order.ts';
import { createProgress, type ProgressService } from './progress.ts';
import { createTokens, type Tokens } from './tokens.ts';

/** What the account server does, each over what it needs. */
export interface Services {
  readonly tokens: Tokens;
  readonly callers: Callers;
  readonly budgets: Budgets;
  readonly bookmarks: Bookmarks;
  readonly groupOrders: GroupOrders;
  readonly progress: ProgressService;
  readonly changes: Changes;
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
  };
}
