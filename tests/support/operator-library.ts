import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { BUILT_IN_SOURCES } from './built-in-sources.ts';
import { startFake } from './fakes/http.ts';
import { ensureMedia } from './media.ts';

/** A movie with subtitles in a folder. */
export const REEL = { type: 'movie', title: 'Own Reel', releaseYear: '1971', tmdbId: '77001' };
/** A movie with a playlist in the operator's manifest. */
export const LIVE = { type: 'movie', title: 'Own Playlist', releaseYear: '1972', tmdbId: '77002' };

export const PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST\n';
const TICKET_SECRET = 'the tickets of this library are signed with it';

export interface OperatorLibrary {
  readonly open: (environment?: Readonly<Record<string, string>>) => Promise<TestApp>;
  readonly ticketSecret: string;
  readonly close: () => Promise<void>;
}

/** An operator's folder and manifest, to start servers with. They have no other sources. */
export async function createOperatorLibrary(): Promise<OperatorLibrary> {
  const media = await ensureMedia();
  const disk = await mkdtemp(join(tmpdir(), 'matinee-own-'));
  await copyFile(media.video360, join(disk, 'Own Reel (1971) [tmdbid-77001] - 360p.mp4'));
  await copyFile(media.srt, join(disk, 'Own Reel (1971) [tmdbid-77001] - 360p.en.srt'));
  const movies = [{ tmdbId: 77_002, rights: 'Own', streams: [{ url: 'hls/index.m3u8' }] }];
  const shelf = await startFake(({ url: { pathname } }) => {
    if (pathname === '/list.json') return { body: { version: 1, movies } };
    const headers = { 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'public' };
    return pathname === '/hls/index.m3u8' ? { headers, body: PLAYLIST } : { file: media.video360 };
  });
  return {
    ticketSecret: TICKET_SECRET,
    open: async (environment = {}) => {
      const server = await startTestApp({
        MEDIA_FOLDERS: disk,
        MANIFEST: `${shelf.url}/list.json`,
        DISABLED_SOURCES: BUILT_IN_SOURCES,
        TICKET_SECRET,
        LOG_LEVEL: 'info',
        ...environment,
      });
      await vi.waitUntil(() => server.log.join().includes('1 video in'));
      return server;
    },
    close: async () => {
      await shelf.close();
      await rm(disk, { recursive: true });
    },
  };
}
