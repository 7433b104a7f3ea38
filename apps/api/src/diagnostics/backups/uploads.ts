// Backups that arrive in parts: a proxy's size limit and a slow line then don't matter.
import { randomUUID } from 'node:crypto';
import { appendFile, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiError, conflict, notFound } from '#http/api-error.ts';
import { ensureDir } from '#lib/ensure-dir.ts';

export interface Uploads {
  /** Returns an id. The file replaces an earlier upload. */
  readonly begin: (bytes: number) => Promise<string>;
  /** Returns how many bytes are there. */
  readonly append: (id: string, offset: number, part: Buffer) => Promise<number>;
  /** The complete file. */
  readonly fileOf: (id: string) => string;
}

interface Upload {
  readonly id: string;
  readonly file: string;
  readonly bytes: number;
  received: number;
  isWriting: boolean;
}

/** The server needs some for itself while it restores. */
const RESERVED_BYTES = 256 * 1024 * 1024;

/** One at a time, in the folder of backups, from which the next backup removes what is left. */
export function createUploads(folder: string): Uploads {
  let current: Upload | undefined;

  function find(id: string): Upload {
    if (current?.id !== id) throw notFound('This upload has ended. Start it again.');
    return current;
  }

  return {
    begin: async (bytes) => {
      ensureDir(folder, 0o700);
      const before = current;
      current = undefined;
      if (before) await rm(before.file, { force: true });
      const { bavail, bsize } = await statfs(folder);
      // It is unpacked beside itself.
      if (bavail * bsize < 2 * bytes + RESERVED_BYTES)
        throw new ApiError(507, 'There is not enough free space on the server for this file.');
      const id = randomUUID();
      const file = path.join(folder, `upload-${id}.partial`);
      await writeFile(file, '', { mode: 0o600, flag: 'wx' });
      current = { id, file, bytes, received: 0, isWriting: false };
      return id;
    },
    append: async (id, offset, part) => {
      const upload = find(id);
      if (upload.isWriting || offset !== upload.received || offset + part.length > upload.bytes)
        throw conflict('This part does not belong here. Start the upload again.');
      upload.isWriting = true;
      try {
        await appendFile(upload.file, part);
        upload.received += part.length;
      } finally {
        upload.isWriting = false;
      }
      return upload.received;
    },
    fileOf: (id) => {
      const { file, bytes, received } = find(id);
      if (received !== bytes) throw conflict('The upload is not complete. Start it again.');
      return file;
    },
  };
}
