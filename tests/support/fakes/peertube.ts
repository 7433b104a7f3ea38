import { existsSync } from 'node:fs';
import { join, normalize } from 'node:path';
import type { TestMedia } from '../media.ts';
import { json, startFake, type Fake, type FakeResponse } from './http.ts';

/** The formats of real instances; `split` has separate audio and video. */
type VideoShape = 'both' | 'files' | 'hls' | 'split';

export interface PeertubeVideo {
  readonly uuid: string;
  readonly shortUuid: string;
  readonly name: string;
  readonly seconds: number;
  /** PeerTube's license number; null is "Unknown". */
  readonly licence: number | null;
  readonly shape: VideoShape;
  readonly hasCaptions?: boolean;
  /** The account and the channel; by default Blender's. */
  readonly publisher?: { readonly name: string; readonly displayName: string };
  readonly firstPublished?: string;
}

const SINTEL_VIDEO: PeertubeVideo = {
  uuid: '0eb052d0-fd51-43e6-aa33-ecdbf77a5d40',
  shortUuid: '2yuaqHQ7NzHKs7bqbeVU9D',
  name: 'Sintel - Blender Open Movie',
  seconds: 888,
  licence: 1,
  shape: 'both',
  hasCaptions: true,
};

export interface PeertubeOptions {
  readonly media: TestMedia;
  readonly videos?: readonly PeertubeVideo[];
  /** The name of its channel; by default Blender's. */
  readonly knownAs?: string;
}

const OPEN = { 'access-control-allow-origin': '*' };
const HLS = '/object-storage/streaming_playlists/hls';

export async function startPeertube(options: PeertubeOptions): Promise<Fake> {
  const { media, videos = [SINTEL_VIDEO], knownAs = 'video.blender.org' } = options;
  // Clients know addresses of files without asking for the video.
  const hasFiles = videos.length > 0;
  const fake: Fake = await startFake(({ isEmpty, url }) => {
    const known = isEmpty ? [] : videos;
    const { pathname } = url;
    if (pathname.startsWith('/object-storage/'))
      return hasFiles ? stored(media, pathname) : problem();
    if (pathname.startsWith('/lazy-static/')) return { file: media.vtt, headers: OPEN };
    if (pathname === '/api/v1/search/videos') return withCors(search(url, known, knownAs));
    const [, id, part] = /^\/api\/v1\/videos\/([^/]+)(?:\/(captions))?$/.exec(pathname) ?? [];
    const video = known.find(({ shortUuid, uuid }) => uuid === id || shortUuid === id);
    if (!video) return problem();
    return withCors(
      json(part === undefined ? details(video, fake.url, knownAs) : captions(video, fake.url)),
    );
  });
  return fake;
}

function stored({ video360, video720, folder, hls }: TestMedia, pathname: string): FakeResponse {
  if (pathname.startsWith('/object-storage/web_videos/'))
    return { file: pathname.includes('-720.') ? video720 : video360, headers: OPEN };
  const inside = pathname
    .slice(HLS.length + 1)
    .split('/')
    .slice(1)
    .join('/');
  const file = normalize(join(hls, inside.replace(/^.*-master\.m3u8$/, 'master.m3u8')));
  return file.startsWith(folder) && existsSync(file) ? { file, headers: OPEN } : problem();
}

/** Matches any common word, the best first, like the real search. */
function search(url: URL, videos: readonly PeertubeVideo[], host: string): FakeResponse {
  const words = wordsOf(url.searchParams.get('search') ?? '');
  const count = Number(url.searchParams.get('count') ?? 15);
  if (!(count >= 0 && count <= 100)) {
    const body = { title: 'Bad Request', status: 400, detail: 'Should have a valid count' };
    return { status: 400, body, headers: { 'content-type': 'application/problem+json' } };
  }
  const inCommon = ({ name }: PeertubeVideo): number =>
    wordsOf(name).filter((word) => words.includes(word)).length;
  const found = videos
    .filter((video) => inCommon(video) > 0)
    .toSorted((a, b) => inCommon(b) - inCommon(a));
  return json({
    total: found.length,
    data: found.slice(0, count).map((video) => ({
      ...summary(video, host),
      embedUrl: `https://${host}/videos/embed/${video.uuid}`,
      thumbnailUrl: `https://${host}/lazy-static/thumbnails/${video.uuid}.jpg`,
      nsfwFlags: 0,
      comments: 0,
      score: 12.5,
    })),
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}

function summary(video: PeertubeVideo, host: string) {
  const { firstPublished = null, licence, name, seconds, shortUuid, uuid } = video;
  const publisher = video.publisher ?? { name: 'blender', displayName: 'Blender' };
  const account = { ...publisher, host, url: `https://${host}/accounts/${publisher.name}` };
  return {
    id: 31,
    uuid,
    shortUUID: shortUuid,
    name,
    description: `${name}. An open film.`,
    duration: seconds,
    isLocal: true,
    isLive: false,
    url: `https://${host}/videos/watch/${uuid}`,
    category: { id: 2, label: 'Films' },
    licence: { id: licence, label: licence === 1 ? 'Attribution' : 'Unknown' },
    language: { id: 'en', label: 'English' },
    privacy: { id: 1, label: 'Public' },
    nsfw: false,
    account,
    channel: account,
    publishedAt: '2023-01-05T10:00:00.000Z',
    originallyPublishedAt: firstPublished,
  };
}

function details(video: PeertubeVideo, base: string, host: string) {
  const { shape, uuid } = video;
  const file = (lines: number, index: number) => ({
    id: 1000 + index,
    resolution: { id: lines, label: lines === 0 ? 'Audio only' : `${lines}p` },
    size: lines * 10_000,
    fps: 24,
    hasAudio: shape !== 'split' || lines === 0,
    hasVideo: lines > 0,
    fileUrl: `${base}/object-storage/web_videos/${uuid}-${lines}.mp4`,
    fileDownloadUrl: `${base}/download/videos/${uuid}-${lines}.mp4`,
    torrentUrl: `${base}/lazy-static/torrents/${uuid}-${lines}.torrent`,
    magnetUri: null,
    storage: 1,
  });
  const playlist = {
    id: 77,
    type: 1,
    playlistUrl: `${base}${HLS}/${uuid}/${uuid}-master.m3u8`,
    segmentsSha256Url: `${base}${HLS}/${uuid}/${uuid}-segments-sha256.json`,
    redundancies: [],
    files: shape === 'split' ? [720, 360, 0].map(file) : [],
  };
  return {
    ...summary(video, host),
    state: { id: 1, label: 'Published' },
    downloadEnabled: true,
    files: shape === 'hls' || shape === 'split' ? [] : [720, 360].map(file),
    streamingPlaylists: shape === 'files' ? [] : [playlist],
  };
}

function captions({ hasCaptions, uuid }: PeertubeVideo, base: string) {
  const captionPath = `/lazy-static/video-captions/${uuid}-en.vtt`;
  const english = {
    language: { id: 'en', label: 'English' },
    captionPath,
    fileUrl: `${base}${captionPath}`,
    m3u8Url: null,
    automaticallyGenerated: false,
    updatedAt: '2023-01-05T10:00:00.000Z',
  };
  return hasCaptions ? { total: 1, data: [english] } : { total: 0, data: [] };
}

function problem(): FakeResponse {
  const body = {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'Video not found',
    docs: 'https://docs.joinpeertube.org/api-rest-reference.html#operation/getVideo',
  };
  return { status: 404, body, headers: { 'content-type': 'application/problem+json', ...OPEN } };
}

function withCors(response: FakeResponse): FakeResponse {
  return { ...response, headers: { ...response.headers, ...OPEN } };
}
