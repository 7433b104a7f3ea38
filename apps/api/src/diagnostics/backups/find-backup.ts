import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Backups } from '#database/backup/backups.ts';
import { badGateway, notFound } from '#http/api-error.ts';
import { ensureDir } from '#lib/ensure-dir.ts';

export interface FoundBackup {
  readonly bytes: number;
  /** The path of the file, or of the copy to download from the bucket. */
  readonly file: string;
  /** Unset if the file exists. */
  readonly copy?: {
    readonly open: () => Promise<Readable>;
    readonly download: () => Promise<void>;
  };
}

/** Finds a backup in the server's folder, or else in the bucket. Throws an `ApiError`. */
export async function findBackup(
  { list, remote, folder }: Pick<Backups, 'list' | 'remote' | 'folder'>,
  name: string,
): Promise<FoundBackup> {
  const found = (await list()).find(({ file }) => path.basename(file) === name);
  if (found) return found;
  const { backups = [], failure } = (await remote?.listNow()) ?? {};
  if (failure !== undefined)
    throw badGateway(`The bucket with the backups can't be used: ${failure}.`);
  const listed = backups.find((one) => one.name === name);
  if (!remote || !listed) throw notFound('There is no such backup.');
  const file = path.join(folder, name);
  return {
    bytes: listed.bytes,
    file,
    copy: {
      open: () => remote.open(name),
      download: async () => {
        // A new server has no folder for backups yet.
        ensureDir(folder, 0o700);
        await remote.download(name, file);
      },
    },
  };
}
