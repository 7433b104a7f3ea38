// The files of a large collection: all common containers and codecs, with what makes them difficult.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildMediaOnce } from './build-media.ts';
import { COUNTER_FRAMES, createCounterFile } from './counter-media.ts';
import { pgsOf } from './pgs.ts';
import { rewriteAvi, type AviLayout } from './rewrite-avi.ts';

/** A file with each frame's number as bars at the top. */
export interface FormatFile {
  /** `hevc-ac3.mkv` */
  readonly name: string;
  /** ffmpeg's options of the output. */
  readonly options: string;
  /** The second of the source at which a copy begins. */
  readonly cutAt?: number;
  readonly extra?: keyof typeof EXTRAS;
  /** The structure of an AVI file, if it differs from ffmpeg's. */
  readonly layout?: AviLayout;
  /** The number of the frame that is shown at a second of the playback. */
  readonly frameAt?: (second: number) => number;
  /** Each frame has its own duration. */
  readonly hasVariableRate?: true;
  /** Without ffmpeg, the screen names this codec. Undefined if the file plays all the same. */
  readonly refusedFor?: string;
}

export const FORMAT_SECONDS = 24;

export const plainFrame = (second: number): number => Math.floor(second * COUNTER_FRAMES + 1e-3);

/** Frames 5 to 9 of each 20 are missing. */
function frameOfVariableRate(second: number): number {
  const frame = plainFrame(second);
  const at = frame % 20;
  return at >= 5 && at <= 9 ? frame - at + 4 : frame;
}

const VARIABLE = "-vf select='not(between(mod(n,20),5,9))',setpts=PTS-STARTPTS -fps_mode vfr";
/** Several frames that refer to each other are shown before a keyframe. */
const OPEN = '-x264-params open-gop=1:b-adapt=0:keyint=48';
/** Fields need a height that four divides. */
const FIELDS = '-vf pad=480:272:0:0,setpts=PTS-STARTPTS -flags +ilme+ildct';
/** The number of frames before a keyframe varies, and they refer to many others. */
const OPEN_ADAPTIVE =
  '-c:v libx264 -preset medium -bf 8 -g 50 -x264-params open-gop=1:b-adapt=2:ref=6:weightp=2';
const H264 = '-c:v libx264 -preset veryfast -bf 3 -g 50';
const HEVC = '-c:v libx265 -preset ultrafast -x265-params keyint=50:open-gop=0:log-level=error';
const VP9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 50 -b:v 300k';
const AV1 = '-c:v libsvtav1 -preset 12 -g 50';
const AV1_LIVE = '-c:v libaom-av1 -cpu-used 8 -usage realtime -g 50 -b:v 200k';
const MPEG2 = '-c:v mpeg2video -b:v 800k -g 12 -bf 2';
const TEN_BITS = '-pix_fmt yuv420p10le';
const CUT_SECONDS = 1.6;

export const FORMAT_FILES: readonly FormatFile[] = [
  { name: 'h264-aac.mkv', options: `${H264} -c:a aac` },
  { name: 'h264-ac3.mkv', options: `${H264} -c:a ac3` },
  { name: 'h264-eac3.mkv', options: `${H264} -c:a eac3` },
  { name: 'h264-dts.mkv', options: `${H264} -c:a dca -strict -2`, refusedFor: 'DTS' },
  { name: 'h264-mp3.mkv', options: `${H264} -c:a libmp3lame` },
  { name: 'h264-flac.mkv', options: `${H264} -c:a flac` },
  { name: 'h264-opus.mkv', options: `${H264} -c:a libopus` },
  { name: 'subrip.mkv', options: `${H264} -c:a aac -c:s srt`, extra: 'subrip' },
  { name: 'styled.mkv', options: `${H264} -c:a aac -c:s ass`, extra: 'subrip' },
  { name: 'pictures.mkv', options: `${H264} -c:a ac3 -c:s copy`, extra: 'pgs' },
  { name: 'chapters.mkv', options: `${H264} -c:a aac`, extra: 'chapters' },
  { name: 'late-video.mkv', options: `-vf setpts=PTS+0.2/TB ${H264} -c:a aac` },
  { name: 'no-cues.mkv', options: `${H264} -c:a aac -f matroska -live 1` },
  {
    name: 'variable-rate.mkv',
    options: `${VARIABLE} ${H264} -c:a aac`,
    frameAt: frameOfVariableRate,
    hasVariableRate: true,
  },
  { name: 'open-gop.mkv', options: `${H264} ${OPEN} -c:a aac` },
  { name: 'open-gop.ts', options: `${H264} -bf 5 ${OPEN}:ref=5:slices=4 -c:a aac` },
  { name: 'open-disc.mkv', options: `${H264} ${OPEN}:bluray-compat=1:ref=4 -level 4.1 -c:a aac` },
  { name: 'open-fields.ts', options: `${FIELDS} ${H264} ${OPEN}:tff=1 -c:a aac` },
  { name: 'open-adaptive.mkv', options: `${OPEN_ADAPTIVE} -c:a aac` },
  { name: 'open-cavlc.mkv', options: `${H264} ${OPEN}:cabac=0 -c:a aac` },
  {
    name: 'negative.mkv',
    options: `${H264} -c:a aac -avoid_negative_ts disabled -output_ts_offset -0.2`,
  },
  { name: 'two-audio.mkv', options: `-map 1:a ${H264} -c:a:0 aac -c:a:1 ac3` },
  { name: 'h264-ten-bits.mkv', options: `${H264} ${TEN_BITS} -c:a aac` },
  {
    name: 'edit-list.mov',
    options: '-c:v copy -c:a copy',
    cutAt: CUT_SECONDS,
    frameAt: (second) => plainFrame(second + CUT_SECONDS),
  },
  { name: 'h264-pcm.mov', options: `${H264} -c:a pcm_s16le`, refusedFor: 'PCM' },
  { name: 'h264-aac.mp4', options: `${H264} -c:a aac` },
  { name: 'h264-ac3.mp4', options: `${H264} -c:a ac3` },
  { name: 'h264-aac.ts', options: `${H264} -c:a aac` },
  { name: 'h264-ac3.ts', options: `${H264} -c:a ac3` },
  { name: 'mpeg2-mp2.ts', options: `${MPEG2} -c:a mp2`, refusedFor: 'MPEG-2' },
  { name: 'mpeg2-ac3.mkv', options: `${MPEG2} -c:a ac3`, refusedFor: 'MPEG-2' },
  { name: 'hevc-aac.mkv', options: `${HEVC} -c:a aac`, refusedFor: 'HEVC' },
  { name: 'hevc-ten-bits.mkv', options: `${HEVC} ${TEN_BITS} -c:a eac3`, refusedFor: 'HEVC' },
  { name: 'hevc-aac.mp4', options: `${HEVC} -tag:v hvc1 -c:a aac`, refusedFor: 'HEVC' },
  { name: 'hevc-dts.ts', options: `${HEVC} -c:a dca -strict -2`, refusedFor: 'HEVC' },
  { name: 'vp9-opus.webm', options: `${VP9} -c:a libopus` },
  { name: 'vp9-opus.mkv', options: `${VP9} -c:a libopus` },
  { name: 'vp9-aac.mp4', options: `${VP9} -c:a aac` },
  { name: 'vp9-ten-bits.mkv', options: `${VP9} ${TEN_BITS} -c:a ac3` },
  { name: 'av1-flac.mkv', options: `${AV1_LIVE} -c:a flac` },
  { name: 'av1-opus.webm', options: `${AV1} -c:a libopus` },
  { name: 'av1-aac.mp4', options: `${AV1} -c:a aac` },
  { name: 'av1-ten-bits.mkv', options: `${AV1} ${TEN_BITS} -c:a ac3` },
  { name: 'mpeg4-mp3.avi', options: '-c:v mpeg4 -q:v 3 -c:a libmp3lame', refusedFor: 'MPEG-4' },
  { name: 'h264-mp3.avi', options: `${H264} -c:a libmp3lame` },
  { name: 'h264-ac3.avi', options: `${H264} -c:a ac3` },
  {
    name: 'open-dml.avi',
    options: `${H264} -c:a libmp3lame`,
    layout: { parts: 3, soundBytes: 1_000 },
  },
  { name: 'av1-mp3.avi', options: `${AV1_LIVE} -c:a libmp3lame` },
];

const CHAPTERS = `;FFMETADATA1
[CHAPTER]
TIMEBASE=1/1
START=0
END=10
title=Opening
[CHAPTER]
TIMEBASE=1/1
START=10
END=24
title=Ending
`;

/** More inputs of ffmpeg: the content of a file, its extension and the options that use it as the third input. */
const EXTRAS = {
  subrip: {
    content: '1\n00:00:01,000 --> 00:00:23,000\nHello\n',
    extension: 'srt',
    map: '-map 2:s',
  },
  pgs: { content: pgsOf(1, 23), extension: 'sup', map: '-map 2:s' },
  chapters: { content: CHAPTERS, extension: 'ffmeta', map: '-map_chapters 2' },
} as const;

const run = promisify(execFile);
const words = (text: string): string[] => text.split(' ');
const COUNTER = 'counter.mkv';

/** The path of the file, which is created once. */
export async function ensureFormatFile(file: FormatFile): Promise<string> {
  const recipe = import.meta.filename;
  const source = await buildMediaOnce(recipe, 'format-source', async (folder) => {
    await createCounterFile(join(folder, COUNTER));
  });
  const folder = await buildMediaOnce(recipe, `format-${file.name}`, async (draft) => {
    await createFile(file, join(source, COUNTER), draft);
  });
  return join(folder, file.name);
}

async function createFile(
  { name, options, cutAt = 0, extra, layout }: FormatFile,
  source: string,
  folder: string,
) {
  const sound = `-f lavfi -i sine=sample_rate=48000:d=${FORMAT_SECONDS}`;
  const more = extra && EXTRAS[extra];
  const path = join(folder, `extra.${more?.extension ?? ''}`);
  if (more) await writeFile(path, more.content);
  const input = [...(cutAt > 0 ? ['-ss', String(cutAt)] : []), '-t', String(FORMAT_SECONDS)];
  await run('ffmpeg', [
    ...words('-hide_banner -loglevel error -nostdin -y'),
    ...input,
    '-i',
    source,
    ...(cutAt > 0 ? [...input, '-i', source] : words(sound)),
    ...(more ? ['-i', path] : []),
    ...words('-map 0:v -map 1:a'),
    ...words(more?.map ?? '-map_chapters -1'),
    ...(cutAt > 0 ? [] : words('-pix_fmt yuv420p -vf setpts=PTS-STARTPTS')),
    ...words(options),
    join(folder, name),
  ]);
  if (!layout) return;
  const target = join(folder, name);
  await writeFile(target, rewriteAvi(await readFile(target), layout));
}
