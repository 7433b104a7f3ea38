import { NotFoundError } from '@matinee/sources/source';
import type { UpstreamResponse } from '#proxy/http-client.ts';
import type { OpenOptions } from '#stream-relay/stream-source.ts';

export interface FileEntry {
  readonly name: string;
  /** `outside`: a link that leads out of the operator's folder. */
  readonly kind: 'file' | 'folder' | 'outside';
  /** Changes with the content. Unset if unknown, or if reading is cheap. */
  readonly version?: string | undefined;
  /** Bytes. Set for videos if the store lists sizes. */
  readonly size?: number | undefined;
  /** Milliseconds since 1970. Set for videos if the store lists times. */
  readonly modifiedAt?: number | undefined;
}

export interface FileFacts {
  readonly path: string;
  /** Bytes. */
  readonly size: number | undefined;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number | undefined;
}

export interface FileOpenOptions extends OpenOptions {
  /** The maximum size of one read from a disk, in bytes. Unset: a small default for slow clients. */
  readonly highWaterMark?: number;
}

/**
 * Storage for movies: a folder on disk or a WebDAV share. Paths have `/` between names. '' is the root.
 */
export interface FileStore {
  /** The operator's name for the store, for the log. */
  readonly name: string;
  /** The number of folders to list concurrently. */
  readonly concurrency: number;
  /** Throws `NotFoundError` if the folder does not exist. */
  readonly list: (folder: string, signal: AbortSignal) => Promise<readonly FileEntry[]>;
  /**
   * False if the file exists but this process may not read it. Unset if only opening it shows that.
   */
  readonly isReadable?: (path: string) => Promise<boolean>;
  /** Responds like a web server, including 206, 304 and 416. Throws `NotFoundError`. */
  readonly open: (path: string, options: FileOpenOptions) => Promise<UpstreamResponse>;
  /**
   * Calls `onChange` when an entry is added or removed. Returns a function that stops watching. Throws if watching
   * fails.
   */
  readonly watch?: (folder: string, onChange: () => void) => () => void;
}

/** Reads at most `maxBytes` of a file. */
export async function readPart(
  store: Pick<FileStore, 'open'>,
  path: string,
  { from = 0, maxBytes, signal }: { from?: number; maxBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  const range = `bytes=${from}-${from + maxBytes - 1}`;
  const { body, status } = await store.open(path, { method: 'GET', headers: { range }, signal });
  try {
    if (status === 416) return Buffer.alloc(0);
    if (status !== 206 && !(status === 200 && from === 0)) throw new NotFoundError('no part of it');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk).subarray(0, maxBytes - size);
      chunks.push(bytes);
      size += bytes.length;
      if (size >= maxBytes) break;
    }
    return Buffer.concat(chunks);
  } finally {
    body.destroy();
  }
}

export const joinPath = (folder: string, name: string): string =>
  folder === '' ? name : `${folder}/${name}`;
