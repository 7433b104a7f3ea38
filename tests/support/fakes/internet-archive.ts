import type { ArchiveFile, ArchiveItem } from './archive-items.ts';
import { json, startFake, type Fake, type FakeResponse, type FakeRequest } from './http.ts';

export interface InternetArchiveOptions {
  readonly items: readonly ArchiveItem[];
  /** The data node sends Access-Control-Allow-Origin; the real ones often do not. */
  readonly nodeCors?: boolean;
}

export interface InternetArchive extends Fake {
  /** The host that downloads are redirected to. */
  readonly node: Fake;
}

const OPEN = { 'access-control-allow-origin': '*' };
const NODE_FOLDER = '/7/items';

export async function startInternetArchive(
  options: InternetArchiveOptions,
): Promise<InternetArchive> {
  const { items, nodeCors = false } = options;
  const node = await startFake(({ url }) => {
    const [, , , identifier = '', ...name] = url.pathname.split('/');
    const file = fileNamed(items, identifier, name)?.served;
    return file === undefined
      ? { status: 404, body: 'Item not available' }
      : { file, headers: nodeCors ? OPEN : {} };
  });
  const main = await startFake((request) => {
    const known = request.isEmpty ? [] : items;
    const [, area = '', identifier = '', ...rest] = request.url.pathname.split('/');
    switch (area) {
      case 'advancedsearch.php':
        return search(request, known);
      case 'metadata':
        return withCors(json(metadata(known, identifier, node.host)));
      case 'download':
        return download(
          fileNamed(known, identifier, rest) &&
            `${node.url}${NODE_FOLDER}/${identifier}/${rest.join('/')}`,
        );
      default:
        return {
          status: 404,
          headers: { 'content-type': 'text/html' },
          body: '<h1>Not found</h1>',
        };
    }
  });
  return {
    ...main,
    node,
    close: async () => {
      await Promise.all([main.close(), node.close()]);
    },
  };
}

function fileNamed(items: readonly ArchiveItem[], identifier: string, name: readonly string[]) {
  const wanted = name.map(decodeURIComponent).join('/');
  const item = items.find((one) => one.identifier === decodeURIComponent(identifier));
  return item?.files.find((file) => file.name === wanted && file.served !== undefined);
}

function download(location: string | undefined): FakeResponse {
  return location === undefined
    ? { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Item not available</h1>' }
    : { status: 302, headers: { ...OPEN, location, 'accept-ranges': 'bytes' } };
}

/** A missing item is a 200 with an empty object. */
function metadata(items: readonly ArchiveItem[], identifier: string, server: string): object {
  const item = items.find((one) => one.identifier === decodeURIComponent(identifier));
  if (!item) return {};
  const files = item.files.map(onTheWire);
  return {
    created: 1_427_273_784,
    d1: server,
    d2: server,
    dir: `${NODE_FOLDER}/${item.identifier}`,
    server,
    uniq: 2_131_998_567,
    workable_servers: [server],
    files_count: files.length,
    item_size: 638_000_000,
    item_last_updated: 1_427_273_788,
    metadata: {
      identifier: item.identifier,
      publicdate: '2009-04-01 10:00:00',
      addeddate: '2009-04-01 10:00:00',
      uploader: 'archivist@example.org',
      ...item.metadata,
    },
    files,
  };
}

function onTheWire(file: ArchiveFile): object {
  const { served: _, ...told } = file;
  return { mtime: '1427273788', ...told };
}

function search({ url }: FakeRequest, items: readonly ArchiveItem[]): FakeResponse {
  const query = url.searchParams.get('q') ?? '';
  if (query === '') return withCors(json({ error: 'Empty query' }));
  const rows = Number(url.searchParams.get('rows') ?? 50);
  const start = (Number(url.searchParams.get('page') ?? 1) - 1) * rows;
  const wanted = [...url.searchParams]
    .filter(([name]) => name.startsWith('fl'))
    .flatMap(([, value]) => value.split(','));
  const hits = items.filter(matcher(query)).toSorted((a, b) => b.downloads - a.downloads);
  const docs = hits.slice(start, start + rows).map((item) => doc(item, wanted));
  return withCors(
    json({
      responseHeader: { status: 0, QTime: 12, params: { query, rows: String(rows), start } },
      response: { numFound: hits.length, start, docs },
    }),
  );
}

/** The part of Lucene that the clients use: an exact id, words of a title, excluded words. */
function matcher(query: string): (item: ArchiveItem) => boolean {
  const imdb = /urn:imdb:(tt\d+)/.exec(query)?.[1];
  if (imdb !== undefined)
    return ({ metadata: { 'external-identifier': ids } }) =>
      [ids].flat().includes(`urn:imdb:${imdb}`);
  const excluded = [...query.matchAll(/-title:\(?"?([\w ]+)/g)].flatMap(([, words = '']) =>
    words.toLowerCase().split(' '),
  );
  const wanted = [
    ...query.replaceAll(/-title:\([^)]*\)/g, '').matchAll(/(?<!-)title:\(?"?([^)"]+)/g),
  ].flatMap(([, words = '']) => words.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return ({ metadata: { title } }) => {
    const words = String(title)
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u);
    return (
      wanted.every((word) => word === '' || words.includes(word)) &&
      !excluded.some((word) => word !== '' && words.includes(word))
    );
  };
}

/** Only the requested fields, and only those that the item has. */
function doc(item: ArchiveItem, wanted: readonly string[]): object {
  const all = {
    ...item.metadata,
    identifier: item.identifier,
    downloads: item.downloads,
    format: [...new Set(item.files.flatMap(({ format }) => format ?? []))],
    item_size: 638_000_000,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name)));
}

function withCors(response: FakeResponse): FakeResponse {
  return { ...response, headers: { ...response.headers, ...OPEN } };
}
