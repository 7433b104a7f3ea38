import type { Ffmpeg } from '#media-library/ffmpeg/ffmpeg.ts';
import { splitArguments, INPUT_LIMITS } from '#media-library/ffmpeg/arguments.ts';
import type { H264Encoder } from '#media-library/ffmpeg/h264-encoders.ts';
import {
  convertedChannels,
  FRAME_SAMPLES,
  SAMPLE_RATE,
} from '#media-library/remux/audio/convert-audio.ts';
import { frameRate, OUTPUT_OFFSET, type EncodingPlan, type EncodingStep } from './encoding-plan.ts';

export interface EncodingOptions {
  readonly url: string;
  readonly plan: EncodingPlan;
  readonly step: EncodingStep;
  /** The segment to begin with. */
  readonly first: number;
  readonly encoder: H264Encoder;
  readonly canToneMap: Ffmpeg['canToneMap'];
}

/** The number of AAC frames to encode before a segment, because decoders and encoders need them. */
const LEAD_FRAMES = 24;
/** Seeking is inexact in some containers, and ffmpeg may land after the target. */
const SEEK_MARGIN_SECONDS = 1;
const AUDIO_BITRATE = 64_000;
/** Tracks may end a little before the file does. */
const PADDING_SECONDS = 10;
/** ffmpeg writes a part of a segment as soon as it is encoded. */
const FRAGMENT_MICROSECONDS = 500_000;

/**
 * Returns ffmpeg's arguments to encode a file from a segment to the end, as fragmented MP4 with the playlist's times.
 * The grid of frames is the same for each start.
 */
export function encodingArguments(options: EncodingOptions): readonly string[] {
  const { url, plan, first, encoder } = options;
  const { file, origin } = plan;
  const preroll = prerollOf(plan, first);
  const seek = preroll.seconds + origin - file.start - SEEK_MARGIN_SECONDS;
  return [
    ...splitArguments('-hide_banner -loglevel error -nostdin'),
    ...encoder.device,
    // Keep the times of the file.
    '-copyts',
    ...(seek > 0 ? splitArguments(`-ss ${seek.toFixed(6)}`) : []),
    ...INPUT_LIMITS,
    '-i',
    url,
    ...videoArguments(options, preroll.frame),
    ...file.audio.flatMap((_, at) => audioArguments(plan, at, preroll.samples)),
    ...splitArguments('-map_metadata -1 -map_chapters -1 -sn -dn'),
    ...splitArguments(`-output_ts_offset ${OUTPUT_OFFSET} -max_muxing_queue_size 4096`),
    ...splitArguments(
      '-movflags frag_keyframe+empty_moov+default_base_moof+frag_discont+delay_moov',
    ),
    ...splitArguments(`-frag_duration ${FRAGMENT_MICROSECONDS} -flush_packets 1 -f mp4 pipe:1`),
  ];
}

/** Returns the first frame and the first sample to encode. */
export function prerollOf({ segmentFrames, file }: EncodingPlan, first: number) {
  const rate = frameRate(file.video.rate);
  const start = (first * segmentFrames) / rate;
  const grid = Math.floor((start * SAMPLE_RATE) / FRAME_SAMPLES);
  const samples = Math.max(0, grid - LEAD_FRAMES) * FRAME_SAMPLES;
  const seconds = samples / SAMPLE_RATE;
  return { samples, seconds, frame: Math.ceil(seconds * rate - 1e-6) };
}

function videoArguments(
  { plan, step, encoder, canToneMap }: EncodingOptions,
  firstFrame: number,
): readonly string[] {
  const { file, origin, segmentFrames, frames } = plan;
  const { rate, index, isInterlaced, isHdr } = file.video;
  const fps = `${rate.numerator}/${rate.denominator}`;
  const filters = [
    `setpts=PTS-(${origin})/TB`,
    ...(isInterlaced ? ['yadif=deint=interlaced'] : []),
    `fps=${fps}:start_time=${(firstFrame / frameRate(rate)).toFixed(6)}`,
    `scale=${step.width}:${step.height}`,
    'setsar=1',
    ...(isHdr && canToneMap ? TONE_MAPPING : []),
    `tpad=stop_mode=clone:stop_duration=${PADDING_SECONDS}`,
    ...encoder.filters,
  ];
  return [
    ...splitArguments(`-map 0:${index} -vf ${filters.join(',')}`),
    ...encoder.options,
    ...splitArguments(`-maxrate ${step.bitrate} -bufsize ${2 * step.bitrate}`),
    ...splitArguments(`-frames:v ${Math.max(1, frames - firstFrame)}`),
    ...splitArguments(`-video_track_timescale ${rate.numerator}`),
    ...splitArguments(`-force_key_frames expr:not(mod(n+${firstFrame},${segmentFrames}))`),
  ];
}

/** Converts HDR for screens without HDR. */
export const TONE_MAPPING = [
  'zscale=t=linear:npl=100',
  'format=gbrpf32le',
  'zscale=p=bt709',
  'tonemap=hable:desat=0',
  'zscale=t=bt709:m=bt709:r=tv',
];

function audioArguments(
  { file, origin, frames }: EncodingPlan,
  at: number,
  samples: number,
): readonly string[] {
  const track = file.audio[at];
  if (!track) return [];
  const channels = convertedChannels(track.channels);
  const filters = [
    `asetpts=PTS-(${origin})/TB`,
    `aresample=${SAMPLE_RATE}`,
    // `first_pts` counts samples of the filter's input.
    `aresample=async=1:first_pts=${samples}`,
    `apad=pad_dur=${PADDING_SECONDS}`,
    `atrim=end=${(frames / frameRate(file.video.rate)).toFixed(6)}`,
  ];
  const encoder = `-c:a:${at} aac -ac:a:${at} ${channels} -b:a:${at} ${channels * AUDIO_BITRATE}`;
  return splitArguments(`-map 0:${track.index} -filter:a:${at} ${filters.join(',')} ${encoder}`);
}
