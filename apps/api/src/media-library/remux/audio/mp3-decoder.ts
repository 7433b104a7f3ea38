// Decodes MP3 with libmpg123 in WebAssembly, for servers without ffmpeg.
import {
  AudioSample,
  CustomAudioDecoder,
  registerDecoder,
  type AudioCodec,
  type EncodedPacket,
} from 'mediabunny';
import { MPEGDecoder } from 'mpg123-decoder';

/** mediabunny creates a decoder for each part of a track. */
class Mp3Decoder extends CustomAudioDecoder {
  readonly #decoder = new MPEGDecoder();
  #start: number | undefined;
  #samples = 0;

  static override supports(codec: AudioCodec): boolean {
    return codec === 'mp3';
  }

  async init(): Promise<void> {
    await this.#decoder.ready;
  }

  /** The decoder may return a packet's sound with the next packet. */
  decode({ data, timestamp }: EncodedPacket): void {
    this.#start ??= timestamp;
    const { channelData, samplesDecoded, sampleRate } = this.#decoder.decodeFrame(data);
    if (samplesDecoded === 0) return;
    // The decoder returns mono sound as two channels.
    const planes = channelData.slice(0, this.config.numberOfChannels);
    const joined = new Float32Array(samplesDecoded * planes.length);
    for (const [at, plane] of planes.entries()) joined.set(plane, at * samplesDecoded);
    const sample = new AudioSample({
      data: joined,
      format: 'f32-planar',
      numberOfChannels: planes.length,
      sampleRate,
      timestamp: this.#start + this.#samples / sampleRate,
    });
    this.#samples += samplesDecoded;
    this.onSample(sample);
  }

  flush(): void {
    this.#start = undefined;
    this.#samples = 0;
  }

  close(): void {
    this.#decoder.free();
  }
}

export const registerMp3Decoder = (): void => registerDecoder(Mp3Decoder);
