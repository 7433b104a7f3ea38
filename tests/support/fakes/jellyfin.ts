import { startFake, json, type Fake, type FakeResponse, type FakeRequest } from './http.ts';
import type { FakeItem, FakeSource } from './jellyfin-items.ts';
import { SEGMENT_SECONDS, type JellyfinMedia } from './jellyfin-media.ts';
import { decide, type PlaybackQuestion } from './jellyfin-playback.ts';
import { createUsers, type FakeUsers } from './jellyfin-users.ts';
import { FRAMES } from '../media.ts';
import { pgsOf } from '../pgs.ts';

export interface JellyfinOptions {
  readonly media: JellyfinMedia;
  readonly items: readonly FakeItem[];
  readonly product?: 'jellyfin' | 'emby';
  /** Up to Jellyfin 11 the key was accepted in more places. */
  readonly allowsLegacyKeys?: boolean;
  /** A prefix of all paths, as behind a reverse proxy. */
  readonly prefix?: string;
}

export interface FakeJellyfin extends Fake, Pick<FakeUsers, 'reports' | 'watched' | 'watch'> {
  readonly apiKey: string;
  /** Names of the sessions that it is encoding for. */
  readonly encoding: () => readonly string[];
  /** Replaces the library's items. */
  readonly hold: (items: readonly FakeItem[]) => void;
}

const KEY = 'c0ffee5ec2e7c0ffee5ec2e7c0ffee00';
const ROWS_AT_MOST = 100_000;
const REFUSED: FakeResponse = { status: 401, body: '' };
const NOWHERE: FakeResponse = { status: 404, body: 'Error processing request.' };

interface Requested extends FakeRequest {
  readonly path: string;
  /** Names in lower case: the server ignores case. */
  readonly query: ReadonlyMap<string, string>;
}

export async function startJellyfin(options: JellyfinOptions): Promise<FakeJellyfin> {
  const { media, prefix = '' } = options;
  let { items } = options;
  /** The server stores a transcode under the session's name, whatever parameters later requests have. */
  const audioOf = new Map<string, number>();
  let sessions = 0;
  const users = createUsers(options.product ?? 'jellyfin', (session) => audioOf.delete(session));

  const find = (id: string | undefined): FakeItem | undefined => items.find(({ Id }) => Id === id);

  function respond(request: FakeRequest): FakeResponse {
    const requested = readRequest(request, prefix);
    if (!requested) return NOWHERE;
    const { path } = requested;
    if (path === '/system/info/public') return json(publicInfo(options));
    const [, movieId] = /^\/videos\/(\w+)\/stream\.\w+$/.exec(path) ?? [];
    // These need no keys, as in the real server.
    if (movieId) return file(requested, find(movieId));
    const [, shownId, kind] = /^\/items\/(\w+)\/images\/(\w+)$/.exec(path) ?? [];
    if (shownId && kind) return picture(requested, find(shownId), kind);
    if (!isAllowed(requested, options)) return REFUSED;
    if (path === '/items') return json(listItems(requested, items, { ...options, users }));
    const ofUsers = users.respond(requested);
    if (ofUsers) return ofUsers;
    if (path === '/videos/activeencodings' && request.method === 'DELETE')
      return endEncoding(requested);
    const [, seriesId] = /^\/shows\/(\w+)\/episodes$/.exec(path) ?? [];
    if (seriesId) return episodes(requested, seriesId);
    const [, partedId] = /^\/mediasegments\/(\w+)$/.exec(path) ?? [];
    if (partedId && options.product !== 'emby') return segments(find(partedId));
    const [, playedId] = /^\/items\/(\w+)\/playbackinfo$/.exec(path) ?? [];
    if (playedId) return playbackInfo(requested, find(playedId));
    const [, tiledId, width, sheet] =
      /^\/videos\/(\w+)\/trickplay\/(\d+)\/(\d+)\.jpg$/.exec(path) ?? [];
    if (tiledId) return trickplaySheet(requested, find(tiledId), `${width}`, Number(sheet));
    const [, encodedId, part = ''] = /^\/videos\/(\w+)\/(.+)$/.exec(path) ?? [];
    return find(encodedId) ? encoded(requested, part) : NOWHERE;
  }

  function endEncoding({ query }: Requested): FakeResponse {
    const ids = [query.get('deviceid'), query.get('playsessionid')];
    const [deviceId, session] = ids;
    if (!deviceId || !session) return { status: 400, body: 'Error processing request.' };
    audioOf.delete(session);
    return { status: 204 };
  }

  function file({ query }: Requested, item: FakeItem | undefined): FakeResponse {
    const id = query.get('mediasourceid');
    const kept = item?.sources?.find(({ Id }) => Id === id);
    if (!kept || query.get('static') !== 'true') return NOWHERE;
    const lines = kept.MediaStreams[0]?.Height ?? 0;
    return { file: lines >= 720 ? media.video720 : media.video360 };
  }

  function picture({ query }: Requested, item: FakeItem | undefined, kind: string): FakeResponse {
    const tags = [item?.ImageTags?.['Primary'], item?.BackdropImageTags?.[0]];
    const tag = kind === 'primary' ? tags[0] : tags[1];
    return tag !== undefined && query.get('tag') === tag
      ? { file: media.poster, headers: { 'content-type': 'image/png' } }
      : NOWHERE;
  }

  function trickplaySheet(
    { query }: Requested,
    item: FakeItem | undefined,
    width: string,
    sheet: number,
  ): FakeResponse {
    const images = item?.Trickplay?.[query.get('mediasourceid') ?? item.Id]?.[width];
    const count = images && Math.ceil(images.ThumbnailCount / images.TileWidth / images.TileHeight);
    return count !== undefined && sheet < count
      ? { body: jpeg(sheet), headers: { 'content-type': 'image/jpeg' } }
      : NOWHERE;
  }

  function episodes({ query }: Requested, seriesId: string): FakeResponse {
    if (!find(seriesId)) return { status: 404, body: 'Series not found' };
    const season = Number(query.get('season'));
    const rows = items.filter(
      (item) =>
        item.SeriesId === seriesId &&
        (item.ParentIndexNumber === season || (season === 1 && item.ParentIndexNumber === 0)),
    );
    return json(page(rows));
  }

  function playbackInfo({ body }: Requested, item: FakeItem | undefined): FakeResponse {
    if (!item?.sources) return NOWHERE;
    sessions += 1;
    const session = sessions.toString(16).padStart(32, '0');
    const question: PlaybackQuestion = body === '' ? {} : JSON.parse(body);
    const wanted = item.sources.filter(
      ({ Id }) => !question.MediaSourceId || question.MediaSourceId === Id,
    );
    const decided = wanted.map((it: FakeSource) =>
      decide(it, question, { itemId: item.Id, session, apiKey: KEY }),
    );
    return json({ MediaSources: decided, PlaySessionId: session });
  }

  function segments(item: FakeItem | undefined): FakeResponse {
    if (!item) return NOWHERE;
    const Items = (item.segments ?? []).map((row, at) => ({
      Id: at.toString(16).padStart(32, '0'),
      ItemId: item.Id,
      ...row,
    }));
    return json({ Items, TotalRecordCount: Items.length, StartIndex: 0 });
  }

  function encoded({ query, url }: Requested, part: string): FakeResponse {
    if (part === 'master.m3u8') return playlist(master(url.search));
    if (part === 'main.m3u8') return playlist(main(url.search, media.segments[1]?.length ?? 0));
    if (/\/subtitles\/\d+\/\d+\/stream\.vtt$/.test(`/${part}`)) return { file: media.vtt };
    if (/\/subtitles\/\d+\/\d+\/stream\.pgssub$/.test(`/${part}`)) return { body: pgsOf(2, 30) };
    const [, number] = /^hls1\/main\/(\d+)\.ts$/.exec(part) ?? [];
    const session = query.get('playsessionid') ?? '';
    const track = audioOf.get(session) ?? Number(query.get('audiostreamindex') ?? 1);
    audioOf.set(session, track);
    const segment = number === undefined ? undefined : media.segments[track]?.[Number(number)];
    return segment === undefined
      ? NOWHERE
      : { file: segment, headers: { 'content-type': 'video/mp2t' } };
  }

  const fake = await startFake(respond);
  return {
    ...fake,
    url: `${fake.url}${prefix}`,
    apiKey: KEY,
    reports: users.reports,
    watched: users.watched,
    watch: users.watch,
    encoding: () => [...audioOf.keys()],
    hold: (next) => {
      items = next;
    },
  };
}

/** Bytes that distinguish sheets. */
export const jpeg = (sheet: number): Buffer => Buffer.from([0xff, 0xd8, 0xff, 0xe0, sheet]);

function readRequest(request: FakeRequest, prefix: string): Requested | undefined {
  const { pathname, searchParams } = request.url;
  if (!pathname.startsWith(`${prefix}/`)) return undefined;
  const query = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  return { ...request, path: pathname.slice(prefix.length).toLowerCase(), query };
}

function isAllowed({ headers, query }: Requested, options: JellyfinOptions): boolean {
  const legacy = [headers['x-emby-token'], query.get('api_key')];
  if (options.product === 'emby') return legacy.includes(KEY);
  const [, token] = /^MediaBrowser .*Token="([^"]*)"/.exec(String(headers.authorization)) ?? [];
  const keys = [token, query.get('apikey'), ...(options.allowsLegacyKeys ? legacy : [])];
  return keys.includes(KEY);
}

function publicInfo({ product }: JellyfinOptions): object {
  const isEmby = product === 'emby';
  return {
    LocalAddress: 'http://192.168.0.5:8096',
    ServerName: 'attic',
    Version: isEmby ? '4.9.1.0' : '12.0.0',
    ...(!isEmby && { ProductName: 'Jellyfin Server', StartupWizardCompleted: true }),
    Id: '11223344556677889900aabbccddeeff',
  };
}

/** Unknown parameters have no effect: with a wrong one the response contains everything. */
function listItems(
  { isEmpty, query }: Requested,
  items: readonly FakeItem[],
  { product, users }: JellyfinOptions & { readonly users: FakeUsers },
): object {
  const types = query.get('includeitemtypes')?.split(',');
  const term = query.get('searchterm')?.toLowerCase();
  const ids = product === 'emby' ? query.get('anyprovideridequals')?.split(',') : undefined;
  const rows = items
    .filter(({ Type }) => !isEmpty && (types?.includes(Type) ?? true))
    .filter(({ Name }) => term === undefined || Name.toLowerCase().includes(term))
    .filter((item) => !ids || hasAny(item, ids))
    .filter(({ Id }) => query.get('ids')?.split(',').includes(Id) ?? true);
  const start = Number(query.get('startindex') ?? 0);
  const isOfUser = users.isUser(query.get('userid'));
  const played = ({ Id }: FakeItem): string => users.watched(Id).LastPlayedDate ?? '';
  if (isOfUser && query.get('sortby') === 'DatePlayed') {
    rows.sort((one, other) => (played(one) < played(other) ? 1 : -1));
  }
  const shown = rows.map((item) => ({
    ...withFields(item, query),
    ...(isOfUser && { UserData: { ...users.watched(item.Id), Key: item.Id, ItemId: item.Id } }),
  }));
  return page(shown, start, Number(query.get('limit') ?? ROWS_AT_MOST));
}

/** These are sent only on request. */
const FIELDS = [
  'Chapters',
  'OriginalTitle',
  'Overview',
  'Genres',
  'DateCreated',
  'Width',
  'Height',
  'Trickplay',
] as const;

function withFields(item: FakeItem, query: Requested['query']): FakeItem {
  const fields = query.get('fields')?.split(',') ?? [];
  const images: Partial<FakeItem> = query.get('enableimages') === 'false' ? {} : item;
  const { ImageTags = {}, BackdropImageTags = [] } = images;
  const left = FIELDS.filter((name) => !fields.includes(name));
  const cleared = Object.fromEntries(left.map((name) => [name, undefined]));
  return { ...item, ...cleared, ImageTags, BackdropImageTags };
}

function hasAny({ ProviderIds }: FakeItem, ids: readonly string[]): boolean {
  return Object.entries(ProviderIds).some(([name, id]) =>
    ids.includes(`${name.toLowerCase()}.${id}`),
  );
}

function page(rows: readonly FakeItem[], start = 0, limit = ROWS_AT_MOST): object {
  return {
    Items: rows.slice(start, start + limit).map(({ sources: _told, segments: _parts, ...row }) => ({
      ...row,
      ServerId: '11223344556677889900aabbccddeeff',
      IsFolder: row.Type === 'Series' || row.Type === 'Season',
    })),
    TotalRecordCount: rows.length,
    StartIndex: start,
  };
}

function playlist(text: string): FakeResponse {
  return { body: text, headers: { 'content-type': 'application/x-mpegURL', expires: '0' } };
}

function master(query: string): string {
  const about = [
    'BANDWIDTH=500000,AVERAGE-BANDWIDTH=500000,VIDEO-RANGE=SDR',
    `CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=${FRAMES}`,
  ].join(',');
  return `#EXTM3U\r\n#EXT-X-STREAM-INF:${about}\r\nmain.m3u8${query}\r\n`;
}

function main(query: string, count: number): string {
  const ticks = SEGMENT_SECONDS * 10_000_000;
  const segments = Array.from(
    { length: count },
    (_, at) =>
      `#EXTINF:${SEGMENT_SECONDS}.000000, nodesc\n` +
      `hls1/main/${at}.ts${query}&runtimeTicks=${at * ticks}&actualSegmentLengthTicks=${ticks}\n`,
  );
  return [
    `#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-VERSION:3\n`,
    `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}\n#EXT-X-MEDIA-SEQUENCE:0\n`,
    ...segments,
    '#EXT-X-ENDLIST\n',
  ].join('');
}
