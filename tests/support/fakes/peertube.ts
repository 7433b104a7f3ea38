import { existsSync } from 'node:fs';
import { join, normalize } from 'node:path';
import type { TestMedia } from '../media.ts';
import { json, startFake, type Fake, type FakeAnswer } from './http.ts';

/** The three shapes that real instances answer with. */
type VideoShape = 'both' | 'files' | 'hls';

interface PeertubeVideo {
  readonly uuid: string;
  readonly shortUuid: string;
  readonly name: string;
  readonly seconds: number;
  /** PeerTube's licence number; null is "Unknown". */
  readonly licence: number | null;
  readonly shape: VideoShape;
  readonly hasCaptions?: boolean;
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
}

const OPEN = { 'access-control-allow-origin': '*' };
const HLS = '/object-storage/streaming_playlists/hls';

export async function startPeertube(options: PeertubeOptions): Promise<Fake> {
  const { media, videos = [SINTEL_VIDEO] } = options;
  const fake: Fake = await startFake(({ isEmpty, url }) => {
    const known = isEmpty ? [] : videos;
    const { pathname } = url;
    if (pathname.startsWith('/object-storage/')) return stored(media, pathname);
    if (pathname.startsWith('/lazy-static/')) return { file: media.vtt, headers: OPEN };
    const [, id, part] = /^\/api\/v1\/videos\/([^/]+)(?:\/(captions))?$/.exec(pathname) ?? [];
    const video = known.find(({ shortUuid, uuid }) => uuid === id || shortUuid === id);
    if (!video) return problem();
    return withCors(
      json(part === undefined ? details(video, fake.url) : captions(video, fake.url)),
    );
  });
  return fake;
}

function stored({ film360, film720, folder, hls }: TestMedia, pathname: string): FakeAnswer {
  if (pathname.startsWith('/object-storage/web_videos/'))
    return { file: pathname.includes('-720.') ? film720 : film360, headers: OPEN };
  const inside = pathname
    .slice(HLS.length + 1)
    .split('/')
    .slice(1)
    .join('/');
  const file = normalize(join(hls, inside.replace(/^.*-master\.m3u8$/, 'master.m3u8')));
  return file.startsWith(folder) && existsSync(file) ? { file, headers: OPEN } : problem();
}

function details({ licence, name, seconds, shape, shortUuid, uuid }: PeertubeVideo, base: string) {
  const files = [720, 360].map((lines, index) => ({
    id: 1000 + index,
    resolution: { id: lines, label: `${lines}p` },
    size: lines * 10_000,
    fps: 24,
    hasAudio: true,
    hasVideo: true,
    fileUrl: `${base}/object-storage/web_videos/${uuid}-${lines}.mp4`,
    fileDownloadUrl: `${base}/download/videos/${uuid}-${lines}.mp4`,
    torrentUrl: `${base}/lazy-static/torrents/${uuid}-${lines}.torrent`,
    magnetUri: null,
    storage: 1,
  }));
  const playlist = {
    id: 77,
    type: 1,
    playlistUrl: `${base}${HLS}/${uuid}/${uuid}-master.m3u8`,
    segmentsSha256Url: `${base}${HLS}/${uuid}/${uuid}-segments-sha256.json`,
    redundancies: [],
    files: [],
  };
  const account = { name: 'blender', displayName: 'Blender', host: 'video.blender.org' };
  return {
    id: 31,
    uuid,
    shortUUID: shortUuid,
    name,
    description: `${name}. An open film.`,
    duration: seconds,
    isLocal: true,
    isLive: false,
    url: `https://video.blender.org/videos/watch/${uuid}`,
    category: { id: 2, label: 'Films' },
    licence: { id: licence, label: licence === 1 ? 'Attribution' : 'Unknown' },
    language: { id: 'en', label: 'English' },
    privacy: { id: 1, label: 'Public' },
    state: { id: 1, label: 'Published' },
    nsfw: false,
    account,
    channel: account,
    publishedAt: '2023-01-05T10:00:00.000Z',
    downloadEnabled: true,
    files: shape === 'hls' ? [] : files,
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

function problem(): FakeAnswer {
  const body = {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'Video not found',
    docs: 'https://docs.joinpeertube.org/api-rest-reference.html#operation/getVideo',
  };
  return { status: 404, body, headers: { 'content-type': 'application/problem+json', ...OPEN } };
}

function withCors(answer: FakeAnswer): FakeAnswer {
  return { ...answer, headers: { ...answer.headers, ...OPEN } };
}
