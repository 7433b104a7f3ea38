// Whether the session still stands, how the account looks by now, and whether another device has changed something of it.
import { getMe } from '@matinee/shared/contract/users';
import { AnyMe } from '#data/response-schemas.ts';
import { ApiError, call } from '#data/api.ts';
import { sessionStore, type Account } from '#data/session.ts';
import { refreshAccount } from './account-store.ts';
import type { NewsAt } from './sync-status.ts';

export class SessionGone extends Error {}

/** The only call whose refusal means that the session is over: others may be refused for what they carry. */
export async function refresh(account: Account, signal: AbortSignal | undefined): Promise<NewsAt> {
  try {
    const options = { token: account.token, signal, reply: AnyMe };
    const { user, session, newsAt } = await call(getMe, {}, options);
    if (isStill(account)) take(account, { user, session });
    return newsAt;
  } catch (error) {
    if (error instanceof ApiError && [400, 401, 403].includes(error.status))
      throw new SessionGone('The server no longer knows this session.', { cause: error });
    throw error;
  }
}

/** Nobody is told of what has not changed. */
function take(account: Account, { user, session }: Pick<AnyMe, 'user' | 'session'>): void {
  const { nickname, profile } = user;
  const news = {
    profile,
    ...(session.device && { deviceName: session.device }),
    ...(nickname && { nickname }),
  };
  const isOld = JSON.stringify({ ...account, ...news }) === JSON.stringify(account);
  if (!isOld) refreshAccount(account.userId, news);
}

export function isStill({ sessionId }: Account): boolean {
  return sessionStore.getState().account?.sessionId === sessionId;
}
