import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureContainerMedia } from '../../../../../../tests/support/container-media.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { splitArguments } from '#media-library/ffmpeg/arguments.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { readMatroskaHead } from '../matroska/matroska-head.ts';
import { readSubtitleBlocks } from '../matroska/matroska-subtitle-blocks.ts';
import { subtitleTracksIn, type SubtitleTrack } from '../matroska/matroska-subtitles.ts';
import { openMediaInput } from '../input/media-input.ts';
import { createRemuxer, type Remuxer } from '../remuxer.ts';

const ENGLISH = `1
00:00:01,000 --> 00:00:02,500
First line
<i>second line</i>

2
00:00:03,200 --> 00:00:09,100
Over two borders

3
00:00:21,040 --> 00:00:22,000
Last
`;
const GERMAN = `1
00:00:12,345 --> 00:00:13,000
Größe – „ß“
`;
const STYLED = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,20,&H00FFFFFF,&H0,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,{\\i1}Styled{\\i0}, with a comma
`;
const signal = new AbortController().signal;
let folder = '';
let remuxer: Remuxer;

beforeAll(async () => {
  const media = await ensureContainerMedia();
  folder = await mkdtemp(join(tmpdir(), 'matinee-subtitles-'));
  const put = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const inputs = [
    join(media, 'h264-aac.mkv'),
    await put('en.srt', ENGLISH),
    await put('de.srt', GERMAN),
    await put('fr.ass', STYLED),
  ].flatMap((path) => ['-i', path]);
  const maps = splitArguments('-v error -map 0 -map 1 -map 2 -map 3 -c copy');
  const names = splitArguments(
    '-metadata:s:s:0 language=eng -metadata:s:s:1 language=ger -metadata:s:s:2 language=fre',
  );
  const flags = splitArguments(
    '-disposition:s:0 0 -disposition:s:1 default+forced -disposition:s:2 default+hearing_impaired',
  );
  const output = join(folder, 'movie.mkv');
  await promisify(execFile)('ffmpeg', [...inputs, ...maps, ...names, ...flags, output]);
  const live = splitArguments('-map 0 -c copy -f matroska -live 1');
  const recording = join(folder, 'live.mkv');
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', output, ...live, recording]);
  const transcoder = createTranscoder(createFfmpegCheck('off'));
  remuxer = createRemuxer(createDisk(folder), transcoder);
});

afterAll(async () => {
  remuxer.close();
  await rm(folder, { recursive: true });
});

async function open(child: string, path = 'movie.mkv'): Promise<string> {
  const url = `library:x/${'s'.repeat(32)}/${child}`;
  const { body } = await remuxer.open(url, path, { method: 'GET', headers: {}, signal });
  return Buffer.concat(await body.toArray()).toString();
}

/** Returns the cues of each segment. */
async function cuesOf(name: string, path?: string): Promise<readonly (readonly string[])[]> {
  const playlist = await open(`${name}.m3u8`, path);
  const children = playlist.match(/(?<=\/)\w+\/\d+\.vtt$/gm) ?? [];
  expect(children.length).toBe(6);
  const texts = await Promise.all(children.map((child) => open(child, path)));
  for (const text of texts) expect(text).toMatch(/^WEBVTT/);
  return texts.map((text) =>
    text
      .split('\n\n')
      .filter((cue) => cue.includes('-->'))
      .map((cue) => cue.trim().replaceAll('\n', ' | ')),
  );
}

test('subtitles are renditions with their languages and kinds', async () => {
  const master = await open('master.m3u8');
  const lines = master.split('\n').filter((line) => line.includes('TYPE=SUBTITLES'));
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/NAME="en",LANGUAGE="en",.*FORCED=NO,URI=/);
  expect(lines[1]).toMatch(/NAME="de",LANGUAGE="de",.*FORCED=YES/);
  expect(lines[2]).toMatch(/LANGUAGE="fr",.*describes-music-and-sound/);
  // The second track is the first one marked as default, but it is forced.
  expect(lines.map((line) => line.includes('DEFAULT=YES'))).toEqual([false, false, true]);
  expect(master).toMatch(/#EXT-X-STREAM-INF:.*SUBTITLES="subtitles"/);
  await expect(open('subtitles3.m3u8')).rejects.toThrow("This stream doesn't exist.");
  await expect(open('subtitles0/6.vtt')).rejects.toThrow("This segment doesn't exist.");
});

// ASS has hundredths. The video begins 21 ms after the file, and the playlist begins with the video.
test('each is in the segments in which it is shown, at its time', async () => {
  const over = '00:00:03.179 --> 00:00:09.079 | Over two borders';
  const english = await cuesOf('subtitles0');
  expect(english[0]).toEqual([
    '00:00:00.979 --> 00:00:02.479 | First line | <i>second line</i>',
    over,
  ]);
  expect(english[1]).toEqual([over]);
  expect(english[2]).toEqual([over]);
  expect(english.slice(3)).toEqual([[], [], ['00:00:21.019 --> 00:00:21.979 | Last']]);
  expect((await cuesOf('subtitles1')).flat()).toEqual([
    '00:00:12.324 --> 00:00:12.979 | Größe – „ß“',
  ]);
  expect((await cuesOf('subtitles2')).flat()).toEqual([
    '00:00:04.980 --> 00:00:05.980 | <i>Styled</i>, with a comma',
  ]);
});

test('those of a file without any index are found at their times, too', async () => {
  const file = await openMediaInput(createDisk(folder), 'live.mkv', signal);
  expect((await readMatroskaHead(file))?.cues).toEqual([]);
  file.close();
  const master = await open('master.m3u8', 'live.mkv');
  expect(master.match(/TYPE=SUBTITLES/g)).toHaveLength(3);
  // A line that started earlier is searched only in the previous segment.
  const [first, second] = await cuesOf('subtitles0', 'live.mkv');
  expect([first, second]).toEqual((await cuesOf('subtitles0')).slice(0, 2));
  for (const name of ['subtitles1', 'subtitles2']) {
    expect(await cuesOf(name, 'live.mkv')).toEqual(await cuesOf(name));
  }
});

test('they are found without being in the index', async () => {
  const file = await openMediaInput(createDisk(folder), 'movie.mkv', signal);
  const head = await readMatroskaHead(file);
  if (!head) throw new Error('no head');
  const tracks = knownTracksIn(head.tracks);
  const [video] = head.cues;
  const bare = { ...head, cues: head.cues.filter(({ track }) => track === video?.track) };
  for (let from = 0; from < 24; from += 4) {
    const range = { from, to: from + 4 };
    expect(await readSubtitleBlocks(file, bare, tracks, range)).toEqual(
      await readSubtitleBlocks(file, head, tracks, range),
    );
  }
  file.close();
});

const knownTracksIn = (tracks: Buffer): readonly SubtitleTrack[] =>
  subtitleTracksIn(tracks).filter((track) => track.format !== 'unknown');

/** Returns an EBML element with a size field of four bytes. */
function element(id: string, ...contents: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((each) => Buffer.from(each)));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10_00_00_00 + content.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
}

test('compressed subtitles are read, and encrypted ones are unknown', () => {
  const track = (number: number, ...encodings: readonly Buffer[]): Buffer =>
    element(
      'ae',
      element('d7', Buffer.from([number])),
      element('83', Buffer.from([0x11])),
      element('86', 'S_TEXT/UTF8'),
      ...encodings,
    );
  const encoding = (content: Buffer): Buffer => element('6d80', element('6240', content));
  const stripped = element('5034', element('4254', Buffer.from([3])), element('4255', 'He'));
  const tracks = Buffer.concat([
    track(1),
    track(2, encoding(element('5034'))),
    track(3, encoding(stripped)),
    track(4, encoding(element('5035'))),
  ]);
  const [plain, deflated, prefixed, ...others] = knownTracksIn(tracks);
  expect(plain?.decode(Buffer.from('Hello')).toString()).toBe('Hello');
  expect(deflated?.decode(deflateSync('Hello')).toString()).toBe('Hello');
  expect(prefixed?.decode(Buffer.from('llo')).toString()).toBe('Hello');
  expect(others).toEqual([]);
  expect(subtitleTracksIn(tracks)[3]).toMatchObject({ format: 'unknown', codec: 'S_TEXT/UTF8' });
});
