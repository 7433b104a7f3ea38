import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { splitArguments } from './arguments.ts';

/** Runs ffmpeg with these arguments, and returns what it prints. Throws if it fails. */
export type RunFfmpeg = (args: readonly string[]) => Promise<string>;

/** Options of ffmpeg for one of its encoders. */
export interface H264Encoder {
  readonly name: string;
  /** Options before the input. */
  readonly device: readonly string[];
  /** The last filters, after which the encoder takes the frames. */
  readonly filters: readonly string[];
  /** Options of the encoder, which makes keyframes only where options say so. */
  readonly options: readonly string[];
  /** Videos that can be encoded at once, faster than they are watched. */
  readonly limit: number;
}

const DEVICE = '/dev/dri/renderD128';
const HARDWARE_LIMIT = 4;
/** Frames between keyframes. */
const NO_KEYFRAMES = 2 ** 20;

const SOFTWARE: H264Encoder = {
  name: 'libx264',
  device: [],
  filters: ['format=yuv420p'],
  options: splitArguments(
    '-c:v libx264 -preset veryfast -crf 22 -forced-idr 1 -x264-params keyint=infinite:scenecut=0:open-gop=0',
  ),
  // One viewer takes most of a core with 1080p, and the server needs one itself.
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

/** The first encoder that encodes a test image: a list of encoders says nothing about the hardware. */
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
      // Its hardware or driver is missing.
    }
  }
  return undefined;
}
