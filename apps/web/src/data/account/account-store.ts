// The account of this browser, once a server has said who it is.
import { decryptDeviceName } from '@matinee/shared/identity/device-name';
import { fromBase64, toBase64 } from '@matinee/shared/identity/encoding';
import type { AnySession, AnyUser } from '#data/answers.ts';
import { sessionStore, updateSession, type Account } from '#data/session.ts';

export interface NewAccount {
  readonly token: string;
  readonly seed: Uint8Array;
  readonly user: AnyUser;
  readonly session: AnySession;
}

export function storeAccount({ token, seed, user, session }: NewAccount): void {
  const account: Account = {
    token,
    userId: user.id,
    sessionId: session.id,
    deviceName: session.device,
    profile: user.profile,
    seed: toBase64(seed),
  };
  updateSession({ account: user.nickname ? { ...account, nickname: user.nickname } : account });
}

/** What another device changed, as long as it is still the same account that is signed in. */
export function refreshAccount(userId: string, change: Partial<Account>): void {
  const { account } = sessionStore.getState();
  if (account?.userId === userId) updateSession({ account: { ...account, ...change } });
}

export function seedOf(account: Account): Uint8Array {
  return fromBase64(account.seed) ?? new Uint8Array();
}

/** undefined where another client wrote it in a way of its own. */
export function deviceNameOf(account: Account, encrypted = account.deviceName): string | undefined {
  return decryptDeviceName(encrypted, seedOf(account));
}
