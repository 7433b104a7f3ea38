import { languageCode } from '@matinee/sources/caption-language';
import { NotFoundError } from '@matinee/sources/source';
import type { EncodingStep } from '#media-library/transcode/encoding-plan.ts';
import { convertedChannels, convertedConfig, SAMPLE_RATE } from './audio/convert-audio.ts';
import type { PlayableAudio } from './input/probe-media.ts';
import type { CopiedVariant, EncodedVariants, RemuxedFile } from './remuxed-file.ts';
import type { SubtitleTrack } from './matroska/matroska-subtitles.ts';
import { uniqueNames } from './input/unique-names.ts';
import {
  copiedAudioName,
  COPIED_VIDEO,
  encodedAudioName,
  encodedName,
  isDemuxed,
  subtitlesName,
} from './variants.ts';

/** RFC 8216: variants, best first, and audio renditions. `base`: the start of their URLs. */
export async function masterPlaylist(
  base: string,
  { size, copied, encoded, subtitles }: RemuxedFile,
  signal: AbortSignal,
): Promise<string> {
  const texts = subtitleLines(base, subtitles?.tracks ?? []);
  const common = texts.length > 0 ? [`SUBTITLES="${SUBTITLE_GROUP}"`] : [];
  return playlistOf([
    ...texts,
    ...(copied ? await copiedAudioLines(base, copied) : []),
    ...(copied ? await copiedLines(base, copied, { size, common }, signal) : []),
    ...(encoded ? await encodedLines(base, encoded, { copied, common }, signal) : []),
  ]);
}

/** Returns the playlist of one quality with all audio tracks. */
export async function singlePlaylist(
  base: string,
  { size, copied, encoded }: RemuxedFile,
  { quality, signal }: { readonly quality: string; readonly signal: AbortSignal },
): Promise<string> {
  const common: readonly string[] = [];
  const audio = copied ? await copiedAudioLines(base, copied) : [];
  if (copied && quality === COPIED_VIDEO) {
    return playlistOf([...audio, ...(await copiedLines(base, copied, { size, common }, signal))]);
  }
  const step = encoded?.steps.find((each) => encodedName(each) === quality);
  if (!encoded || !step) throw new NotFoundError("This file doesn't have this quality.");
  const one = { ...encoded, steps: [step] };
  return playlistOf([...audio, ...(await encodedLines(base, one, { copied, common }, signal))]);
}

const playlistOf = (lines: readonly string[]): string =>
  ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');

function subtitleLines(base: string, tracks: readonly SubtitleTrack[]): readonly string[] {
  const names = uniqueNames(tracks);
  // A group has at most one default. Many files mark all of their tracks.
  const first = tracks.findIndex(({ isDefault, isForced }) => isDefault && !isForced);
  return tracks.map(({ language, isForced, isHearingImpaired }, index) => {
    const code = languageCode(language);
    const attributes = [
      'TYPE=SUBTITLES',
      `GROUP-ID="${SUBTITLE_GROUP}"`,
      `NAME="${names[index]}"`,
      ...(code === undefined ? [] : [`LANGUAGE="${code}"`]),
      `DEFAULT=${index === first ? 'YES' : 'NO'}`,
      'AUTOSELECT=YES',
      `FORCED=${isForced ? 'YES' : 'NO'}`,
      ...(isHearingImpaired ? [`CHARACTERISTICS="${DESCRIBES_SOUND}"`] : []),
      `URI="${base}${subtitlesName(index)}.m3u8"`,
    ];
    return `#EXT-X-MEDIA:${attributes.join(',')}`;
  });
}

/** Prefer the file's own quality, because the server needn't encode it. */
const COPIED_SCORE = 2;
const ENCODED_SCORE = 1;
/** The highest level that the server's output up to 1080p needs. */
const H264_CODEC = 'avc1.64002a';
const AAC_CODEC = convertedConfig({ channels: 2, sampleRate: SAMPLE_RATE }).codec;
const COPIED_GROUP = 'audio';
const SUBTITLE_GROUP = 'subtitles';
/** Apple's characteristic for described sounds. */
const DESCRIBES_SOUND = 'public.accessibility.describes-music-and-sound';

async function copiedLines(
  base: string,
  { media: { video, audio }, times }: CopiedVariant,
  { size, common }: { readonly size: number; readonly common: readonly string[] },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { origin, end } = await times(signal);
  const codecs = await Promise.all([codecString(video), ...audio.map(audioCodec)]);
  const average = Math.ceil((size * 8) / Math.max(end - origin, 1));
  const { transfer } = await video.getColorSpace();
  const attributes = [
    // The peak is unknown.
    `BANDWIDTH=${2 * average}`,
    `AVERAGE-BANDWIDTH=${average}`,
    `SCORE=${COPIED_SCORE}`,
    `CODECS="${[...new Set(codecs)].join(',')}"`,
    `RESOLUTION=${await video.getDisplayWidth()}x${await video.getDisplayHeight()}`,
    `VIDEO-RANGE=${VIDEO_RANGES.get(transfer ?? '') ?? 'SDR'}`,
    ...(isDemuxed(audio) ? [`AUDIO="${COPIED_GROUP}"`] : []),
    ...common,
  ];
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${base}${COPIED_VIDEO}.m3u8`];
}

async function copiedAudioLines(
  base: string,
  { media: { audio } }: CopiedVariant,
): Promise<readonly string[]> {
  const tracks = await Promise.all(audio.map(copiedTrack));
  return renditions(COPIED_GROUP, tracks, (index) => `${base}${copiedAudioName(index)}.m3u8`);
}

interface EncodedContext {
  readonly copied: CopiedVariant | undefined;
  /** Attributes of each variant. */
  readonly common: readonly string[];
}

/** The audio tracks are those of the copied variant, if there is one. */
async function encodedLines(
  base: string,
  { steps, plan }: EncodedVariants,
  { copied, common }: EncodedContext,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const audio = copied ? [] : (await plan(signal)).file.audio;
  const hasAudio = (copied?.media.audio ?? audio).length > 0;
  const tracks = audio.map(({ language, name, channels }) => ({
    language,
    name,
    channels: convertedChannels(channels),
  }));
  return steps.flatMap((step) => {
    const group = copied ? COPIED_GROUP : encodedName(step);
    const hasGroup = isDemuxed(copied?.media.audio ?? audio);
    const attributes = [
      ...encodedAttributes(step, hasAudio),
      ...(hasGroup ? [`AUDIO="${group}"`] : []),
      ...common,
    ];
    return [
      ...renditions(group, tracks, (index) => `${base}${encodedAudioName(step, index)}.m3u8`),
      `#EXT-X-STREAM-INF:${attributes.join(',')}`,
      `${base}${encodedName(step)}.m3u8`,
    ];
  });
}

function encodedAttributes(
  { width, height, bitrate }: EncodingStep,
  hasAudio: boolean,
): readonly string[] {
  return [
    `BANDWIDTH=${bitrate}`,
    `SCORE=${ENCODED_SCORE}`,
    `CODECS="${hasAudio ? `${H264_CODEC},${AAC_CODEC}` : H264_CODEC}"`,
    `RESOLUTION=${width}x${height}`,
    'VIDEO-RANGE=SDR',
  ];
}

/** Keyed by WebCodecs transfer characteristics. */
const VIDEO_RANGES: ReadonlyMap<string, string> = new Map([
  ['pq', 'PQ'],
  ['hlg', 'HLG'],
]);

const audioCodec = async ({ track, conversion }: PlayableAudio): Promise<string> =>
  conversion ? convertedConfig(conversion).codec : await codecString(track);

async function codecString(track: { getCodecParameterString(): Promise<string | null> }) {
  const codec = (await track.getCodecParameterString()) ?? '';
  // The muxer writes `hvc1`. Safari doesn't play `hev1`.
  return codec.replace(/^hev1/, 'hvc1');
}

interface AudioRendition {
  /** The code in the file, such as `ger`. */
  readonly language: string | undefined;
  readonly name: string | undefined;
  readonly channels: number;
}

async function copiedTrack({ track, conversion }: PlayableAudio): Promise<AudioRendition> {
  return {
    language: await track.getLanguageCode(),
    name: (await track.getName()) ?? undefined,
    channels: conversion?.channels ?? (await track.getNumberOfChannels()),
  };
}

function renditions(
  group: string,
  tracks: readonly AudioRendition[],
  urlOf: (index: number) => string,
): readonly string[] {
  if (!isDemuxed(tracks)) return [];
  const names = uniqueNames(tracks);
  return tracks.map((track, index) => {
    const language = languageCode(track.language ?? '');
    const attributes = [
      'TYPE=AUDIO',
      `GROUP-ID="${group}"`,
      `NAME="${names[index]}"`,
      ...(language === undefined ? [] : [`LANGUAGE="${language}"`]),
      `DEFAULT=${index === 0 ? 'YES' : 'NO'}`,
      'AUTOSELECT=YES',
      `CHANNELS="${track.channels}"`,
      `URI="${urlOf(index)}"`,
    ];
    return `#EXT-X-MEDIA:${attributes.join(',')}`;
  });
}
