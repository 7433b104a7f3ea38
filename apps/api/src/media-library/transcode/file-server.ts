import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { extension } from '#media-library/folder/extensions.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';

/** Lets ffmpeg read shared files of a store, and no others. */
export interface FileServer {
  /** Returns the file's URL on localhost, which is valid until `end` is called. */
  readonly share: (path: string) => Promise<SharedFile>;
  readonly close: () => void;
}

export interface SharedFile {
  readonly url: string;
  readonly end: () => void;
}

const HEADERS = ['content-type', 'content-length', 'content-range', 'accept-ranges'];

export function createFileServer(store: Pick<FileStore, 'open'>): FileServer {
  const shared = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = shared.get(request.url ?? '');
    if (path === undefined) response.writeHead(404).end();
    else void respond(store, path, request, response);
  });
  let listening: Promise<number> | undefined;

  async function listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve).unref();
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return address.port;
  }

  return {
    share: async (path) => {
      const port = await (listening ??= listen());
      const name = `/${randomBytes(24).toString('base64url')}.${extension(path)}`;
      shared.set(name, path);
      return { url: `http://127.0.0.1:${port}${name}`, end: () => void shared.delete(name) };
    },
    close: () => {
      shared.clear();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function respond(
  store: Pick<FileStore, 'open'>,
  path: string,
  { headers: { range } }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  try {
    const file = await store.open(path, {
      method: 'GET',
      headers: range === undefined ? {} : { range },
      signal: closed.signal,
    });
    const headers = Object.entries(file.headers).filter(([name]) => HEADERS.includes(name));
    response.writeHead(file.status, Object.fromEntries(headers));
    await pipeline(file.body, response);
  } catch {
    // Ignore the error. ffmpeg reports what it can't read, and often closes the connection early.
    if (!response.headersSent) response.writeHead(502);
    response.destroy();
  }
}
