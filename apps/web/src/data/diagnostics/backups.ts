// Backups of this site's server, for administrators.
import {
  BackupEvent,
  linkBackup,
  listBackupFiles,
  makeBackup,
} from '@matinee/shared/contract/backups';
import { queryOptions } from '@tanstack/react-query';
import { siteOrigin } from '#config.ts';
import { call } from '#data/api.ts';
import { sessionStore } from '#data/session.ts';
import { adminEvents } from './admin-events.ts';

const HERE = { server: siteOrigin } as const;

/** Requested by a button. */
export function backupList() {
  return queryOptions({
    queryKey: ['diagnostics', 'backups', sessionStore.getState().account?.userId ?? ''],
    queryFn: ({ signal }) => call(listBackupFiles, {}, { ...HERE, signal }),
    enabled: false,
    retry: false,
  });
}

/** Makes a backup. Leaving the loop cancels it. */
export const backUp = (signal: AbortSignal): AsyncGenerator<BackupEvent, void> =>
  adminEvents({ endpoint: makeBackup, schema: BackupEvent, signal });

/** The address of a file, for the next minute. */
export async function downloadLink(name: string): Promise<string> {
  const { path } = await call(linkBackup, { params: { name } }, HERE);
  return `${siteOrigin}${path}`;
}
