// Creates pictures of a file with ffmpeg at the lowest priority.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { INPUT_LIMITS, splitArguments } from '#media-library/ffmpeg/arguments.ts';
import { lowestPriority } from '#media-library/ffmpeg/ffmpeg.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { openMediaInput } from '#media-library/remux/input/media-input.ts';
import { TONE_MAPPING } from '#media-library/transcode/encoding-options.ts';
import type { FileServer } from '#media-library/transcode/file-server.ts';
import { probeFile } from '#media-library/transcode/probe-file.ts';
import { readKeyFrames, type KeyFrames } from './key-frames.ts';
import {
  MAX_THUMBNAILS,
  thumbnailInterval,
  SHEET_COLUMNS,
  SHEET_THUMBNAILS,
  type ThumbnailTimes,
} from './thumbnail-times.ts';

export interface Thumbnails extends ThumbnailTimes {
  /** JPEG. */
  readonly sheets: readonly Buffer[];
}

export interface ThumbnailSource {
  readonly store: Pick<FileStore, 'open'>;
  readonly server: FileServer;
  readonly path: string;
  readonly canToneMap: boolean;
}

const WIDTH = 320;
const FRAME_WIDTH = 1280;
const TIMEOUT_MS = 10 * 60_000;
/** 1,000 pictures take 10 MB. */
const MAX_BYTES = 32 * 1024 * 1024;
const JPEG = splitArguments('-an -sn -dn -threads 1 -c:v mjpeg -q:v 6 -f image2pipe pipe:1');
const FROM_PIPE = splitArguments('-protocol_whitelist pipe -f mp4 -i pipe:0');

/** Creates timeline thumbnails. Throws if there are none. */
export async function makeThumbnails(
  source: ThumbnailSource,
  signal: AbortSignal,
): Promise<Thumbnails> {
  return await withVideo(source, signal, async (video, limit) => {
    const { duration } = video;
    const size = sizeWithin(video, WIDTH);
    const tile = `tile=${SHEET_COLUMNS}x${SHEET_COLUMNS}`;
    const { seconds, images } = await video.decode(
      [...scaled(video, size, source.canToneMap), tile],
      limit,
    );
    const shown = seconds.slice(0, images.length * SHEET_THUMBNAILS);
    const sheets = images.slice(0, Math.ceil(shown.length / SHEET_THUMBNAILS));
    return { ...size, duration, seconds: shown, sheets };
  });
}

/** Returns one frame of a video. Throws if there is none. */
export async function makeFrame(source: ThumbnailSource, signal: AbortSignal): Promise<Buffer> {
  return await withVideo(source, signal, async (video, limit) => {
    const filters = scaled(video, sizeWithin(video, FRAME_WIDTH), source.canToneMap);
    const [frame] = (await video.decodeOne(filters, limit)).images;
    if (!frame) throw new Error('no frame');
    return frame;
  });
}

interface Decoded {
  readonly seconds: readonly number[];
  readonly images: readonly Buffer[];
}

type Decode = (filters: readonly string[], signal: AbortSignal) => Promise<Decoded>;

interface DecodableVideo extends Pick<KeyFrames, 'duration' | 'width' | 'height' | 'isHdr'> {
  readonly decode: Decode;
  readonly decodeOne: Decode;
}

async function withVideo<T>(
  { store, server, path }: ThumbnailSource,
  signal: AbortSignal,
  decode: (video: DecodableVideo, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const media = await openMediaInput(store, path, limit);
  try {
    const frames = await readKeyFrames(media).catch(() => undefined);
    limit.throwIfAborted();
    if (frames) return await decode(ofKeyFrames(frames), limit);
  } finally {
    media.close();
  }
  const { url, end } = await server.share(path);
  try {
    return await decode(await ofWholeFile(url, limit), limit);
  } finally {
    end();
  }
}

function ofKeyFrames(frames: KeyFrames): DecodableVideo {
  const decodeWith =
    (send: KeyFrames['send']): Decode =>
    async (filters, signal) => {
      const args = [...FROM_PIPE, '-vf', ['fps=1', ...filters].join(',')];
      const run = await runFfmpeg(args, send, signal);
      return { seconds: run.sent, images: run.images };
    };
  return { ...frames, decode: decodeWith(frames.send), decodeOne: decodeWith(frames.sendOne) };
}

/** Reads the whole file, because mediabunny can't read it. */
async function ofWholeFile(url: string, signal: AbortSignal): Promise<DecodableVideo> {
  const file = await probeFile(url, signal);
  if (!file) throw new Error('the file has no video');
  const { index, width, height, isHdr } = file.video;
  const duration = file.end - file.start;
  const interval = thumbnailInterval(duration);
  const count = Math.min(MAX_THUMBNAILS, Math.floor(duration / interval) + 1);
  const seconds = Array.from({ length: count }, (_, at) => at * interval);
  const decodeFrom =
    (position: number, fps: string): Decode =>
    async (filters, limit) => {
      const input = ['-ss', String(position), '-skip_frame', 'nokey', ...INPUT_LIMITS, '-i', url];
      const output = ['-map', `0:${index}`, '-vf', [fps, ...filters].join(',')];
      const nothing = (target: Writable): Promise<void> => Promise.resolve(void target.end());
      const { images } = await runFfmpeg([...input, ...output], nothing, limit);
      return { seconds, images };
    };
  return {
    duration,
    width,
    height,
    isHdr,
    // Repeat the last frame, because the last keyframe may be long before the end.
    decode: decodeFrom(0, `fps=${1 / interval},tpad=stop=${SHEET_THUMBNAILS}:stop_mode=clone`),
    decodeOne: decodeFrom(duration / 5, 'trim=end_frame=1'),
  };
}

/** Returns even numbers, which codecs require. */
function sizeWithin({ width, height }: Pick<KeyFrames, 'width' | 'height'>, longest: number) {
  const factor = Math.min(1, longest / Math.max(width, height));
  const even = (length: number): number => Math.max(2, 2 * Math.round((length * factor) / 2));
  return { width: even(width), height: even(height) };
}

function scaled(
  { isHdr }: Pick<KeyFrames, 'isHdr'>,
  { width, height }: ReturnType<typeof sizeWithin>,
  canToneMap: boolean,
): readonly string[] {
  return [
    `scale=${width}:${height}`,
    ...(isHdr && canToneMap ? TONE_MAPPING : []),
    'scale=out_range=pc',
    'format=yuvj420p',
    'setsar=1',
  ];
}

/** Throws if ffmpeg fails or its output is too large. */
async function runFfmpeg<T>(
  args: readonly string[],
  send: (target: Writable, signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<{ readonly sent: T; readonly images: readonly Buffer[] }> {
  const all = ['-v', 'error', '-threads', '1', ...args, ...JPEG];
  const child = spawn('ffmpeg', all, { stdio: ['pipe', 'pipe', 'ignore'], signal });
  lowestPriority(child.pid);
  const closed = new AbortController();
  child.once('close', () => closed.abort());
  // Ignore failed writes. They mean that ffmpeg has ended, and its exit code is checked.
  child.stdin.on('error', () => undefined);
  try {
    const [bytes, [code], sent] = await Promise.all([
      readAll(child.stdout),
      once(child, 'close'),
      send(child.stdin, AbortSignal.any([signal, closed.signal])),
    ]);
    if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)}`);
    return { sent, images: splitJpegs(bytes) };
  } finally {
    child.kill('SIGKILL');
  }
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BYTES) throw new Error('the pictures are too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

const END_AND_START = Buffer.from('ffd9ffd8', 'hex');

/** Splits at the end marker, which occurs nowhere else in a JPEG. */
function splitJpegs(bytes: Buffer): readonly Buffer[] {
  const images: Buffer[] = [];
  let from = 0;
  while (from < bytes.length) {
    const at = bytes.indexOf(END_AND_START, from);
    const to = at === -1 ? bytes.length : at + 2;
    images.push(bytes.subarray(from, to));
    from = to;
  }
  return images;
}
