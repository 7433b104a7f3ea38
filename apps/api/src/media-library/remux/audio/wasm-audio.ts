// Converts AC-3, E-AC-3 and MP3 to AAC in WebAssembly, for servers without ffmpeg.
import {
  AdtsOutputFormat,
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BufferTarget,
  Output,
  type InputAudioTrack,
} from 'mediabunny';

/** The sample rates of MPEG-1. Others are rare. */
const SAMPLE_RATES: ReadonlySet<number> = new Set([32_000, 44_100, 48_000]);
const CODECS: ReadonlySet<string | null> = new Set(['ac3', 'eac3', 'mp3']);
const SURROUND = 6;
const STEREO = 2;
/** Less than the duration of a packet. */
const ROUNDING_SECONDS = 0.002;
/** The factor of the center and rear channels when mixed into each side (ETSI TS 102 366). */
const MIX = Math.SQRT1_2;

export interface WasmFormat {
  readonly channels: number;
  readonly sampleRate: number;
}

/** Returns the format after conversion. Undefined if WebAssembly can't convert the track. */
export async function wasmFormat(
  track: InputAudioTrack,
  maxChannels: number,
): Promise<WasmFormat | undefined> {
  const sampleRate = await track.getSampleRate();
  if (!CODECS.has(await track.getCodec()) || !SAMPLE_RATES.has(sampleRate)) return undefined;
  const channels = await track.getNumberOfChannels();
  const isSurround = channels === SURROUND && maxChannels >= SURROUND;
  return { sampleRate, channels: isSurround ? SURROUND : Math.min(channels, STEREO) };
}

export interface WasmRange {
  /** Times of the first and the last packet, in seconds of the file. */
  readonly first: number;
  readonly last: number;
  /** Samples to leave out at the start. */
  readonly skipped: number;
  readonly channels: number;
  readonly sampleRate: number;
  /** Bits per second. */
  readonly bitrate: number;
  readonly signal: AbortSignal;
}

/** Returns an ADTS stream. Decodes one packet at a time to save memory. */
export async function encodeInWasm(track: InputAudioTrack, range: WasmRange): Promise<Buffer> {
  const { first, last, channels, sampleRate, bitrate, signal } = range;
  await registerCodecs();
  const target = new BufferTarget();
  const output = new Output({ format: new AdtsOutputFormat(), target });
  const source = new AudioSampleSource({ codec: 'aac', bitrate });
  output.addAudioTrack(source);
  await output.start();
  let skipped = range.skipped;
  let position = 0;
  try {
    const sink = new AudioSampleSink(track);
    for await (const sample of sink.samples(first + ROUNDING_SECONDS, last + ROUNDING_SECONDS)) {
      const left = Math.min(skipped, sample.numberOfFrames);
      skipped -= left;
      const mixed = mix(planesOf(sample, left), channels);
      const frames = sample.numberOfFrames - left;
      sample.close();
      signal.throwIfAborted();
      if (frames > 0) {
        const converted = sampleOf(mixed, sampleRate, position / sampleRate);
        await source.add(converted);
        converted.close();
      }
      position += frames;
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

let registering: Promise<void> | undefined;

/** Loads two megabytes of code that most servers never need. */
async function registerCodecs(): Promise<void> {
  registering ??= Promise.all([
    import('@mediabunny/ac3'),
    import('./mp3-decoder.ts'),
    import('@mediabunny/aac-encoder'),
  ]).then(([{ registerAc3Decoder }, { registerMp3Decoder }, { registerAacEncoder }]) => {
    registerAc3Decoder();
    registerMp3Decoder();
    registerAacEncoder();
  });
  await registering;
}

/** Returns the channels that exist: left, right, center, low frequencies, rear left and rear right. */
function planesOf(sample: AudioSample, frameOffset: number): readonly Float32Array[] {
  const frameCount = sample.numberOfFrames - frameOffset;
  return Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(frameCount);
    if (frameCount > 0) {
      sample.copyTo(plane, { planeIndex, format: 'f32-planar', frameOffset, frameCount });
    }
    return plane;
  });
}

function mix(planes: readonly Float32Array[], channels: number): readonly Float32Array[] {
  if (planes.length <= channels) return planes;
  const rear = planes.length === SURROUND ? 4 : 3;
  return [0, 1].map((side) => {
    const [own, center, behind] = [planes[side], planes[2], planes[rear + side]];
    return new Float32Array(own?.length ?? 0).map((_, at) => {
      const around = (center?.[at] ?? 0) + (behind?.[at] ?? 0);
      return Math.max(-1, Math.min(1, (own?.[at] ?? 0) + MIX * around));
    });
  });
}

function sampleOf(
  planes: readonly Float32Array[],
  sampleRate: number,
  timestamp: number,
): AudioSample {
  const length = planes[0]?.length ?? 0;
  const data = new Float32Array(length * planes.length);
  for (const [at, plane] of planes.entries()) data.set(plane, at * length);
  const numberOfChannels = planes.length;
  return new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels,
    sampleRate,
    timestamp,
  });
}
