import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildMediaOnce } from './build-media.ts';

/** Names of files in containers that browsers do not play, created once by ffmpeg. */
export const CONTAINER_FILES = [
  'h264-aac.mkv',
  'hevc-aac.mkv',
  'vp9-opus.mkv',
  'av1-flac.mkv',
  'no-cues.mkv',
  'two-audio.mkv',
  'open-gop.mkv',
  'negative.mkv',
  'variable-rate.mkv',
  'silent.mkv',
  'edit-list.mov',
  'h264-mp3.mkv',
  'h264-mp3.avi',
  'h264-aac.ts',
] as const;

const SECONDS = 24;
const FRAMES = 25;
const run = promisify(execFile);

/** The folder with all files. */
export async function ensureContainerMedia(): Promise<string> {
  return await buildMediaOnce(import.meta.filename, 'containers', async (folder) => {
    for (const [name, options] of Object.entries(RECIPES)) {
      await ffmpeg([...picture(), ...SOUND, ...options, ...SAME_BYTES, join(folder, name)]);
    }
    const source = join(folder, 'h264-aac.mkv');
    await ffmpeg(['-i', source, '-c', 'copy', '-f', 'mpegts', join(folder, 'h264-aac.ts')]);
    // Starts between keyframes: an edit list hides the frames before.
    const cut = join(folder, 'edit-list.mov');
    await ffmpeg(['-ss', '1.5', '-i', source, '-c', 'copy', cut]);
    const negative = ['-avoid_negative_ts', 'disabled', '-output_ts_offset', '-0.2'];
    await ffmpeg(['-i', source, '-c', 'copy', ...negative, join(folder, 'negative.mkv')]);
    const live = ['-c', 'copy', '-f', 'matroska', '-live', '1', join(folder, 'no-cues.mkv')];
    await ffmpeg(['-i', source, ...live]);
  });
}

function picture(): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=${FRAMES}:d=${SECONDS}`];
}

const SOUND = ['-f', 'lavfi', '-i', `sine=frequency=330:sample_rate=48000:d=${SECONDS}`];
const SAME_BYTES = ['-map_metadata', '-1', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];

const words = (text: string): string[] => text.split(' ');
const x264 = (more = ''): string[] =>
  words(
    `-c:v libx264 -preset veryfast -pix_fmt yuv420p -g 50 -bf 3 -x264-params keyint=50:min-keyint=25${more}`,
  );
const aac = words('-c:a aac -b:a 96k');
const x265 = words(
  '-c:v libx265 -preset ultrafast -pix_fmt yuv420p -x265-params keyint=50:min-keyint=25:open-gop=0:log-level=error',
);
const vp9 = words('-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 50 -b:v 300k');
const av1 = words('-c:v libaom-av1 -cpu-used 8 -usage realtime -g 50 -b:v 200k');
const english = ['-metadata:s:a:0', 'language=eng', '-metadata:s:a:0', 'title=English 2.0'];
const german = ['-metadata:s:a:1', 'language=deu', '-metadata:s:a:1', 'title=Deutsch'];
const germanFirst = words('-disposition:a:0 0 -disposition:a:1 default');
const threeQuarters = ['-vf', "select='not(between(mod(n,20),5,9))'", '-vsync', 'vfr'];

const RECIPES: Readonly<Record<string, readonly string[]>> = {
  'h264-aac.mkv': [...x264(), ...aac],
  'hevc-aac.mkv': [...x265, ...aac],
  'vp9-opus.mkv': [...vp9, '-c:a', 'libopus'],
  'av1-flac.mkv': [...av1, '-c:a', 'flac'],
  'two-audio.mkv': [
    ...words('-map 0:v -map 1:a -map 1:a'),
    ...x264(),
    ...aac,
    ...english,
    ...german,
    ...germanFirst,
  ],
  'open-gop.mkv': [...x264(':open-gop=1:bframes=3:b-adapt=0'), ...aac],
  // Frames before a keyframe depend on each other, and on several before them.
  'open-pyramid.mkv': [...x264(':open-gop=1:bframes=8:b-adapt=0:ref=6'), ...aac],
  'variable-rate.mkv': [...threeQuarters, ...x264(), ...aac],
  'silent.mkv': ['-map', '0:v', ...x264()],
  'h264-mp3.mkv': [...x264(), '-c:a', 'libmp3lame'],
  'h264-mp3.avi': [...x264(), '-c:a', 'libmp3lame'],
  'ac3.mkv': [...x264(), '-c:a', 'ac3'],
  'mpeg2.mkv': [...words('-c:v mpeg2video -b:v 500k'), ...aac],
  'pcm.mov': [...x264(), '-c:a', 'pcm_s16le'],
};

async function ffmpeg(options: readonly string[]): Promise<void> {
  await run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...options]);
}
