import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildMediaOnce } from './build-media.ts';
import { FRAMES, type TestMedia } from './media.ts';

const VIDEO_SECONDS = 60;
/** Each audio track has a tone with its own pitch. */
export const PITCHES = { en: 330, de: 880 } as const;

const run = promisify(execFile);

/**
 * A folder with choices: `480.mp4`, `1080.mp4`, and `master.m3u8`, a playlist with a cropped level (1280 × 534) and a
 * small one (640 × 360), English and German audio, and English subtitles. Safe to call from several processes at once.
 */
export async function ensureMultiTrackMedia(media: TestMedia): Promise<string> {
  return buildMediaOnce(import.meta.filename, 'choices', async (draft) => {
    await picture(media, '854:480', join(draft, '480.mp4'));
    await picture(media, '1280:534', join(draft, 'cropped.mp4'));
    await picture(media, '1920:1080', join(draft, '1080.mp4'));
    await ladder(media, draft);
  });
}

async function picture({ video360 }: TestMedia, size: string, path: string): Promise<void> {
  await ffmpeg(
    ['-i', video360, '-vf', `scale=${size},setsar=1`],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', String(2 * FRAMES)],
    ['-sc_threshold', '0'],
    ['-b:v', '300k', '-c:a', 'copy', '-movflags', '+faststart', path],
  );
}

async function ladder({ video360, vtt }: TestMedia, folder: string): Promise<void> {
  const voice = (pitch: number) => ['-f', 'lavfi', '-i', `sine=frequency=${pitch}:r=48000`];
  await ffmpeg(
    ['-i', video360, '-i', join(folder, 'cropped.mp4'), ...voice(PITCHES.en), ...voice(PITCHES.de)],
    ['-map', '0:v', '-map', '1:v', '-map', '2:a', '-map', '3:a', '-t', String(VIDEO_SECONDS)],
    ['-c:v', 'copy', '-c:a', 'aac', '-b:a', '48k', '-ac', '2'],
    ['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
    ['-hls_fmp4_init_filename', 'init.mp4'],
    ['-hls_segment_filename', join(folder, '%v', '%03d.m4s')],
    ['-var_stream_map', 'v:0,name:360 v:1,name:534 a:0,name:en a:1,name:de'],
    [join(folder, '%v', 'index.m3u8')],
  );
  await mkdir(join(folder, 'words'));
  await copyFile(vtt, join(folder, 'words', '000.vtt'));
  await writeFile(join(folder, 'words', 'index.m3u8'), WORDS);
  await writeFile(join(folder, 'master.m3u8'), MASTER);
}

const WORDS = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:${VIDEO_SECONDS}
#EXT-X-PLAYLIST-TYPE:VOD
#EXTINF:${VIDEO_SECONDS},
000.vtt
#EXT-X-ENDLIST
`;

const MASTER = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="voices",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="en/index.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="voices",NAME="Deutsch",LANGUAGE="ger",DEFAULT=NO,AUTOSELECT=YES,URI="de/index.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="words",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,URI="words/index.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=250000,RESOLUTION=640x360,CODECS="avc1.64001e,mp4a.40.2",AUDIO="voices",SUBTITLES="words"
360/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=420000,RESOLUTION=1280x534,CODECS="avc1.64001f,mp4a.40.2",AUDIO="voices",SUBTITLES="words"
534/index.m3u8
`;

async function ffmpeg(...options: readonly (readonly string[])[]): Promise<void> {
  const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'];
  await run('ffmpeg', [...quiet, ...options.flat()]);
}
