import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildMediaOnce } from './build-media.ts';
import type { TestMedia } from './media.ts';

const HOURS = 3;
const PIECES_A_MINUTE = 6;

const run = promisify(execFile);

/**
 * A folder with `master.m3u8`, a playlist with two levels of MPEG-TS that lasts three hours. It repeats one minute,
 * which is quick to create and small to store. Safe to call from several processes at once.
 */
export async function ensureLongMedia(media: TestMedia): Promise<string> {
  return buildMediaOnce(import.meta.filename, 'long', async (draft) => {
    await level(media.video360, join(draft, '360'));
    await level(media.video720, join(draft, '720'));
    await writeFile(join(draft, 'master.m3u8'), MASTER);
  });
}

async function level(movie: string, folder: string): Promise<void> {
  await mkdir(folder);
  await run(
    'ffmpeg',
    [
      ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-i', movie, '-c', 'copy'],
      ['-f', 'hls', '-hls_time', String(60 / PIECES_A_MINUTE), '-hls_playlist_type', 'vod'],
      ['-hls_segment_filename', join(folder, '%d.ts'), join(folder, 'minute.m3u8')],
    ].flat(),
  );
  const pieces = Array.from(
    { length: PIECES_A_MINUTE },
    (_, at) => `#EXTINF:${60 / PIECES_A_MINUTE},\n${at}.ts`,
  );
  const minute = pieces.join('\n');
  const hours = Array.from({ length: HOURS * 60 }, () => minute).join('\n#EXT-X-DISCONTINUITY\n');
  await writeFile(
    join(folder, 'index.m3u8'),
    `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXT-X-PLAYLIST-TYPE:VOD\n${hours}\n#EXT-X-ENDLIST\n`,
  );
}

const MASTER = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=640x360,CODECS="avc1.64001e,mp4a.40.2"
360/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=700000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2"
720/index.m3u8
`;
