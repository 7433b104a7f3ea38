// The signed-in devices of the account.
import { deleteSession, listSessions, renameSession } from '@matinee/shared/contract/sessions';
import { updateUser, type Profile } from '@matinee/shared/contract/users';
import { encrypt } from '@matinee/shared/identity/encryption';
import { IgnoredReply, LenientSessions } from '#data/response-schemas.ts';
import { call } from '#data/api.ts';
import { sessionStore, type Account } from '#data/session.ts';
import { refreshAccount, seedOf } from './account-store.ts';

export interface AccountDevice {
  readonly sessionId: string;
  /** Encrypted: `deviceNameOf` reads it. */
  readonly deviceName: string;
  readonly isCurrent: boolean;
  /** ISO 8601; undefined if the server does not send it. */
  readonly createdAt: string | undefined;
  readonly lastUsedAt: string | undefined;
}

/** Lists this device first, then the most recently used. */
export async function listDevices(signal?: AbortSignal): Promise<AccountDevice[]> {
  const account = signedIn();
  if (!account) return [];
  const params = { userId: account.userId };
  const sessions = await call(listSessions, { params }, { signal, reply: LenientSessions });
  return sessions
    .map(({ id, device, createdAt, accessedAt }) => ({
      sessionId: id,
      deviceName: device,
      isCurrent: id === account.sessionId,
      createdAt,
      lastUsedAt: accessedAt,
    }))
    .toSorted(
      (one, other) =>
        Number(other.isCurrent) - Number(one.isCurrent) ||
        (other.lastUsedAt ?? '').localeCompare(one.lastUsedAt ?? ''),
    );
}

/** Signs another device out. `signOut` is for this one. */
export async function removeDevice(sessionId: string, signal?: AbortSignal): Promise<void> {
  await call(deleteSession, { params: { sessionId } }, { signal, reply: IgnoredReply });
}

export async function renameDevice(
  sessionId: string,
  name: string,
  signal?: AbortSignal,
): Promise<void> {
  const account = signedIn();
  const seed = account && seedOf(account);
  if (!seed) return;
  const deviceName = encrypt(name.trim(), seed);
  const args = { params: { sessionId }, body: { deviceName } };
  await call(renameSession, args, { signal, reply: IgnoredReply });
  if (sessionId === account.sessionId) refreshAccount(account.userId, { deviceName });
}

/** Other devices receive the profile with their next poll. */
export async function updateProfile(profile: Profile, signal?: AbortSignal): Promise<void> {
  const account = signedIn();
  if (!account) return;
  const args = { params: { userId: account.userId }, body: { profile } };
  await call(updateUser, args, { signal, reply: IgnoredReply });
  refreshAccount(account.userId, { profile });
}

function signedIn(): Account | null {
  return sessionStore.getState().account;
}
