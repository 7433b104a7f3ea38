import type { Database } from '#db/client.ts';
import { createCallers, type Callers } from './callers.ts';
import { createTokens, type Tokens } from './tokens.ts';

/** What the account server does, each over what it needs. */
export interface Services {
  readonly tokens: Tokens;
  readonly callers: Callers;
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
  };
}
