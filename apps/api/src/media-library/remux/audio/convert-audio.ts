// Converts audio that browsers don't play to AAC, a segment at a time.
import { spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  MkvOutputFormat,
  Output,
  type AudioCodec,
  type InputAudioTrack,
} from 'mediabunny';
import { lowerPriority } from '#media-library/ffmpeg/ffmpeg.ts';
import { InvalidMediaError } from '../../media-errors.ts';
import { encodeInWasm, wasmFormat } from './wasm-audio.ts';

export interface AudioConversion {
  /** ffmpeg options that describe the packets of the track. Undefined without ffmpeg. */
  readonly input: readonly string[] | undefined;
  /** The codec of packets that ffmpeg reads only from a container. */
  readonly contained: AudioCodec | undefined;
  readonly channels: number;
  /** The rate after conversion, a key of `RATE_INDEXES`. */
  readonly sampleRate: number;
}

/** The rate of ffmpeg's output. */
export const SAMPLE_RATE = 48_000;
/** ISO 14496-3, table 1.18. */
const RATE_INDEXES: ReadonlyMap<number, number> = new Map([
  [SAMPLE_RATE, 3],
  [44_100, 4],
  [32_000, 5],
]);
/** Samples in a frame of AAC. */
export const FRAME_SAMPLES = 1_024;
/** Browsers play up to 5.1. */
const MAX_CHANNELS = 6;
const BITRATE_OF_CHANNEL = 64_000;
/** Decoders and encoders need some sound before and after a segment. */
const LEAD_SECONDS = 0.2;
const TAIL_SECONDS = 0.1;
/** The encoder starts with a frame of silence. */
const PRIMING_FRAMES = 1;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** ffmpeg's names of raw formats, by mediabunny's codec or by the container's. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['ac3', 'ac3'],
  ['eac3', 'eac3'],
  ['mp3', 'mp3'],
  ['dts', 'dts'],
  ['A_TRUEHD', 'truehd'],
  ['A_MPEG/L2', 'mp3'],
  ['pcm-u8', 'u8'],
  ['pcm-s16', 's16le'],
  ['pcm-s16be', 's16be'],
  ['pcm-s24', 's24le'],
  ['pcm-s24be', 's24be'],
  ['pcm-s32', 's32le'],
  ['pcm-s32be', 's32be'],
  ['pcm-f32', 'f32le'],
  ['pcm-f32be', 'f32be'],
  ['ulaw', 'mulaw'],
  ['alaw', 'alaw'],
]);

/** Codecs whose decoders need settings from the container. */
const CONTAINED: ReadonlySet<AudioCodec | null> = new Set(['flac', 'vorbis', 'opus']);

export interface ConversionOptions {
  readonly hasFfmpeg: boolean;
  readonly maxChannels: number;
}

/** Undefined if ffmpeg can't read the track's packets, or if it is missing and the codec needs it. */
export async function conversionOf(
  track: InputAudioTrack,
  { hasFfmpeg, maxChannels }: ConversionOptions,
): Promise<AudioConversion | undefined> {
  if (!hasFfmpeg) {
    const format = await wasmFormat(track, maxChannels);
    return format && { input: undefined, contained: undefined, ...format };
  }
  const codec = await track.getCodec();
  const contained = codec && CONTAINED.has(codec) ? codec : undefined;
  const internal = await track.getInternalCodecId();
  const name = codec ?? (typeof internal === 'string' ? internal : '');
  const format = contained ? 'matroska' : FORMATS.get(name);
  if (format === undefined) return undefined;
  const channels = await track.getNumberOfChannels();
  const isRaw = codec?.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw';
  const rate = ['-ar', String(await track.getSampleRate()), '-ac', String(channels)];
  return {
    input: ['-f', format, ...(isRaw ? rate : [])],
    contained,
    channels: convertedChannels(channels, maxChannels),
    sampleRate: SAMPLE_RATE,
  };
}

export const convertedChannels = (channels: number, maxChannels = MAX_CHANNELS): number =>
  Math.min(Math.max(channels, 1), maxChannels);

/** Returns the WebCodecs configuration of the converted track, with its AudioSpecificConfig (ISO 14496-3). */
export function convertedConfig({
  channels,
  sampleRate,
}: Pick<AudioConversion, 'channels' | 'sampleRate'>) {
  const AAC_LC = 2;
  const bits = (AAC_LC << 11) | ((RATE_INDEXES.get(sampleRate) ?? 3) << 7) | (channels << 3);
  return {
    codec: 'mp4a.40.2',
    sampleRate,
    numberOfChannels: channels,
    description: new Uint8Array([bits >> 8, bits & 255]),
  };
}

export interface ConvertedRange {
  /** Seconds of the file. */
  readonly from: number;
  readonly to: number;
  /** Subtract from a time of the file to get one of the playlist. */
  readonly origin: number;
  readonly spend: (packet: EncodedPacket) => void;
  readonly signal: AbortSignal;
}

/**
 * Yields the AAC frames that start in the range, with times of the playlist. One grid of frames for the whole file
 * prevents gaps between segments.
 */
export async function* convertedPackets(
  track: InputAudioTrack,
  conversion: AudioConversion,
  range: ConvertedRange,
): AsyncGenerator<EncodedPacket, void, undefined> {
  const { from, to, origin } = range;
  const source = await sourcePackets(track, range);
  const [head] = source;
  if (!head) return;
  const { input, contained, channels, sampleRate } = conversion;
  // The first Vorbis packet only prepares the decoder.
  const sounding = contained === 'vorbis' ? source.slice(1) : source;
  const begin = startOf(sounding.map(({ timestamp }) => timestamp)) - origin;
  const last = source.at(-1) ?? head;
  // Matroska doesn't state the length of its last packet.
  const lastSeconds = last.duration || (source.at(-2)?.duration ?? 0);
  const end = Math.min(to, last.timestamp + lastSeconds) - origin;
  const frameAt = (seconds: number): number => frameFrom(seconds, sampleRate);
  const firstFrame = Math.max(frameAt(from - origin), frameAt(begin));
  const endFrame = frameAt(end);
  if (endFrame <= firstFrame) return;
  // Encode some earlier frames, if the track has them.
  const lead = Math.min(firstFrame - frameAt(begin), Math.floor(frameAt(LEAD_SECONDS) / 2));
  const inputStart = Math.round(begin * sampleRate);
  const skipped = Math.max(0, (firstFrame - lead) * FRAME_SAMPLES - inputStart);
  const { signal } = range;
  const bitrate = channels * BITRATE_OF_CHANNEL;
  const times = { first: head.timestamp, last: last.timestamp };
  const stream = input
    ? await runFfmpeg(
        ffmpegOptions({ input, channels, skipped }),
        contained ? [await inMatroska(track, contained, source)] : source.map(({ data }) => data),
        signal,
      )
    : await encodeInWasm(track, { ...times, skipped, channels, sampleRate, bitrate, signal });
  const frames = adtsFrames(stream).slice(lead + PRIMING_FRAMES);
  for (const [at, frame] of frames.entries()) {
    if (firstFrame + at >= endFrame) return;
    const seconds = FRAME_SAMPLES / sampleRate;
    yield new EncodedPacket(frame, 'key', (firstFrame + at) * seconds, seconds, at);
  }
}

/** Containers round times to a millisecond. Unless that is corrected, segments don't fit together. */
const ROUNDING_SECONDS = 0.001;

/** Returns the first time. If all times lie on a straight line, returns the line's value there. */
export function startOf(times: readonly number[]): number {
  const [first = 0] = times;
  const middle = (times.length - 1) / 2;
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const squares = times.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  const slope = times.reduce((sum, time, at) => sum + (at - middle) * time, 0) / squares;
  const line = (at: number): number => mean + slope * (at - middle);
  const isLine = times.every((time, at) => Math.abs(time - line(at)) <= ROUNDING_SECONDS);
  return isLine ? line(0) : first;
}

/** Returns the first frame of the grid that starts at this time or later. */
const frameFrom = (seconds: number, sampleRate: number): number =>
  Math.max(0, Math.ceil((seconds * sampleRate) / FRAME_SAMPLES - 1e-6));

async function sourcePackets(
  track: InputAudioTrack,
  { from, to, origin, spend }: ConvertedRange,
): Promise<readonly EncodedPacket[]> {
  const sink = new EncodedPacketSink(track);
  const start = Math.max(from, origin) - LEAD_SECONDS;
  // TrueHD decoders skip everything before a key packet.
  const first = (await sink.getKeyPacket(start)) ?? (await sink.getFirstPacket());
  if (!first) return [];
  const found: EncodedPacket[] = [];
  for await (const packet of sink.packets(first)) {
    if (packet.timestamp >= to + TAIL_SECONDS) break;
    spend(packet);
    found.push(packet);
  }
  return found;
}

async function inMatroska(
  track: InputAudioTrack,
  codec: AudioCodec,
  packets: readonly EncodedPacket[],
): Promise<Uint8Array> {
  const config = await track.getDecoderConfig();
  const start = packets[0]?.timestamp;
  if (!config || start === undefined) throw new InvalidMediaError('its audio is damaged');
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const source = new EncodedAudioPacketSource(codec);
  const decoderConfig = codec === 'opus' ? withoutPreSkip(config) : config;
  output.addAudioTrack(source, { decoderConfig });
  await output.start();
  for (const packet of packets) {
    await source.add(packet.clone({ timestamp: packet.timestamp - start }), { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

/** Clears the Opus pre-skip, which applies only to the start of the file (RFC 7845, 5.1). */
function withoutPreSkip(config: AudioDecoderConfig): AudioDecoderConfig {
  if (!config.description) return config;
  const { description: head } = config;
  const description = ArrayBuffer.isView(head)
    ? Uint8Array.from(new Uint8Array(head.buffer, head.byteOffset, head.byteLength))
    : new Uint8Array(head.slice(0));
  description.fill(0, 10, 12);
  return { ...config, description };
}

interface FfmpegConversion {
  readonly input: readonly string[];
  readonly channels: number;
  /** Samples. */
  readonly skipped: number;
}

function ffmpegOptions({ input, channels, skipped }: FfmpegConversion): string[] {
  const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-protocol_whitelist', 'pipe'];
  const source = ['-probesize', '65536', ...input, '-i', 'pipe:0', '-vn'];
  const filter = `aresample=${SAMPLE_RATE},atrim=start_sample=${skipped},asetpts=N/SR/TB`;
  const bitrate = String(channels * BITRATE_OF_CHANNEL);
  const encoder = ['-ac', String(channels), '-c:a', 'aac', '-b:a', bitrate];
  return [...quiet, ...source, '-af', filter, ...encoder, '-f', 'adts', 'pipe:1'];
}

async function runFfmpeg(
  options: readonly string[],
  input: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<Buffer> {
  const child = spawn('ffmpeg', options, { signal, stdio: ['pipe', 'pipe', 'ignore'] });
  const failed = new Promise<never>((_, reject) => child.on('error', reject));
  lowerPriority(child.pid);
  const chunks: Buffer[] = [];
  let size = 0;
  const read = async (): Promise<void> => {
    for await (const chunk of child.stdout) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) throw new InvalidMediaError('its audio is too large');
    }
  };
  const write = pipeline(
    input,
    child.stdin,
    // ffmpeg closes the pipe when it has read enough.
  ).catch(() => undefined);
  try {
    await Promise.race([Promise.all([read(), write]), failed]);
  } finally {
    child.kill('SIGKILL');
  }
  if (size === 0) throw new InvalidMediaError('its audio is damaged');
  return Buffer.concat(chunks);
}

const ADTS_HEADER_BYTES = 7;

/** Returns the AAC frames of an ADTS stream (ISO 13818-7) without their headers. */
function adtsFrames(stream: Buffer): readonly Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at + ADTS_HEADER_BYTES <= stream.length;) {
    const length = (stream.readUInt32BE(at + 2) >>> 5) & 0x1fff;
    const hasChecksum = ((stream[at + 1] ?? 1) & 1) === 0;
    if (length <= ADTS_HEADER_BYTES) break;
    frames.push(stream.subarray(at + ADTS_HEADER_BYTES + (hasChecksum ? 2 : 0), at + length));
    at += length;
  }
  return frames;
}
