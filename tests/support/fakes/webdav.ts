import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { escape } from 'node:querystring';
import { startFake, type Fake, type FakeResponse, type FakeRequest } from './http.ts';

export const WEBDAV_USER = 'projectionist';
export const WEBDAV_PASSWORD = 'käse & "reels"';

/** Content by path: text, or a file on this machine. */
export type DavFiles = Readonly<Record<string, string | { readonly file: string }>>;

export interface FakeWebdavOptions {
  /** Changed while it runs. */
  readonly files: Record<string, string | { readonly file: string }>;
  /** The format of its responses: Apache's prefixes, Nextcloud's, or none and absolute addresses. */
  readonly dialect?: 'apache' | 'nextcloud' | 'bare';
  /** Replaces the right response. */
  readonly instead?: (request: FakeRequest, path: string) => FakeResponse | undefined;
}

const HOME = '/dav/films/';
const AUTHORIZATION = `Basic ${Buffer.from(`${WEBDAV_USER}:${WEBDAV_PASSWORD}`).toString('base64')}`;

/** A share as Apache's mod_dav and Nextcloud serve it. Its `url` is the server's; the movies are under `/dav/films`. */
export async function startWebdav(options: FakeWebdavOptions): Promise<Fake> {
  const { files, instead } = options;
  return await startFake((request) => {
    if (request.headers['authorization'] !== AUTHORIZATION) {
      return { status: 401, headers: { 'www-authenticate': 'Basic realm="films"' }, body: '' };
    }
    const path = decodeURIComponent(request.url.pathname);
    if (!`${path}/`.startsWith(HOME)) return { status: 404, body: 'Not Found' };
    const inside = path.slice(HOME.length).replace(/\/$/, '');
    const strange = instead?.(request, inside);
    if (strange) return strange;
    return request.method === 'PROPFIND'
      ? propfind(request, inside, options)
      : fileResponse(files[inside]);
  });
}

function fileResponse(file: DavFiles[string] | undefined): FakeResponse {
  if (file === undefined) return { status: 404, body: 'Not Found' };
  if (typeof file !== 'string') return file;
  return { headers: { 'content-type': 'application/octet-stream' }, body: file };
}

function propfind(
  { headers, url }: FakeRequest,
  folder: string,
  { files, dialect = 'apache' }: FakeWebdavOptions,
): FakeResponse {
  if (headers['depth'] !== '1') return { status: 403, body: '<D:error xmlns:D="DAV:"/>' };
  // Apache requires the slash of a folder.
  if (!url.pathname.endsWith('/'))
    return { status: 301, headers: { location: `${url.pathname}/` } };
  const prefix = folder === '' ? '' : `${folder}/`;
  const below = Object.keys(files).filter((path) => path.startsWith(prefix));
  if (below.length === 0) return { status: 404, body: 'Not Found' };
  const names = new Map(
    below.map((path) => {
      const [name = '', ...deeper] = path.slice(prefix.length).split('/');
      return [name, deeper.length > 0] as const;
    }),
  );
  const rows = [
    listed(dialect, { path: prefix, isFolder: true }, headers['host']),
    ...[...names].map(([name, isFolder]) =>
      listed(
        dialect,
        {
          path: `${prefix}${name}${isFolder ? '/' : ''}`,
          isFolder,
          etag: etagOf(files[prefix + name]),
          ...(!isFolder && { size: sizeOf(files[prefix + name]) }),
        },
        headers['host'],
      ),
    ),
  ];
  return multistatus(rows, dialect);
}

/** 207 with these rows, for tests with unusual ones. */
export function multistatus(
  rows: readonly string[],
  dialect: 'apache' | 'nextcloud' | 'bare' = 'apache',
): FakeResponse {
  const p = { apache: 'D:', nextcloud: 'd:', bare: '' }[dialect];
  const names = dialect === 'bare' ? 'xmlns="DAV:"' : `xmlns:${p.slice(0, 1)}="DAV:"`;
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<${p}multistatus ${names}>${rows.join('\n')}</${p}multistatus>`;
  return { status: 207, headers: { 'content-type': 'application/xml; charset="utf-8"' }, body };
}

interface Listed {
  readonly path: string;
  readonly isFolder: boolean;
  readonly etag?: string;
  /** Bytes. */
  readonly size?: number;
}

const etagOf = (file: DavFiles[string] | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(file ?? ''))
    .digest('hex')
    .slice(0, 16);

const sizeOf = (file: DavFiles[string] | undefined): number =>
  typeof file === 'object' ? statSync(file.file).size : Buffer.byteLength(file ?? '');

export function listed(
  dialect: 'apache' | 'nextcloud' | 'bare',
  { path, isFolder, etag = '12-34', size }: Listed,
  host: string | string[] | undefined = '',
): string {
  const p = { apache: 'D:', nextcloud: 'd:', bare: '' }[dialect];
  const escaped = (HOME + path).split('/').map(escape).join('/').replaceAll('&', '&amp;');
  const href = dialect === 'bare' ? `http://${String(host)}${escaped}` : escaped;
  const type = isFolder ? `<${p}collection/>` : '';
  const inner = dialect === 'apache' ? 'lp1:' : p;
  const length =
    size === undefined ? '' : `<${inner}getcontentlength>${size}</${inner}getcontentlength>`;
  return (
    `<${p}response xmlns:lp1="DAV:"><${p}href>${href}</${p}href><${p}propstat><${p}prop>` +
    `<${inner}resourcetype>${type}</${inner}resourcetype><${inner}getetag>"${etag}"</${inner}getetag>${length}` +
    `</${p}prop><${p}status>HTTP/1.1 200 OK</${p}status></${p}propstat></${p}response>`
  );
}
