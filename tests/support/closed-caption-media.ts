import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildMediaOnce } from './build-media.ts';
import { FRAMES, type TestMedia } from './media.ts';

const YELLOW_LINE = 15;
/** Duration of a line. */
const LINE_SECONDS = 2;

const run = promisify(execFile);

/**
 * A folder with `index.m3u8`: a minute of MPEG-TS with captions within the video (CEA-608), which ffmpeg can carry but
 * not create: `Line 1` from the second second on, another every two, `Line 15` in yellow. Safe to call from several
 * processes at once.
 */
export async function ensureClosedCaptionMedia(media: TestMedia): Promise<string> {
  return buildMediaOnce(import.meta.filename, 'closed', (draft) => make(media.video360, draft));
}

async function make(movie: string, folder: string): Promise<void> {
  const [raw, captioned] = [join(folder, 'raw.h264'), join(folder, 'captioned.h264')];
  await ffmpeg('-i', movie, '-map', '0:v', '-c', 'copy', '-bsf:v', 'h264_mp4toannexb', raw);
  await writeFile(captioned, withCaptions(await readFile(raw)));
  // An intermediate container gives the frames their times.
  const silent = join(folder, 'captioned.mp4');
  await ffmpeg('-framerate', String(FRAMES), '-i', captioned, '-c', 'copy', silent);
  const both = ['-i', silent, '-i', movie, '-map', '0:v', '-map', '1:a', '-c', 'copy'];
  const pieces = ['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod'];
  const names = ['-hls_segment_filename', join(folder, '%d.ts'), join(folder, 'index.m3u8')];
  await ffmpeg(...both, ...pieces, ...names);
  await Promise.all([raw, captioned, silent].map((path) => rm(path)));
}

async function ffmpeg(...options: readonly string[]): Promise<void> {
  await run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...options]);
}

const START_CODE = Buffer.from([0, 0, 0, 1]);
const isFrame = (unit: Buffer): boolean => [1, 5].includes((unit[0] ?? 0) & 0x1f);

/** Each frame of this video is one unit, in display order; its pair of letters is inserted before it. */
function withCaptions(stream: Buffer): Buffer {
  const pairs = pairsOf(Math.ceil(60 / LINE_SECONDS));
  let frame = 0;
  const units = unitsOf(stream).flatMap((unit) => {
    if (!isFrame(unit)) return [START_CODE, unit];
    const pair = pairs.get(frame) ?? [0, 0];
    frame += 1;
    return [START_CODE, messageOf(pair), START_CODE, unit];
  });
  return Buffer.concat(units);
}

function unitsOf(stream: Buffer): readonly Buffer[] {
  const starts: number[] = [];
  for (let at = stream.indexOf('\0\0\x01'); at !== -1; at = stream.indexOf('\0\0\x01', at + 3)) {
    starts.push(at + 3);
  }
  return starts.map((start, index) => {
    const next = starts[index + 1];
    const unit = stream.subarray(start, next === undefined ? undefined : next - 3);
    // A start code may begin with an extra zero.
    return next !== undefined && unit.at(-1) === 0 ? unit.subarray(0, -1) : unit;
  });
}

type Pair = readonly [number, number];

/** A line is written to memory before its time (pop-on) and shown at its first frame. Commands are sent twice. */
function pairsOf(lines: number): ReadonlyMap<number, Pair> {
  const spoken = Array.from({ length: lines }, (_, at) => at).slice(1);
  return new Map(
    spoken.flatMap((line) => {
      const text = `Line ${line}`.padEnd(8);
      const letters = [0, 2, 4, 6].map((at): Pair => [
        text.charCodeAt(at),
        text.charCodeAt(at + 1),
      ]);
      const row = line === YELLOW_LINE ? BOTTOM_ROW_IN_YELLOW : BOTTOM_ROW;
      const load = [RESUME, RESUME, ERASE, ERASE, row, row, ...letters];
      const shown = line * LINE_SECONDS * FRAMES;
      const at = (first: number) => (pair: Pair, index: number) => [first + index, pair] as const;
      return [...load.map(at(shown - load.length)), ...[SHOW, SHOW].map(at(shown))];
    }),
  );
}

const RESUME: Pair = [0x14, 0x20];
const ERASE: Pair = [0x14, 0x2e];
const BOTTOM_ROW: Pair = [0x14, 0x70];
const BOTTOM_ROW_IN_YELLOW: Pair = [0x14, 0x6a];
const SHOW: Pair = [0x14, 0x2f];

/** Sets the eighth bit for odd parity. */
function withParity(byte: number): number {
  const bits = byte.toString(2).replaceAll('0', '').length;
  return bits % 2 === 1 ? byte : byte | 0x80;
}

/** ATSC A/53, part 4: user data within a message of H.264. */
function messageOf([one, other]: Pair): Buffer {
  const data = [
    0xb5,
    0x00,
    0x31,
    ...Buffer.from('GA94'),
    0x03,
    0xc1,
    0xff,
    0xfc,
    withParity(one),
    withParity(other),
    0xff,
  ];
  return Buffer.from([0x06, 0x04, data.length, ...data, 0x80]);
}
