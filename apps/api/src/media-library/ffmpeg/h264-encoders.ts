import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { splitArguments } from './arguments.ts';

/** Runs ffmpeg and returns its output. Throws if it fails. */
export type RunFfmpeg = (args: readonly string[]) => Promise<string>;

/** ffmpeg options for one of its encoders. */
export interface H264Encoder {
  readonly name: string;
  /** Options before the input. */
  readonly device: readonly string[];
  /** The last filters before the encoder. */
  readonly filters: readonly string[];
  /** Options of the encoder. They prevent keyframes other than forced ones. */
  readonly options: readonly string[];
  /** The number of videos to encode concurrently. Each must be faster than playback. */
  readonly limit: number;
}

const DEVICE = '/dev/dri/renderD128';
const HARDWARE_LIMIT = 4;
/** The number of frames between keyframes. */
const NO_KEYFRAMES = 2 ** 20;

const SOFTWARE: H264Encoder = {
  name: 'libx264',
  device: [],
  filters: ['format=yuv420p'],
  options: splitArguments(
    '-c:v libx264 -preset veryfast -crf 22 -forced-idr 1 -x264-params keyint=infinite:scenecut=0:open-gop=0',
  ),
  // One viewer of 1080p takes most of a core. The server itself needs one.
  limit: Math.max(1, availableParallelism() - 1),
};

/** Faster encoders first. */
const HARDWARE: readonly H264Encoder[] = [
  {
    name: 'h264_nvenc',
    device: [],
    filters: ['format=yuv420p'],
    options: splitArguments(`-c:v h264_nvenc -preset p4 -forced-idr 1 -g ${NO_KEYFRAMES}`),
    limit: HARDWARE_LIMIT,
  },
  {
    name: 'h264_qsv',
    device: splitArguments(`-init_hw_device qsv=hw,child_device=${DEVICE} -filter_hw_device hw`),
    filters: ['format=nv12', 'hwupload=extra_hw_frames=64', 'format=qsv'],
    options: splitArguments(`-c:v h264_qsv -forced_idr 1 -g ${NO_KEYFRAMES}`),
    limit: HARDWARE_LIMIT,
  },
  {
    name: 'h264_vaapi',
    device: splitArguments(`-vaapi_device ${DEVICE}`),
    filters: ['format=nv12', 'hwupload'],
    options: splitArguments(`-c:v h264_vaapi -idr_interval 0 -g ${NO_KEYFRAMES}`),
    limit: HARDWARE_LIMIT,
  },
];

/** Returns the first encoder that encodes a test image. ffmpeg also lists encoders without matching hardware. */
export async function findH264Encoder(
  encoders: string,
  runFfmpeg: RunFfmpeg,
  hasDevice: (path: string) => boolean = existsSync,
): Promise<H264Encoder | undefined> {
  for (const encoder of [...HARDWARE, SOFTWARE]) {
    if (!encoders.includes(` ${encoder.name} `)) continue;
    if (encoder.device.length > 0 && !hasDevice(DEVICE)) continue;
    const image = ['-f', 'lavfi', '-i', 'color=size=640x360:rate=25:duration=0.2'];
    const filters = ['-vf', encoder.filters.join(',')];
    const output = ['-f', 'null', '-'];
    try {
      await runFfmpeg([...encoder.device, ...image, ...filters, ...encoder.options, ...output]);
      return encoder;
    } catch {
      // The encoder's hardware or driver is missing.
    }
  }
  return undefined;
}
