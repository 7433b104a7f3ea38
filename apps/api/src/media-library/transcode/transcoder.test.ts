import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createCounterFile } from '../../../../../tests/support/counter-media.ts';
import { ensureMedia } from '../../../../../tests/support/media.ts';
import { difference, soundOf } from '../../../../../tests/support/sound-difference.ts';
import { createFfmpegCheck, type Ffmpeg } from '#media-library/ffmpeg/ffmpeg.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createRemuxer, type Remuxer } from '#media-library/remux/remuxer.ts';
import { createTranscoder, type Transcoder } from './transcoder.ts';

const run = promisify(execFile);
const words = (text: string): string[] => text.split(' ');
const SECONDS = 18;
const RATE = 25;
const SEGMENT_FRAMES = 4 * RATE;
const COMMON = {
  'mpeg4-mp3.avi': words('-c:v mpeg4 -q:v 3 -g 200 -c:a libmp3lame'),
  'mpeg2-ac3.mkv': words('-c:v mpeg2video -q:v 3 -bf 2 -c:a ac3'),
  'hevc-aac.mkv': words('-c:v libx265 -preset ultrafast -x265-params log-level=error -c:a aac'),
};
const RARE = {
  'mpeg2-mp2.mpg': words('-c:v mpeg2video -q:v 3 -bf 2 -c:a mp2'),
  'wmv2-wma.wmv': words('-c:v wmv2 -q:v 3 -c:a wmav2'),
  'flv1-mp3.flv': words('-c:v flv1 -q:v 3 -c:a libmp3lame -ar 44100'),
  'theora-vorbis.ogv': words('-c:v libtheora -q:v 9 -c:a libvorbis'),
};
/** `npm run test:long` compares all of them. */
const isLong = process.env.LONG_TESTS !== undefined;
const FILES = { ...COMMON, ...(isLong ? RARE : {}) };
const COMPARED = isLong ? Object.keys(FILES) : ['mpeg4-mp3.avi', 'hevc-aac.mkv'];
/** Containers with times in milliseconds. */
const ROUNDED = /\.(?:wmv|flv|mkv)$/;
const signal = new AbortController().signal;
const findFfmpeg = createFfmpegCheck('auto');

let folder = '';
let transcoder: Transcoder;
let remuxer: Remuxer;

beforeAll(async () => {
  await ensureMedia();
  folder = await mkdtemp(join(tmpdir(), 'matinee-transcode-'));
  const counter = join(folder, 'counter.mkv');
  await createCounterFile(counter);
  // The sound rises from 200 to 800 Hz in each second, to detect a shift.
  const sound = `aevalsrc=0.2*sin(2*PI*(200*mod(t\\,1)+300*mod(t\\,1)^2)):s=48000:d=${SECONDS}`;
  const inputs = ['-i', counter, '-f', 'lavfi', '-i', sound, '-map', '0:v', '-map', '1:a'];
  for (const [name, options] of Object.entries(FILES)) {
    const length = ['-t', String(SECONDS), '-vf', 'setpts=PTS-STARTPTS'];
    await run('ffmpeg', ['-v', 'error', ...inputs, ...length, ...options, join(folder, name)]);
  }
  const minute = words('-c:v mpeg4 -q:v 3 -g 200 -c:a libmp3lame');
  await run('ffmpeg', ['-v', 'error', '-i', counter, ...minute, join(folder, 'minute.avi')]);
  transcoder = createTranscoder(findFfmpeg);
  remuxer = createRemuxer(createDisk(folder), transcoder);
}, 180_000);

afterAll(async () => {
  remuxer.close();
  transcoder.close();
  await rm(folder, { recursive: true });
});

async function open(
  file: string,
  child: string,
  from = remuxer,
  session = 'viewer',
): Promise<Buffer> {
  const url = `library:x/${'t'.repeat(32)}/${child}`;
  const options = { method: 'GET', headers: {}, signal, session } as const;
  const { body } = await from.open(url, file, options);
  return Buffer.concat(await body.toArray());
}

const lowest = async (file: string): Promise<string> => {
  const names = (await open(file, 'master.m3u8')).toString().match(/h264-\d+(?=\.m3u8)/g);
  return names?.at(-1) ?? '';
};

/** Reads segments in this order. Each needs a seek unless it follows the previous one. */
const ORDER = [3, 4, 0, 2, 1];

interface EncodedSegment {
  readonly init: Buffer;
  readonly media: Buffer;
}

async function encodedSegments(file: string): Promise<readonly EncodedSegment[]> {
  const name = await lowest(file);
  const parts = new Map<number, EncodedSegment>();
  for (const at of ORDER) {
    const init = await open(file, `${name}/${at}.mp4`);
    parts.set(at, { init, media: await open(file, `${name}/${at}.m4s`) });
  }
  return [...parts.entries()].toSorted(([a], [b]) => a - b).map(([, segment]) => segment);
}

/** Reads the numbers of the frames from their bars. */
async function framesOf(path: string, ...filters: readonly string[]): Promise<readonly number[]> {
  const bars = 'crop=iw:ih/9:0:0,scale=12:1:flags=area,format=gray';
  const all = [...filters, bars].join(',');
  const options = ['-v', 'error', '-copyts', '-i', path, '-vf', all, '-fps_mode', 'passthrough'];
  const { stdout } = await run('ffmpeg', [...options, '-f', 'rawvideo', '-'], {
    encoding: 'buffer',
  });
  return Array.from({ length: stdout.length / 12 }, (_, frame) =>
    stdout
      .subarray(12 * frame, 12 * frame + 12)
      .reduce((sum, bar, bit) => sum + (bar > 128 ? 2 ** bit : 0), 0),
  );
}

describe.each(COMPARED)('%s', (file) => {
  test(
    'has each frame and each sound at its time, wherever encoding begins',
    { timeout: 60_000 },
    async () => {
      const name = await lowest(file);
      const playlist = (await open(file, `${name}.m3u8`)).toString();
      const durations = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) =>
        Number(seconds),
      );
      expect(durations.slice(0, 4)).toEqual([4, 4, 4, 4]);
      const segments = await encodedSegments(file);
      const start = await startOf(file);
      const times = `setpts=PTS-${start}/TB,fps=${RATE}:start_time=0`;
      const source = await framesOf(join(folder, file), times);
      expect(source.length).toBeGreaterThan(440);
      for (const [at, { init, media }] of segments.entries()) {
        const path = join(folder, 'segment.mp4');
        await writeFile(path, Buffer.concat([init, media]));
        const expected = source.slice(at * SEGMENT_FRAMES, (at + 1) * SEGMENT_FRAMES);
        const frames = await framesOf(path);
        // The last frame of a file lasts as long as the sound.
        expect(frames.slice(0, expected.length), `segment ${at}`).toEqual(
          expected.slice(0, frames.length),
        );
        const extra = frames.length - expected.length;
        expect(Math.abs(extra), `segment ${at}`).toBeLessThan(at === 4 ? 5 : 1);
      }
      await compareSound(file, segments);
    },
  );
});

/** Returns the time of the first frame, at which the playlist begins. */
async function startOf(file: string): Promise<number> {
  const entries = ['-select_streams', 'v:0', '-show_entries', 'stream=start_time'];
  const path = join(folder, file);
  const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, '-of', 'csv=p=0', path]);
  return Number.parseFloat(stdout);
}

async function compareSound(file: string, segments: readonly EncodedSegment[]): Promise<void> {
  const path = join(folder, 'joined.mp4');
  const init = segments[0]?.init ?? Buffer.alloc(0);
  await writeFile(path, Buffer.concat([init, ...segments.map(({ media }) => media)]));
  const [before, after] = await Promise.all([soundOf(join(folder, file)), soundOf(path)]);
  const offset = Math.round(before.start - after.start - (await startOf(file)) * 48_000);
  const differenceAt = (seconds: number, shift: number): number => {
    const from = Math.round(seconds * 48_000);
    return difference(before.samples, after.samples, { from, to: from + 9_600, shift });
  };
  const bestShift = (seconds: number, around: number, reach: number): number => {
    const shifts = Array.from({ length: 2 * reach }, (_, at) => around + at - reach);
    const differences = shifts.map((shift) => differenceAt(seconds, shift));
    return shifts[differences.indexOf(Math.min(...differences))] ?? 0;
  };
  const shift = bestShift(1.6, offset, 6_000);
  for (const border of [4, 8, 12, 16]) {
    if (!ROUNDED.test(file)) {
      expect(differenceAt(border - 0.1, shift), `at ${border} s`).toBeLessThan(0.12);
      continue;
    }
    for (const seconds of [border - 0.25, border + 0.05]) {
      const rounded = bestShift(seconds, shift, 60);
      expect(differenceAt(seconds, rounded), `at ${seconds} s`).toBeLessThan(0.12);
    }
  }
}

/** Creates a server with a single slot. */
function smallServer(): Remuxer {
  const one = async (): Promise<Ffmpeg> => {
    const { h264, ...ffmpeg } = await findFfmpeg();
    if (!h264) throw new Error('no encoder');
    return { ...ffmpeg, h264: { ...h264, limit: 1 } };
  };
  const small = createTranscoder(one, { maxWaitMs: 300 });
  const busy = createRemuxer(createDisk(folder), small);
  onTestFinished(() => {
    busy.close();
    small.close();
  });
  return busy;
}

test('two viewers at different places of a file do not end the encoding of each other', async () => {
  const busy = smallServer();
  await open('minute.avi', 'h264-270/0.m4s', busy, 'first');
  await expect(open('minute.avi', 'h264-270/9.m4s', busy, 'second')).rejects.toMatchObject({
    status: 503,
  });
  await open('minute.avi', 'h264-270/1.m4s', busy, 'second');
  await expect(open('minute.avi', 'h264-270/9.m4s', busy, 'first')).rejects.toMatchObject({
    status: 503,
  });
});

test('a server that is busy says so, and serves the next viewer when one has left', async () => {
  const busy = smallServer();
  await open('mpeg4-mp3.avi', 'h264-270/0.m4s', busy);
  await expect(open('mpeg2-ac3.mkv', 'h264-270/0.m4s', busy)).rejects.toMatchObject({
    status: 503,
  });
  // A viewer who seeks or chooses another quality needs no second slot.
  await open('mpeg4-mp3.avi', 'h264-270/3.m4s', busy);
  await setTimeout(5_100);
  await open('mpeg2-ac3.mkv', 'h264-270/0.m4s', busy);
});

test('ffmpeg yields to the server, and ends soon after the last request', async () => {
  /** The priority of each ffmpeg process. */
  const running = async (): Promise<readonly number[]> => {
    const columns = ['-o', 'comm=', '-o', 'ni=', '--ppid', String(process.pid)];
    const { stdout } = await run('ps', columns);
    return [...stdout.matchAll(/^ffmpeg +(\d+)$/gm)].map(([, niceness]) => Number(niceness));
  };
  await open('minute.avi', 'h264-270/1.m4s');
  const found = await running();
  expect(found.length).toBeGreaterThan(0);
  expect(Math.min(...found)).toBeGreaterThan(getPriority());
  await expect.poll(running, { timeout: 25_000, interval: 500 }).toEqual([]);
}, 60_000);

test('HDR is as bright as it should be on screens without HDR', async () => {
  // Left: the white of a screen without HDR. Right: a light that is ten times as bright.
  const picture = `color=s=320x180:r=25:d=5,format=yuv420p10le,geq=lum='if(lt(X,160),509,722)':cb=512:cr=512`;
  const hdr10 = 'colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:hdr10=1';
  const encoder = words(
    `-c:v libx265 -preset ultrafast -x265-params log-level=error:${hdr10} -colorspace bt2020nc -color_trc smpte2084`,
  );
  await run('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    picture,
    ...encoder,
    join(folder, 'hdr.mkv'),
  ]);
  const name = await lowest('hdr.mkv');
  const path = join(folder, 'tone-mapped.mp4');
  const parts = [await open('hdr.mkv', `${name}/0.mp4`), await open('hdr.mkv', `${name}/0.m4s`)];
  await writeFile(path, Buffer.concat(parts));
  const halves = words('-frames:v 1 -vf scale=2:1:flags=area,format=gray -f rawvideo -');
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, ...halves], {
    encoding: 'buffer',
  });
  const [white = 0, light = 0] = stdout;
  // Without tone mapping, the white would be 129, a dull gray, and the light 191.
  expect(white).toBeGreaterThan(145);
  expect(white).toBeLessThan(200);
  expect(light).toBeGreaterThan(240);
});

test('a file that is a playlist leads ffmpeg nowhere', async () => {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nhttp://127.0.0.1:${port}/secret.ts\n`;
  await writeFile(join(folder, 'playlist.avi'), playlist);
  await writeFile(join(folder, 'concat.avi'), `ffconcat version 1.0\nfile '/etc/hostname'\n`);
  for (const file of ['playlist.avi', 'concat.avi']) {
    await expect(open(file, 'master.m3u8')).rejects.toThrow("The file couldn't be read.");
  }
  expect(requested).toEqual([]);
});

test('without ffmpeg, the format is named', async () => {
  const none = createTranscoder(createFfmpegCheck('off'));
  const plain = createRemuxer(createDisk(folder), none);
  onTestFinished(() => plain.close());
  const options = { capabilities: undefined, signal };
  expect(await plain.inspect('mpeg4-mp3.avi', options)).toMatchObject({
    unplayable: { format: 'MPEG-4 ASP', part: 'video' },
  });
  expect(await plain.inspect('mpeg2-ac3.mkv', options)).toMatchObject({
    unplayable: { format: 'MPEG-2', part: 'video' },
  });
});
