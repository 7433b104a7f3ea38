import { NotFoundError } from '@matinee/sources/source';
import { constants, watch, type BigIntStats } from 'node:fs';
import { access, open, readdir, realpath, stat, type FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { UpstreamError, type UpstreamResponse } from '#proxy/http-client.ts';
import type { OpenOptions } from '#stream-relay/stream-source.ts';
import { isVideoFile } from './extensions.ts';
import { decodeName, encodeName } from './file-names.ts';
import type { FileEntry, FileOpenOptions, FileStore } from './file-store.ts';

const BLOCK_BYTES = 256 * 1024;
/** Opening a named pipe would block forever. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const DENIED: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);
const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

/** A folder of the operator. Nothing outside it is listed or opened, even through links. */
export function createDisk(root: string): FileStore {
  async function resolveInside(path: string): Promise<Buffer> {
    const [realRoot, target] = await Promise.all([
      realpath(root, 'buffer'),
      realpath(encodeName(join(root, path)), 'buffer'),
    ]);
    const end = Buffer.from(sep);
    const prefix = realRoot.at(-1) === end.at(-1) ? realRoot : Buffer.concat([realRoot, end]);
    if (target.equals(realRoot) || target.subarray(0, prefix.length).equals(prefix)) return target;
    throw new NotFoundError('it is outside the folder');
  }

  async function kindOfLink(path: string): Promise<FileEntry['kind'] | undefined> {
    try {
      const target = await resolveInside(path);
      // Skip links to folders inside: they are scanned at their real path, and link cycles never end.
      return (await stat(target)).isFile() ? 'file' : undefined;
    } catch (error) {
      return error instanceof NotFoundError ? 'outside' : undefined;
    }
  }

  return {
    name: root,
    concurrency: 4,
    list: (folder) =>
      mapMissingToNotFound(async () => {
        const entries = await readdir(await resolveInside(folder), {
          withFileTypes: true,
          encoding: 'buffer',
        });
        const listed: FileEntry[] = [];
        for (const entry of entries) {
          const name = decodeName(entry.name);
          const kind = entry.isSymbolicLink()
            ? await kindOfLink(join(folder, name))
            : kindOf(entry);
          if (kind !== undefined) listed.push({ name, kind });
        }
        return await Promise.all(listed.map((entry) => withFacts(join(root, folder), entry)));
      }),
    isReadable: async (path) => {
      try {
        await access(encodeName(join(root, path)), constants.R_OK);
        return true;
      } catch (error) {
        return !DENIED.has(codeOf(error));
      }
    },
    open: (path, options) =>
      mapMissingToNotFound(async () => {
        const handle = await open(await resolveInside(path), FLAGS).catch(denied);
        try {
          return await respond(handle, path, options);
        } catch (error) {
          await handle.close();
          throw error;
        }
      }),
    watch: (folder, onChange) => {
      // Ignore growing files. NFO files are rewritten in place.
      const watcher = watch(
        encodeName(join(root, folder)),
        { persistent: false },
        (event, name) => {
          if (event === 'rename' || name?.toLowerCase().endsWith('.nfo')) onChange();
        },
      );
      watcher.on('error', onChange);
      return () => watcher.close();
    },
  };
}

/** Adds size and time to a video, unless the file is already gone. */
async function withFacts(folder: string, entry: FileEntry): Promise<FileEntry> {
  if (entry.kind !== 'file' || !isVideoFile(entry.name)) return entry;
  try {
    const { size, mtimeMs } = await stat(encodeName(join(folder, entry.name)));
    return { ...entry, size, modifiedAt: Math.round(mtimeMs) };
  } catch {
    return entry;
  }
}

function kindOf(entry: { isFile: () => boolean; isDirectory: () => boolean }) {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'folder' : undefined;
}

async function mapMissingToNotFound<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (GONE.has(code)) throw new NotFoundError('it no longer exists');
    throw error;
  }
}

function denied(error: unknown): never {
  if (!DENIED.has(codeOf(error))) throw error;
  throw new UpstreamError("The server can't read this file.", { cause: error });
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

async function respond(
  handle: FileHandle,
  path: string,
  { method, headers: requested, signal, highWaterMark = BLOCK_BYTES }: FileOpenOptions,
): Promise<UpstreamResponse> {
  const facts = await handle.stat({ bigint: true });
  if (!facts.isFile()) throw new NotFoundError("it isn't a file");
  signal.throwIfAborted();
  const size = Number(facts.size);
  const headers = { 'accept-ranges': 'bytes', ...validators(facts) };
  const bare = async (status: number, more: Readonly<Record<string, string>>) => {
    await handle.close();
    return { status, headers: { ...headers, ...more }, finalUrl: path, body: Readable.from([]) };
  };
  if (isNotModified(requested, headers)) return await bare(304, {});
  const range = matchesIfRange(requested['if-range'], headers)
    ? parseRange(requested['range'], size)
    : undefined;
  if (range === 'unsatisfiable') return await bare(416, { 'content-range': `bytes */${size}` });
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const about = {
    'content-length': String(end - start + 1),
    ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
  };
  const status = range ? 206 : 200;
  if (method === 'HEAD' || size === 0) return await bare(status, about);
  const body = handle.createReadStream({ start, end, highWaterMark, signal });
  // The reader handles errors. Without a listener, a late error would end the process.
  body.on('error', () => undefined);
  return { status, headers: { ...headers, ...about }, finalUrl: path, body };
}

interface Validators {
  readonly etag: string;
  readonly 'last-modified': string;
}

function validators({ mtimeNs, mtimeMs, size, ino }: BigIntStats): Validators {
  return {
    etag: `"${[ino, size, mtimeNs].map((part) => part.toString(36)).join('-')}"`,
    'last-modified': new Date(Number(mtimeMs)).toUTCString(),
  };
}

function isNotModified(requested: OpenOptions['headers'], now: Validators): boolean {
  const tags = requested['if-none-match'];
  if (tags !== undefined) return tags.split(',').some((tag) => tag.trim() === now.etag);
  return requested['if-modified-since'] === now['last-modified'];
}

/** Returns whether the file is unchanged. A part of a changed file would corrupt what a player already has. */
function matchesIfRange(condition: string | undefined, now: Validators): boolean {
  return condition === undefined || condition === now.etag || condition === now['last-modified'];
}

export type ByteRange = { readonly start: number; readonly end: number } | 'unsatisfiable';

/**
 * Parses a single range. Undefined for the full file, also if a client requests several ranges. Players request one.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
