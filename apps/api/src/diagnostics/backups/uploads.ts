// Backups that clients upload in parts, because of proxies' size limits and slow connections.
import { randomUUID } from 'node:crypto';
import { open, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiError, conflict, notFound } from '#http/api-error.ts';
import { ensureDir } from '#lib/ensure-dir.ts';

export interface Uploads {
  /** Returns an ID. The file replaces an earlier upload, unless that is being restored. */
  readonly begin: (bytes: number) => Promise<string>;
  /** Returns the number of stored bytes. A client may send the last part again if its response was lost. */
  readonly append: (id: string, offset: number, part: Buffer) => Promise<number>;
  /** Returns the path of the complete file. */
  readonly fileOf: (id: string) => string;
}

interface Upload {
  readonly id: string;
  readonly file: string;
  readonly bytes: number;
  received: number;
  isWriting: boolean;
}

/** The server needs some space during a restore. */
const RESERVED_BYTES = 256 * 1024 * 1024;

/** Stores one upload at a time in the folder for backups. The next backup removes an abandoned upload. */
export function createUploads(folder: string, isRestoring: () => boolean): Uploads {
  let current: Upload | undefined;
  let beginning: Promise<unknown> = Promise.resolve();

  function find(id: string): Upload {
    if (current?.id !== id) throw notFound('This upload has ended. Start it again.');
    return current;
  }

  async function begin(bytes: number): Promise<string> {
    if (isRestoring()) throw conflict('A restore is running already.');
    ensureDir(folder, 0o700);
    const before = current;
    current = undefined;
    if (before) await rm(before.file, { force: true });
    const { bavail, bsize } = await statfs(folder);
    // The backup is unpacked in the same folder.
    if (bavail * bsize < 2 * bytes + RESERVED_BYTES)
      throw new ApiError(507, 'There is not enough free space on the server for this file.');
    const id = randomUUID();
    const file = path.join(folder, `upload-${id}.partial`);
    await writeFile(file, '', { mode: 0o600, flag: 'wx' });
    current = { id, file, bytes, received: 0, isWriting: false };
    return id;
  }

  return {
    begin: async (bytes) => {
      // Run one at a time. Two would leave a file that nothing replaces.
      const begun = beginning.then(() => begin(bytes));
      beginning = begun.catch(() => undefined);
      return await begun;
    },
    append: async (id, offset, part) => {
      const upload = find(id);
      const end = offset + part.length;
      const isNext = offset === upload.received || end === upload.received;
      if (upload.isWriting || !isNext || end > upload.bytes)
        throw conflict('This part does not belong here. Start the upload again.');
      upload.isWriting = true;
      try {
        await writeAt(upload.file, offset, part);
        upload.received = end;
      } catch (error) {
        // A later upload removes the file.
        find(id);
        throw error;
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

/** Writes a part. Overwrites an incomplete part, which a full disk leaves. */
async function writeAt(file: string, offset: number, part: Buffer): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    for (let at = 0; at < part.length;) {
      const { bytesWritten } = await handle.write(part, at, part.length - at, offset + at);
      at += bytesWritten;
    }
  } finally {
    await handle.close();
  }
}
