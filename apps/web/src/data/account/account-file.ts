// Everything of an account as a file: from the server where it has one to give, else what this browser knows.
import { exportAccount } from '@matinee/shared/contract/export';
import { LenientSettings } from '#data/response-schemas.ts';
import { ApiError, call } from '#data/api.ts';
import { libraryFile, type LibraryFile } from '#data/user-data/library-file.ts';
import { sessionStore } from '#data/session.ts';

/** Rejects with ApiError while the server is away. */
export async function accountFile(now: Date, signal?: AbortSignal): Promise<LibraryFile> {
  const { account } = sessionStore.getState();
  if (!account) return libraryFile(now);
  const params = { userId: account.userId };
  try {
    const content = await call(exportAccount, { params }, { signal, reply: LenientSettings });
    const name = `matinee-account-${now.toISOString().slice(0, 10)}.json`;
    return { name, text: JSON.stringify(content, null, 2) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return libraryFile(now);
    throw error;
  }
}
