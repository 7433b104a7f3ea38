import type { RegistrationMode } from '@matinee/shared/contract/meta';
import type { Database } from '#database/database.ts';
import {
  createAccounts,
  createSessionTokens,
  type Accounts,
  type SessionTokens,
} from './accounts.ts';
import { createAdminAccounts, type AdminAccounts } from './admin-accounts.ts';
import type { Captcha } from './captcha.ts';
import { createChallenges } from './challenges.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createLinks, type Links } from './links.ts';
import { createLogin, type Login } from './login.ts';
import {
  createFallbackRateLimiter,
  createMemoryRateLimiter,
  createRateLimiter,
  type FallbackRateLimiter,
  type RateLimiter,
} from './rate-limits.ts';
import { createRegistration, type Registration } from './registration.ts';
import {
  cacheSessions,
  createAuthenticate,
  createChangeMarker,
  createIsAdmin,
  createSessionLookup,
  type AccountOfSession,
  type Authenticate,
  type ChangeMarker,
  type SessionLookup,
} from './session-lookup.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSettings, type SettingsService } from './settings.ts';

/** Accounts, sessions, invitations and rate limits. */
export interface AccountServices {
  readonly accountOfSession: AccountOfSession;
  readonly accounts: Accounts;
  readonly adminAccounts: AdminAccounts;
  readonly authenticate: Authenticate;
  readonly changeMarker: ChangeMarker;
  readonly fallbackRateLimiter: FallbackRateLimiter;
  readonly invitations: Invitations;
  readonly links: Links;
  readonly login: Login;
  readonly memoryRateLimiter: RateLimiter;
  readonly rateLimiter: RateLimiter;
  readonly registration: Registration;
  readonly sessionLookup: SessionLookup;
  readonly sessions: Sessions;
  readonly settings: SettingsService;
  readonly tokens: SessionTokens;
}

export interface AccountsModuleOptions {
  readonly db: Database;
  /** The first secret signs tokens, and all of them verify tokens. */
  readonly secrets: readonly [string, ...string[]];
  readonly captcha: Captcha;
  readonly registrationMode: RegistrationMode;
  /** The public keys of administrators other than the owner. */
  readonly adminKeys: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns 0 (inclusive) to 1 (exclusive). Not for secrets. */
  readonly random: () => number;
}

export function createAccountsModule(options: AccountsModuleOptions): AccountServices {
  const { db, captcha, registrationMode: mode, now, random } = options;
  const tokens = createSessionTokens(options.secrets);
  const isAdmin = createIsAdmin(options.adminKeys);
  const sessionLookup = createSessionLookup({ db, isAdmin, now });
  const challenges = createChallenges(db, now);
  const invitations = createInvitations({ db, mode, now });
  const rateLimiter = createRateLimiter(db, now);
  const registering = { db, challenges, tokens, captcha, invitations, mode, now, random };
  return {
    accountOfSession: cacheSessions(sessionLookup, now),
    accounts: createAccounts(db),
    adminAccounts: createAdminAccounts(db, isAdmin),
    authenticate: createAuthenticate(tokens, sessionLookup),
    changeMarker: createChangeMarker(db, now),
    fallbackRateLimiter: createFallbackRateLimiter(db, rateLimiter),
    invitations,
    links: createLinks(db, now),
    login: createLogin({ db, challenges, tokens, now }),
    memoryRateLimiter: createMemoryRateLimiter(db, now),
    rateLimiter,
    registration: createRegistration(registering),
    sessionLookup,
    sessions: createSessions(db, now),
    settings: createSettings(db, now),
    tokens,
  };
}
