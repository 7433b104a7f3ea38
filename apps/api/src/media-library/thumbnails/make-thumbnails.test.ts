import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDisk } from '#media-library/folder/disk.ts';
import { createFileServer } from '#media-library/transcode/file-server.ts';
import { makeFrame, makeThumbnails, type ThumbnailSource } from './make-thumbnails.ts';

/** Eight seconds of each color, with a keyframe every two seconds. */
const COLORS = ['red', 'lime', 'blue'] as const;
const SECONDS = 8;

let folder = '';
const stopped = new AbortController();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matinee-pictures-'));
  const inputs = COLORS.flatMap((color) => ['-f', 'lavfi', '-i', sourceOf(color)]);
  const picture = ['-filter_complex', 'concat=n=3', '-c:v', 'libx264', '-preset', 'ultrafast'];
  encode([...inputs, ...picture, '-g', '20', '-pix_fmt', 'yuv420p'], 'colors.mkv');
  encode(['-i', join(folder, 'colors.mkv'), '-c', 'copy'], 'colors.ts');
  const turn = ['-metadata:s:v', 'rotate=90'];
  encode(['-i', join(folder, 'colors.mkv'), '-c', 'copy', ...turn], 'turned.mp4');
  encode(
    ['-i', join(folder, 'colors.mkv'), '-c:v', 'mpeg4', '-q:v', '4', '-g', '20'],
    'colors.avi',
  );
  await writeFile(join(folder, 'damaged.mkv'), 'no video');
}, 120_000);

afterAll(async () => {
  stopped.abort();
  await rm(folder, { recursive: true });
});

const sourceOf = (color: string): string => `color=c=${color}:s=640x360:r=10:d=${SECONDS}`;

const encode = (args: readonly string[], name: string): void =>
  void execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, join(folder, name)]);

function source(path: string): ThumbnailSource {
  const store = createDisk(folder);
  const server = createFileServer(store);
  stopped.signal.addEventListener('abort', server.close);
  return { store, server, path, canToneMap: false };
}

/** Returns the color in the middle of an area of a picture. */
function colorAt(jpeg: Buffer, x: number, y: number): string {
  const args = ['-v', 'error', '-i', 'pipe:0', '-vf', `crop=2:2:${x}:${y}`, '-f', 'rawvideo'];
  const pixel = execFileSync('ffmpeg', [...args, '-pix_fmt', 'rgb24', 'pipe:1'], { input: jpeg });
  const strongest = [0, 1, 2].toSorted((a, b) => (pixel[b] ?? 0) - (pixel[a] ?? 0))[0] ?? 0;
  return COLORS[strongest] ?? '';
}

test.each(['colors.mkv', 'colors.ts', 'colors.avi'])(
  'each picture of %s is that of its time',
  async (name) => {
    const made = await makeThumbnails(source(name), stopped.signal);
    expect({ width: made.width, height: made.height }).toEqual({ width: 320, height: 180 });
    expect(made.duration).toBeCloseTo(3 * SECONDS, 0);
    expect(made.seconds.length).toBeGreaterThanOrEqual(12);
    const [sheet = Buffer.alloc(0)] = made.sheets;
    for (const [at, second] of made.seconds.entries()) {
      // At the boundary of two colors, either is correct.
      if (Math.abs(((second + SECONDS / 2) % SECONDS) - SECONDS / 2) < 1) continue;
      const [x, y] = [(at % 5) * 320 + 160, Math.floor(at / 5) * 180 + 90];
      expect(`${second}: ${colorAt(sheet, x, y)}`).toBe(
        `${second}: ${COLORS[Math.floor(second / SECONDS)]}`,
      );
    }
  },
  60_000,
);

test('a video that is shown upright has upright pictures', async () => {
  const made = await makeThumbnails(source('turned.mp4'), stopped.signal);
  expect({ width: made.width, height: made.height }).toEqual({ width: 180, height: 320 });
  expect(colorAt(made.sheets[0] ?? Buffer.alloc(0), 90, 160)).toBe('red');
}, 60_000);

test('one frame is taken from within the video', async () => {
  for (const name of ['colors.mkv', 'colors.avi'])
    expect(colorAt(await makeFrame(source(name), stopped.signal), 320, 180)).toBe('red');
}, 60_000);

test('a file that is no video has none, and work ends with its signal', async () => {
  await expect(makeThumbnails(source('damaged.mkv'), stopped.signal)).rejects.toThrow();
  const gone = AbortSignal.abort();
  await expect(makeThumbnails(source('colors.mkv'), gone)).rejects.toThrow('aborted');
});
