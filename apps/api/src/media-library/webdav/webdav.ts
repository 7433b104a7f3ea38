import { NotFoundError } from '@matinee/sources/source';
import { text } from 'node:stream/consumers';
import type { HttpClient, UpstreamResponse } from '#proxy/http-client.ts';
import type { FileStore, FileEntry } from '#media-library/folder/file-store.ts';
import { Parser } from 'htmlparser2';

export interface WebdavOptions {
  /** The folder with the media, without a trailing slash. */
  readonly url: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly upstream: HttpClient;
  readonly userAgent: string;
}

const LIST_TIMEOUT_MS = 30_000;
/** About 20,000 entries, more than a manually created folder has. */
const LIST_BYTES = 16 * 1024 * 1024;
const PROPFIND_BODY =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getetag/><getcontentlength/><getlastmodified/></prop></propfind>';

/** A share on a WebDAV server. Clients never see its URL or password. */
export function createWebdav({
  url,
  user,
  password,
  upstream,
  userAgent,
}: WebdavOptions): FileStore {
  const base = new URL(url.endsWith('/') ? url : `${url}/`);
  const login = `${user ?? ''}:${password ?? ''}`;
  const common = {
    'user-agent': userAgent,
    ...(login !== ':' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  };
  const addressOf = (path: string): string =>
    new URL(path.split('/').map(encodeURIComponent).join('/'), base).href;

  return {
    name: 'WebDAV',
    concurrency: 4,
    list: async (folder, signal) => {
      const address = folder === '' ? base.href : `${addressOf(folder)}/`;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(LIST_TIMEOUT_MS)]);
      const response = await upstream.open({
        url: address,
        method: 'PROPFIND',
        headers: { ...common, depth: '1', 'content-type': 'application/xml; charset=utf-8' },
        body: Buffer.from(PROPFIND_BODY),
        signal: limit,
      });
      try {
        assertListing(response.status);
        return childrenOf(readListing(await readAll(response)), response.finalUrl);
      } finally {
        response.body.destroy();
      }
    },
    open: async (path, { method, headers, signal }) => {
      const response = await upstream.open({
        url: addressOf(path),
        method,
        headers: { ...headers, ...common },
        signal,
      });
      if (response.status !== 404 && response.status !== 410) return response;
      response.body.destroy();
      throw new NotFoundError("it's no longer on the share");
    },
  };
}

function assertListing(status: number): void {
  if (status === 207) return;
  if (status === 404 || status === 410) throw new NotFoundError("it's no longer on the share");
  const isLogin = status === 401 || status === 403;
  throw new InvalidListingError(
    isLogin ? `wrong username or password (${status})` : `it responded with status ${status}`,
  );
}

async function readAll({ headers, body }: UpstreamResponse): Promise<string> {
  if (Number(headers['content-length'] ?? 0) > LIST_BYTES) throw new InvalidListingError(TOO_LONG);
  let size = 0;
  body.on('data', ({ length }: Buffer) => {
    size += length;
    if (size > LIST_BYTES) body.destroy(new InvalidListingError(TOO_LONG));
  });
  return await text(body);
}

const TOO_LONG = "the server's list is too long";

/** Accepts only direct children of the folder, because a server may list any URL. */
function childrenOf(entries: ReturnType<typeof readListing>, folder: string): readonly FileEntry[] {
  const parent = new URL(folder.endsWith('/') ? folder : `${folder}/`);
  const children = new Map<string, FileEntry>();
  for (const { href, isFolder, ...facts } of entries) {
    const location = URL.parse(href, parent.href);
    const name =
      location?.origin === parent.origin ? nameIn(location.pathname, parent.pathname) : undefined;
    const kind = isFolder ? 'folder' : 'file';
    if (name !== undefined) children.set(name, { name, kind, ...facts });
  }
  return [...children.values()];
}

function nameIn(path: string, folder: string): string | undefined {
  const [here, there] = [decoded(folder), decoded(path)?.replace(/\/$/, '')];
  if (here === undefined || there === undefined || !there.startsWith(here)) return undefined;
  const name = there.slice(here.length);
  const isOne = name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name);
  return isOne ? name : undefined;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

export interface DavEntry {
  /** The server's text: a path or URL, percent-encoded. */
  readonly href: string;
  readonly isFolder: boolean;
  /** The entry's `getetag`. */
  readonly version: string | undefined;
  /** Bytes. */
  readonly size: number | undefined;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number | undefined;
}

/** The response isn't a multistatus document, or is truncated. */
class InvalidListingError extends Error {
  override name = 'BrokenListing';
}

/** Removes the namespace prefix, which differs between servers: `D:href`, `d:href`, `lp1:href` or none. */
const local = (tag: string): string => tag.slice(tag.indexOf(':') + 1).toLowerCase();

/** htmlparser2 12 takes quadratic time for nested elements: 9 s for 100,000. */
const MAX_DEPTH = 100;

const FACTS: ReadonlySet<string> = new Set(['getetag', 'getcontentlength', 'getlastmodified']);

function factsOf({
  getetag = '',
  getcontentlength = '',
  getlastmodified = '',
}: Readonly<Record<string, string>>): Pick<DavEntry, 'version' | 'size' | 'modifiedAt'> {
  const size = /^\d{1,15}$/.exec(getcontentlength.trim())?.[0];
  const modifiedAt = Date.parse(getlastmodified.trim());
  return {
    version: getetag.trim() || undefined,
    size: size === undefined ? undefined : Number(size),
    modifiedAt: Number.isNaN(modifiedAt) ? undefined : modifiedAt,
  };
}

function readListing(text: string): readonly DavEntry[] {
  const entries: DavEntry[] = [];
  const path: string[] = [];
  let href = '';
  let isFolder = false;
  let properties: Record<string, string> = {};
  let isComplete = false;
  const parser = new Parser(
    {
      onopentag: (tag) => {
        const name = local(tag);
        if (name === 'response') {
          href = '';
          isFolder = false;
          properties = {};
        }
        if (name === 'collection' && path.at(-1) === 'resourcetype') isFolder = true;
        path.push(name);
        // Stop reading. The list then counts as truncated.
        if (path.length === MAX_DEPTH) parser.pause();
      },
      ontext: (piece) => {
        // Ignore the hrefs of properties, which are nested deeper.
        if (path.at(-1) === 'href' && path.at(-2) === 'response') href += piece;
        const name = path.at(-1) ?? '';
        if (FACTS.has(name)) properties[name] = `${properties[name] ?? ''}${piece}`;
      },
      onclosetag: (tag, isImplied) => {
        const name = local(tag);
        path.pop();
        if (name === 'response' && href.trim() !== '')
          entries.push({ href: href.trim(), isFolder, ...factsOf(properties) });
        if (name === 'multistatus' && !isImplied && path.length === 0) isComplete = true;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  if (!isComplete) throw new InvalidListingError("the server's list is invalid or truncated");
  return entries;
}
