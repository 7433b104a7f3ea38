// Writes the head of the Matroska file that represents an AVI file.
import type { AudioFormat, VideoFormat } from './avi-codecs.ts';
import type { AviCluster } from './avi-clusters.ts';
import type { AviStream } from './avi-structure.ts';
import {
  element,
  floatElement,
  numberElement,
  opening,
  textElement,
} from '../matroska/matroska-writer.ts';

export interface CopiedVideo {
  readonly stream: AviStream;
  readonly format: VideoFormat;
  /** The codec's configuration. */
  readonly configuration: Buffer | undefined;
}

export interface CopiedAudio {
  readonly stream: AviStream;
  readonly format: AudioFormat;
}

export interface CopiedTracks {
  /** The first track. */
  readonly video: CopiedVideo;
  readonly audio: readonly CopiedAudio[];
}

const EBML = element(0x1a_45_df_a3, textElement(0x42_82, 'matroska'));
const [VIDEO, AUDIO] = [1, 2];
const VIDEO_TRACK = 1;

/** Returns all bytes before the first cluster. Only clusters follow. */
export function writeHead(tracks: CopiedTracks, clusters: readonly AviCluster[]): Buffer {
  const info = element(0x15_49_a9_66, floatElement(0x44_89, secondsOfVideo(tracks.video) * 1_000));
  const entries = [videoEntry(tracks.video), ...tracks.audio.map(audioEntry)];
  const before = Buffer.concat([info, element(0x16_54_ae_6b, ...entries)]);
  // Other offsets don't change the size of the cues.
  const { length } = cuesOf(clusters, 0);
  const cues = cuesOf(clusters, before.length + length);
  const bytes = clusters.reduce((sum, cluster) => sum + cluster.bytes, 0);
  const segment = opening(0x18_53_80_67, before.length + length + bytes);
  return Buffer.concat([EBML, segment, before, cues]);
}

const secondsOfVideo = ({ stream }: CopiedVideo): number =>
  (stream.start + stream.length) * stream.unitSeconds;

/** `first`: the offset of the first cluster in its parent. */
function cuesOf(clusters: readonly AviCluster[], first: number): Buffer {
  let place = first;
  const points = clusters.map(({ start, bytes }) => {
    const position = [numberElement(0xf7, VIDEO_TRACK), numberElement(0xf1, place)];
    place += bytes;
    return element(0xbb, numberElement(0xb3, start * 1_000), element(0xb7, ...position));
  });
  return element(0x1c_53_bb_6b, ...points);
}

function videoEntry({ stream, format, configuration }: CopiedVideo): Buffer {
  const { width, height, codec } = format;
  const { aspect } = stream;
  return entry(
    { number: VIDEO_TRACK, type: VIDEO, codec },
    configuration ? element(0x63_a2, configuration) : Buffer.alloc(0),
    numberElement(0x23_e3_83, stream.unitSeconds * 1e9),
    element(
      0xe0,
      numberElement(0xb0, width),
      numberElement(0xba, height),
      ...(aspect && aspect.width > 0 && aspect.height > 0
        ? [numberElement(0x54_b0, aspect.width), numberElement(0x54_ba, aspect.height)]
        : []),
    ),
  );
}

function audioEntry({ format }: CopiedAudio, at: number): Buffer {
  const { codec, extra, sampleRate, channels, bitDepth } = format;
  return entry(
    { number: VIDEO_TRACK + 1 + at, type: AUDIO, codec },
    extra.length > 0 ? element(0x63_a2, extra) : Buffer.alloc(0),
    element(
      0xe1,
      floatElement(0xb5, sampleRate),
      numberElement(0x9f, channels),
      ...(bitDepth > 0 ? [numberElement(0x62_64, bitDepth)] : []),
    ),
  );
}

interface TrackNames {
  readonly number: number;
  readonly type: number;
  readonly codec: string;
}

const entry = ({ number, type, codec }: TrackNames, ...parts: readonly Buffer[]): Buffer =>
  element(
    0xae,
    numberElement(0xd7, number),
    numberElement(0x73_c5, number),
    numberElement(0x83, type),
    textElement(0x86, codec),
    textElement(0x22_b5_9c, 'und'),
    ...parts,
  );
