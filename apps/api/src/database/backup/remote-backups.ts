// Copies of backups in a bucket of an S3-compatible service.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#config/config.ts';
import { BackupError } from './archive.ts';
import { readBackupName, type BackupFile } from './backup-folder.ts';
import { createBucket, type Bucket } from './s3-bucket.ts';

export interface RemoteBackup extends Omit<BackupFile, 'file'> {
  readonly name: string;
}

export interface RemoteList {
  readonly backups: readonly RemoteBackup[];
  /** An error code if the backups can't be listed. */
  readonly failure: string | undefined;
}

export interface RemoteBackups {
  /** The display address, such as `s3://bucket/folder`. */
  readonly address: string;
  /** Returns the newest first. */
  readonly list: (signal?: AbortSignal) => Promise<readonly RemoteBackup[]>;
  /** Lists backups for a page. Waits less long than browsers, and returns a failure instead of rejecting. */
  readonly listNow: () => Promise<RemoteList>;
  /** Returns whether the bucket may lack the newest backups of this server. */
  readonly isBehind: () => Promise<boolean>;
  /**
   * Uploads the newest nightly and the newest manual backup, and deletes the oldest nightly ones.
   * Resolves to an error code if those can't be deleted.
   */
  readonly upload: (signal?: AbortSignal) => Promise<string | undefined>;
  /** Returns an error code if the last upload failed. */
  readonly failure: () => string | undefined;
  readonly open: (name: string, signal?: AbortSignal) => Promise<Readable>;
  /** The file appears only when it is complete and its checksum is right. */
  readonly download: (name: string, file: string, signal?: AbortSignal) => Promise<void>;
}

interface RemoteOptions {
  readonly bucket: Bucket;
  readonly address: string;
  /** Ends with a slash unless it is empty. */
  readonly prefix: string;
  readonly keep: number;
  /** Returns the backups on this server, newest first. */
  readonly listLocal: () => Promise<readonly BackupFile[]>;
  /** A download ends when nothing arrives for this long. */
  readonly stallMs: number;
}

const LIST_WITHIN_MS = 10_000;
const STALL_MS = 60_000;
const DOWNLOAD_WITHIN_MS = 6 * 3_600_000;

export function createRemoteBackups(options: RemoteOptions): RemoteBackups {
  const { bucket, address, prefix, keep, listLocal, stallMs } = options;
  const uploaded = new Set<string>();
  let failure: string | undefined;

  const list: RemoteBackups['list'] = (signal) => listIn(options, signal);

  /** Returns backups that the bucket lacks. Leaves out restore points, which are only for this server. */
  const missing = async (): Promise<readonly BackupFile[]> => {
    const files = await listLocal();
    return (['nightly', 'manual'] as const).flatMap((kind) => {
      const newest = files.find((file) => file.kind === kind);
      return newest && !uploaded.has(path.basename(newest.file)) ? [newest] : [];
    });
  };

  const send = async (signal?: AbortSignal): Promise<void> => {
    const there = await list(signal);
    for (const file of await missing()) {
      const name = path.basename(file.file);
      const isThere = there.some((one) => one.name === name && one.bytes === file.bytes);
      if (!isThere) await sendFile(bucket, { key: prefix + name, file }, signal);
      uploaded.add(name);
    }
  };

  const deleteOldest = async (signal?: AbortSignal): Promise<void> => {
    const nightly = (await list(signal)).filter(({ kind }) => kind === 'nightly');
    for (const { name } of nightly.slice(keep)) await bucket.remove(prefix + name, signal);
  };

  return {
    address,
    list,
    listNow: async () => {
      try {
        const backups = await list(AbortSignal.timeout(LIST_WITHIN_MS));
        return { backups, failure: undefined };
      } catch (error) {
        return { backups: [], failure: codeOf(error) };
      }
    },
    isBehind: async () => (await missing()).length > 0,
    upload: async (signal) => {
      try {
        await send(signal);
        failure = undefined;
      } catch (error) {
        if (signal?.aborted !== true) failure = codeOf(error);
        throw error;
      }
      try {
        await deleteOldest(signal);
        return undefined;
      } catch (error) {
        // Access keys for backups often lack the permission to delete.
        signal?.throwIfAborted();
        return codeOf(error);
      }
    },
    failure: () => failure,
    open: (name, signal) => bucket.open(prefix + name, signal),
    download: async (name, file, signal) => {
      const key = prefix + name;
      const expected = await bucket.describe(key, signal);
      const { bavail, bsize } = await fs.statfs(path.dirname(file));
      if (bavail * bsize < 2 * expected.bytes)
        throw new BackupError('There is not enough free space for this backup.');
      const draft = `${file}.partial`;
      try {
        await receiveFile(bucket, { key, bytes: expected.bytes, draft, stallMs }, signal);
        const { size } = await fs.stat(draft);
        const isIntact = size === expected.bytes && expected.sha256 === (await hashOf(draft));
        if (!isIntact) throw new BackupError(`The copy of ${name} is damaged.`);
        await fs.rename(draft, file);
      } finally {
        await fs.rm(draft, { force: true });
      }
    },
  };
}

async function listIn(
  { bucket, prefix }: Pick<RemoteOptions, 'bucket' | 'prefix'>,
  signal?: AbortSignal,
): Promise<readonly RemoteBackup[]> {
  const objects = await bucket.list(`${prefix}matinee-`, signal);
  return objects
    .flatMap(({ key, bytes }) => {
      const name = key.slice(prefix.length);
      const read = readBackupName(name);
      return read ? [{ name, ...read, bytes }] : [];
    })
    .toSorted((one, other) => other.createdAt - one.createdAt);
}

interface ReceivedFile {
  readonly key: string;
  readonly bytes: number;
  readonly draft: string;
  readonly stallMs: number;
}

/** Aborts if the service sends nothing for a while, or more than it announced. */
async function receiveFile(
  bucket: Bucket,
  { key, bytes, draft, stallMs }: ReceivedFile,
  signal?: AbortSignal,
): Promise<void> {
  const stalled = new AbortController();
  const timer = setTimeout(
    () => stalled.abort(new BackupError('The S3 service stopped sending.')),
    stallMs,
  );
  const limits = [stalled.signal, AbortSignal.timeout(DOWNLOAD_WITHIN_MS)];
  try {
    const source = await bucket.open(key, AbortSignal.any(signal ? [...limits, signal] : limits));
    const parts = limited(source, bytes, () => timer.refresh());
    await pipeline(parts, createWriteStream(draft, { mode: 0o600 }));
  } finally {
    clearTimeout(timer);
  }
}

interface SentFile {
  readonly key: string;
  readonly file: BackupFile;
}

/** Uploads a file, and verifies the stored object. */
async function sendFile(
  bucket: Bucket,
  { key, file: { file, bytes } }: SentFile,
  signal?: AbortSignal,
): Promise<void> {
  const sha256 = await hashOf(file);
  const handle = await fs.open(file, 'r');
  const read = async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
  try {
    await bucket.upload(key, { bytes, sha256, read }, signal);
  } finally {
    await handle.close();
  }
  const stored = await bucket.describe(key, signal);
  if (stored.bytes === bytes && stored.sha256 === sha256) return;
  await bucket.remove(key, signal);
  throw new BackupError('The S3 service stored something other than the backup.');
}

/** Returns a code, because file system messages contain paths, which a bug report must not reveal. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'timeout';
  if (typeof error.cause === 'string') return error.cause;
  return 'code' in error ? String(error.code) : error.message;
}

async function* limited(
  source: Readable,
  bytes: number,
  onPart: () => void,
): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const chunk of source) {
    onPart();
    const part = Buffer.from(chunk);
    left -= part.length;
    if (left < 0) throw new BackupError('The S3 service sent more than it announced.');
    yield part;
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Undefined unless an S3-compatible service is configured. */
export function configuredRemoteBackups(
  config: Config,
  listLocal: RemoteOptions['listLocal'],
  stallMs = STALL_MS,
): RemoteBackups | undefined {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket } = config;
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId } = config;
  const { BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey, BACKUP_S3_REGION: region } = config;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  const prefix = config.BACKUP_S3_PREFIX === '' ? '' : `${config.BACKUP_S3_PREFIX}/`;
  return createRemoteBackups({
    bucket: createBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }),
    address: `s3://${bucket}/${prefix}`.replace(/\/$/, ''),
    prefix,
    keep: config.BACKUP_KEEP,
    listLocal,
    stallMs,
  });
}
