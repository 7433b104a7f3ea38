import type { TestMedia } from '../media.ts';
import { json, startFake, type Fake, type FakeResponse } from './http.ts';

/** One stream as add-ons write them; `file` and `playlist` are replaced by addresses of the fake. */
interface AddonStream {
  readonly [field: string]: unknown;
  readonly plays?: 'file360' | 'file720' | 'playlist';
  /** One of `files`, at an address that redirects to it. */
  readonly file?: string;
}

export interface StremioOptions {
  readonly media: TestMedia;
  /** Keyed by `type/id`, such as `movie/tt0032599` or `series/tt0052520:1:2`. */
  readonly streams: Readonly<Record<string, readonly AddonStream[]>>;
  /** Additional fields of the manifest, or a replacement. */
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** Paths on this machine, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Seconds, as the SDK writes them into the response and its headers. */
  readonly cacheMaxAge?: number;
  /** A header that media requests require. */
  readonly demands?: { readonly name: string; readonly value: string };
}

const OPEN = { 'access-control-allow-origin': '*' };

const MANIFEST = {
  id: 'org.example.public-domain',
  version: '1.0.3',
  name: 'Public Domain Shelf',
  description: 'Films that belong to everybody.',
  resources: [
    'catalog',
    { name: 'stream', types: ['movie', 'series'], idPrefixes: ['tt'] },
    'subtitles',
  ],
  types: ['movie', 'series'],
  idPrefixes: ['tt'],
  catalogs: [{ type: 'movie', id: 'publicdomain' }],
  behaviorHints: { adult: false, p2p: false },
};

/** The routes of the add-on SDK's own server, below a path as hosted add-ons have it. */
export async function startStremio(options: StremioOptions): Promise<Fake> {
  const { media, streams, files = {}, manifest = {}, demands } = options;
  const fake: Fake = await startFake(({ headers, isEmpty, url }) => {
    const path = url.pathname.split('/').map(decodeURIComponent);
    const [, area = '', resource = '', type = '', last = ''] = path;
    if (area === 'resolve') return { status: 302, headers: { location: `/media/${resource}` } };
    if (area === 'media') {
      const isRefused = demands && headers[demands.name] !== demands.value;
      return isRefused
        ? { status: 403, headers: OPEN }
        : stored(media, files, path.slice(2).join('/'));
    }
    if (area !== 'shelf') return notFound();
    if (resource === 'manifest.json') return withCors(json({ ...MANIFEST, ...manifest }));
    const id = last.replace(/\.json$/, '');
    if (resource === 'stream') {
      const found = isEmpty ? [] : (streams[`${type}/${id}`] ?? []);
      return respond({ streams: found.map((stream) => onTheWire(stream, fake.url)) }, options);
    }
    if (resource === 'subtitles') return respond(subtitles(fake.url), options);
    return notFound();
  });
  return fake;
}

function onTheWire({ plays, file, ...stream }: AddonStream, base: string): object {
  if (file !== undefined) return { url: `${base}/resolve/${file}`, ...stream };
  if (plays === undefined) return stream;
  const path = plays === 'playlist' ? 'hls/master.m3u8' : `film-${plays.slice(4)}.mp4`;
  return { url: `${base}/media/${path}`, ...stream };
}

function subtitles(base: string): object {
  return {
    subtitles: [
      { id: '1', url: `${base}/media/en.srt`, lang: 'eng' },
      { id: '2', url: `${base}/media/en.vtt`, lang: 'fre' },
    ],
  };
}

function respond(body: object, { cacheMaxAge }: StremioOptions): FakeResponse {
  if (cacheMaxAge === undefined) return withCors(json(body));
  const fresh = withCors(json({ ...body, cacheMaxAge }));
  const control = `max-age=${cacheMaxAge}, public`;
  return { ...fresh, headers: { ...fresh.headers, 'cache-control': control } };
}

function stored(
  { video360, video720, hls, srt, vtt }: TestMedia,
  more: StremioOptions['files'],
  name: string,
): FakeResponse {
  const files: Readonly<Record<string, string>> = {
    ...more,
    'film-360.mp4': video360,
    'film-720.mp4': video720,
    'en.srt': srt,
    'en.vtt': vtt,
  };
  const inside = /^hls\/((?:360\/|720\/)?[\w-]+\.(?:m3u8|m4s|mp4))$/.exec(name)?.[1];
  const file = inside === undefined ? files[name] : `${hls}/${inside}`;
  return file === undefined ? notFound() : { file, headers: OPEN };
}

function notFound(): FakeResponse {
  return withCors(json({ err: 'not found' }, 404));
}

function withCors(given: FakeResponse): FakeResponse {
  return { ...given, headers: { ...given.headers, ...OPEN } };
}
