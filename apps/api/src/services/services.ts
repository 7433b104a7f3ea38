import type { RegistrationMode } from '@matinee/shared/contract/meta';
import type { Database } from '#db/client.ts';
import { createSemaphore } from '#http/semaphore.ts';
import { createAccounts, type Accounts } from './accounts.ts';
import { createIsAdmin } from './administrators.ts';
import { createBookmarks, type Bookmarks } from './bookmarks.ts';
import { createBudgets, createMemoryBudgets, type Budgets } from './budgets.ts';
import { createCallers, type Callers } from './callers.ts';
import type { Captcha } from './captcha.ts';
import { createChallenges } from './challenges.ts';
import { createChanges, type Changes } from './changes.ts';
import { createExports, type AccountExports } from './export.ts';
import { createFallbackBudgets, type FallbackBudgets } from './fallback-budgets.ts';
import { createGroupOrders, type GroupOrders } from './group-order.ts';
import { createImports, type AccountImports } from './import.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createLibraryLists, type LibraryLists } from './library-lists.ts';
import { createLinks, type Links } from './links.ts';
import { createLists, type Lists } from './lists.ts';
import { createLogin, type Login } from './login.ts';
import { createNews, type News } from './news.ts';
import { createProgress, type ProgressService } from './progress.ts';
import { createRatings, type Ratings } from './ratings.ts';
import { createSettings, type SettingsService } from './settings.ts';
import { createRegistration, type Registration } from './registration.ts';
import { cacheSessions, type AccountOfSession } from './session-cache.ts';
import { createSessionLookup, type SessionLookup } from './session-lookup.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createWatchHistory, type WatchHistory } from './watch-history.ts';

/** What the account server does, each over what it needs. */
export interface Services {
  readonly tokens: Tokens;
  readonly callers: Callers;
  readonly findSession: SessionLookup;
  readonly accountOfSession: AccountOfSession;
  readonly budgets: Budgets;
  readonly fallbackBudgets: FallbackBudgets;
  readonly memoryBudgets: Budgets;
  readonly registration: Registration;
  readonly invitations: Invitations;
  readonly login: Login;
  readonly links: Links;
  readonly accounts: Accounts;
  readonly news: News;
  readonly sessions: Sessions;
  readonly bookmarks: Bookmarks;
  readonly groupOrders: GroupOrders;
  readonly progress: ProgressService;
  readonly changes: Changes;
  readonly settings: SettingsService;
  readonly watchHistory: WatchHistory;
  readonly ratings: Ratings;
  readonly lists: Lists;
  readonly libraryLists: LibraryLists;
  readonly exports: AccountExports;
  readonly imports: AccountImports;
}

export interface ServicesContext {
  readonly db: Database;
  /** The first signs tokens, all of them verify. */
  readonly secrets: readonly [string, ...string[]];
  readonly captcha: Captcha;
  readonly registrationMode: RegistrationMode;
  /** The public keys of administrators besides the owner. */
  readonly adminKeys: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 up to, not including, 1; for nothing that has to be secret. */
  readonly random: () => number;
}

/** Pages of whole libraries: more at once take the processor from all other requests (tests/load/strangers.ts). */
const READS_AT_A_TIME = 2;

export function createServices(context: ServicesContext): Services {
  const { db, secrets, captcha, registrationMode: mode, now, random } = context;
  const tokens = createTokens(secrets);
  const callers = createCallers({ db, isAdmin: createIsAdmin(context.adminKeys), now });
  const challenges = createChallenges(db, now);
  const paged = { db, reads: createSemaphore(READS_AT_A_TIME) };
  const budgets = createBudgets(db, now);
  const invitations = createInvitations({ db, mode, now });
  const registering = { db, challenges, tokens, captcha, invitations, mode, now, random };
  return {
    tokens,
    callers,
    findSession: createSessionLookup(tokens, callers),
    accountOfSession: cacheSessions(callers, now),
    budgets,
    fallbackBudgets: createFallbackBudgets(db, budgets),
    memoryBudgets: createMemoryBudgets(now),
    registration: createRegistration(registering),
    invitations,
    login: createLogin({ db, challenges, tokens, now }),
    links: createLinks(db, now),
    accounts: createAccounts(db),
    news: createNews(db, now),
    sessions: createSessions(db, now),
    bookmarks: createBookmarks(db, now),
    groupOrders: createGroupOrders(db),
    progress: createProgress(db, now),
    changes: createChanges(db, now),
    settings: createSettings(db, now),
    watchHistory: createWatchHistory(db, now),
    ratings: createRatings(db, now),
    lists: createLists(db, now),
    libraryLists: createLibraryLists(paged),
    exports: createExports({ ...paged, now }),
    imports: createImports(db, now),
  };
}
