// Checks whether a request may use a token of operator sources. Tokens are bearer URLs, because players and cast
// devices send no headers.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { ApiError, forbidden, unauthorized } from '#http/api-error.ts';
import type { StreamToken } from './stream-token.ts';

export interface TokenAccessOptions {
  /** Whether the operator's own sources are for signed-in accounts only. */
  readonly needsAccount: boolean;
  /** Returns the account of a sign-in session. Undefined if the session has ended. */
  readonly accountOf: (sessionId: string) => Promise<string | undefined>;
  /** Returns the account that an `Authorization` header proves. Undefined if it proves none. */
  readonly accountIn: (authorization: string | undefined) => Promise<string | undefined>;
}

interface TokenUse {
  readonly headers: IncomingHttpHeaders;
  /** The response, which is destroyed if the session ends first. */
  readonly into: ServerResponse;
}

/** Throws an `ApiError` if the token may not be used. */
export type CheckTokenAccess = (
  token: Pick<StreamToken, 'scope' | 'accountSession'>,
  use: TokenUse,
) => Promise<void>;

/** A response may last as long as a movie, so its session is checked regularly. */
const RECHECK_MS = 5_000;

export function createTokenAccess(options: TokenAccessOptions): CheckTokenAccess {
  const { needsAccount, accountOf, accountIn } = options;

  return async ({ scope, accountSession: sessionId }, { headers, into }) => {
    if (scope !== 'own') return;
    if (sessionId === undefined) {
      if (!needsAccount) return;
      throw new ApiError(410, 'This stream now needs an account. Log in and open the title again.');
    }
    const account = await accountOf(sessionId);
    if (account === undefined) {
      throw unauthorized('Your session has ended. Log in and open the title again.');
    }
    const other = await accountIn(headers.authorization);
    if (other !== undefined && other !== account) {
      throw forbidden('This stream belongs to another account. Open the title again.');
    }
    endWithSession(into, async () => (await accountOf(sessionId)) !== undefined);
  };
}

function endWithSession(response: ServerResponse, isAlive: () => Promise<boolean>): void {
  if (response.destroyed) return;
  const recheck = (): void => {
    isAlive().then(
      (isStillAlive) => {
        if (!isStillAlive) response.destroy();
      },
      // The database is down, so the session is unknown. Continue the playback.
      () => undefined,
    );
  };
  const timer = setInterval(recheck, RECHECK_MS).unref();
  response.once('close', () => clearInterval(timer));
}
