import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildMediaOnce } from './build-media.ts';

/** Small videos with a timecode in them, created once by ffmpeg: the fakes serve them and the browser plays them. */
export interface TestMedia {
  readonly folder: string;
  /** One minute, 360 and 720 lines. */
  readonly video360: string;
  readonly video720: string;
  /** `hls/master.m3u8` with `360/` and `720/`, fragmented mp4, two-second segments. */
  readonly hls: string;
  readonly srt: string;
  readonly vtt: string;
  readonly poster: string;
}

const VIDEO_SECONDS = 60;

/** Half the rate of a movie: the browsers of the journeys decode and draw without a graphics card. */
export const FRAMES = 12;
const run = promisify(execFile);

export async function ensureMedia(): Promise<TestMedia> {
  const folder = await buildMediaOnce(import.meta.filename, 'films', makeAll);
  return {
    folder,
    video360: join(folder, 'film-360.mp4'),
    video720: join(folder, 'film-720.mp4'),
    hls: join(folder, 'hls'),
    srt: join(folder, 'en.srt'),
    vtt: join(folder, 'en.vtt'),
    poster: join(folder, 'poster.png'),
  };
}

async function makeAll(folder: string): Promise<void> {
  await Promise.all([
    movie(join(folder, 'film-360.mp4'), '640x360', '150k'),
    movie(join(folder, 'film-720.mp4'), '1280x720', '500k'),
    ffmpeg(picture('342x513'), ['-frames:v', '1', join(folder, 'poster.png')]),
    writeFile(join(folder, 'en.srt'), captions(',', true)),
    writeFile(join(folder, 'en.vtt'), `WEBVTT\n\n${captions('.', false)}`),
  ]);
  await ladder(folder);
}

/** `testsrc2` renders the time into its picture itself, so no font is needed. */
function picture(size: string): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${FRAMES}`];
}

/** Without dates and encoder names the same ffmpeg creates the same bytes. */
const SAME_BYTES = ['-map_metadata', '-1', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];

async function movie(path: string, size: string, bitrate: string): Promise<void> {
  await ffmpeg(
    picture(size),
    ['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=48000:beep_factor=4'],
    ['-t', String(VIDEO_SECONDS)],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1', '-pix_fmt', 'yuv420p'],
    // A key frame every two seconds, so that the same file can be cut into segments.
    ['-g', String(FRAMES * 2), '-keyint_min', String(FRAMES * 2), '-sc_threshold', '0'],
    ['-b:v', bitrate, '-maxrate', bitrate, '-bufsize', bitrate],
    ['-c:a', 'aac', '-b:a', '48k', '-ac', '2'],
    SAME_BYTES,
    ['-fflags', '+bitexact', '-movflags', '+faststart', path],
  );
}

async function ladder(folder: string): Promise<void> {
  const hls = join(folder, 'hls');
  await mkdir(hls);
  await ffmpeg(
    ['-i', join(folder, 'film-360.mp4'), '-i', join(folder, 'film-720.mp4')],
    ['-map', '0:v', '-map', '0:a', '-map', '1:v', '-map', '1:a', '-c', 'copy'],
    SAME_BYTES,
    ['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod'],
    ['-hls_flags', 'independent_segments', '-hls_segment_type', 'fmp4'],
    ['-hls_fmp4_init_filename', 'init.mp4'],
    ['-hls_segment_filename', join(hls, '%v', 'segment-%03d.m4s')],
    ['-master_pl_name', 'master.m3u8'],
    ['-var_stream_map', 'v:0,a:0,name:360 v:1,a:1,name:720', join(hls, '%v', 'index.m3u8')],
  );
  await nameCodecs(join(hls, 'master.m3u8'));
}

/** ffmpeg leaves CODECS out when it copies, and a player then has to guess. */
async function nameCodecs(path: string): Promise<void> {
  const playlist = await readFile(path, 'utf8');
  const named = playlist
    .replaceAll(/,CODECS="[^"]*"/g, '')
    .replace('RESOLUTION=640x360', 'RESOLUTION=640x360,CODECS="avc1.64001e,mp4a.40.2"')
    .replace('RESOLUTION=1280x720', 'RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2"');
  await writeFile(path, named);
}

async function ffmpeg(...options: readonly (readonly string[])[]): Promise<void> {
  const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'];
  await run('ffmpeg', [...quiet, ...options.flat()]);
}

const LINES = [
  'The kettle hums in the empty kitchen.',
  'Rain taps twice, then waits.',
  'Seven steps to the harbour.',
  'Count the lamps: one, two, three.',
  'We are almost at the end.',
];

/** A line every two seconds. */
function captions(separator: ',' | '.', numbered: boolean): string {
  const time = (at: number): string =>
    `00:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}${separator}000`;
  return Array.from({ length: VIDEO_SECONDS / 2 }, (_, index) => {
    const times = `${time(index * 2)} --> ${time(index * 2 + 2)}`;
    const line = LINES[index % LINES.length];
    return `${numbered ? `${index + 1}\n` : ''}${times}\n${line}\n`;
  }).join('\n');
}
