import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { INPUT_LIMITS } from '#media-library/ffmpeg/arguments.ts';

/** Facts about a file from ffprobe. Times are seconds. */
export interface ProbedFile {
  /** The earliest time of any track. */
  readonly start: number;
  readonly end: number;
  readonly video: ProbedVideo;
  /** The default track first. */
  readonly audio: readonly ProbedAudio[];
}

export interface ProbedVideo {
  /** The stream's number in the file. */
  readonly index: number;
  readonly codec: string;
  /** Display size: square pixels, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly rate: FrameRate;
  readonly isInterlaced: boolean;
  readonly isHdr: boolean;
}

export interface ProbedAudio {
  readonly index: number;
  readonly codec: string;
  readonly channels: number;
  /** The code in the file, such as `ger`. */
  readonly language: string | undefined;
  readonly name: string | undefined;
}

/** Frames per second, as a fraction. */
export interface FrameRate {
  readonly numerator: number;
  readonly denominator: number;
}

const run = promisify(execFile);
const TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;
const ENTRIES = [
  'format=start_time,duration',
  'stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,r_frame_rate,avg_frame_rate,start_time,duration,field_order,color_transfer,channels',
  'stream_tags=language,title',
  'stream_disposition=default,attached_pic',
  'stream_side_data=rotation',
].join(':');

const decimal = z.coerce.number().optional().catch(undefined);
const streamSchema = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().default('unknown'),
  width: z.number().default(0),
  height: z.number().default(0),
  sample_aspect_ratio: z.string().optional(),
  r_frame_rate: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  start_time: decimal,
  duration: decimal,
  field_order: z.string().optional(),
  color_transfer: z.string().optional(),
  channels: z.number().default(2),
  tags: z.object({ language: z.string().optional(), title: z.string().optional() }).default({}),
  disposition: z.record(z.string(), z.number()).default({}),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
});
type Stream = z.infer<typeof streamSchema>;
const probeSchema = z.object({
  format: z.object({ start_time: decimal, duration: decimal }),
  streams: z.array(streamSchema).default([]),
});

/** Undefined if the file has no video that ffmpeg can read. Throws if ffprobe fails. */
export async function probeFile(url: string, signal: AbortSignal): Promise<ProbedFile | undefined> {
  const output = ['-v', 'error', '-show_entries', ENTRIES, '-of', 'json'];
  const { stdout } = await run('ffprobe', [...output, ...INPUT_LIMITS, url], {
    signal,
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const { format, streams } = probeSchema.parse(JSON.parse(stdout));
  const video = streams.find(isMovie);
  if (!video) return undefined;
  const start = format.start_time ?? 0;
  const seconds = format.duration ?? video.duration ?? 0;
  const audio = streams.filter(({ codec_type }) => codec_type === 'audio');
  const byDefault = audio.toSorted(
    (a, b) => (b.disposition.default ?? 0) - (a.disposition.default ?? 0),
  );
  return {
    start,
    end: start + seconds,
    video: videoOf(video, start),
    audio: byDefault.map(({ index, codec_name, channels, tags }) => ({
      index,
      codec: codec_name,
      channels,
      language: tags.language,
      name: tags.title,
    })),
  };
}

/** Returns whether the stream is a video and not a cover. */
const isMovie = ({ codec_type, disposition, width, height }: Stream): boolean =>
  codec_type === 'video' && disposition.attached_pic !== 1 && width > 0 && height > 0;

function videoOf(stream: Stream, start: number): ProbedVideo {
  const [across = 1, down = 1] = fraction(stream.sample_aspect_ratio, ':') ?? [];
  const width = Math.round((stream.width * across) / down);
  const rotation = stream.side_data_list.find((each) => each.rotation !== undefined)?.rotation ?? 0;
  const isTurned = Math.abs(rotation) % 180 === 90;
  return {
    index: stream.index,
    codec: stream.codec_name,
    width: isTurned ? stream.height : width,
    height: isTurned ? width : stream.height,
    start: stream.start_time ?? start,
    rate: rateOf(stream),
    isInterlaced: /^(?:tt|bb|tb|bt)$/.test(stream.field_order ?? ''),
    isHdr: /^(?:smpte2084|arib-std-b67)$/.test(stream.color_transfer ?? ''),
  };
}

const MAX_RATE = 60;

/** Checks both rates. Files with a variable rate state the unit of their times as the exact rate. */
function rateOf({ r_frame_rate: exact, avg_frame_rate: average }: Stream): FrameRate {
  for (const text of [exact, average]) {
    const [numerator = 0, denominator = 1] = fraction(text, '/') ?? [];
    const rate = numerator / denominator;
    if (rate >= 1 && rate <= MAX_RATE) return { numerator, denominator };
    if (rate > MAX_RATE && rate <= 2 * MAX_RATE) {
      return { numerator, denominator: 2 * denominator };
    }
  }
  return { numerator: 25, denominator: 1 };
}

function fraction(text: string | undefined, separator: string): [number, number] | undefined {
  const [above, below] = (text ?? '').split(separator).map(Number);
  const isFraction = above !== undefined && below !== undefined && above > 0 && below > 0;
  return isFraction && Number.isSafeInteger(above * below) ? [above, below] : undefined;
}
