import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parseCapabilities } from '@matinee/shared/media/capabilities';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { splitArguments } from '#media-library/ffmpeg/arguments.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createScannedLibrary } from '#media-library/folder/folder-library.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';

const ENGLISH = `1
00:00:01,000 --> 00:00:02,500
Plain & <i>slanted</i> <b>bold</b>

2
00:00:04,000 --> 00:00:05,500
Two
lines
`;
const GERMAN = `1
00:00:02,000 --> 00:00:03,000
Größe – „ß“
`;
const CHAPTERS = `;FFMETADATA1
[CHAPTER]
TIMEBASE=1/1000
START=0
END=3000
title=One
[CHAPTER]
TIMEBASE=1/1000
START=3000
END=6000
title=Two
`;
const signal = new AbortController().signal;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matinee-tx3g-'));
  const put = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const files = [
    await put('en.srt', ENGLISH),
    await put('de.srt', GERMAN),
    await put('chapters.txt', CHAPTERS),
  ].flatMap((path) => ['-i', path]);
  const sources = '-v error -f lavfi -i testsrc2=s=320x180:r=25:d=6 -f lavfi -i sine=d=6';
  const inputs = [...splitArguments(sources), ...files];
  const maps = '-map 0 -map 1 -map 2 -map 3 -map_chapters 4 -map_metadata -1';
  const codecs = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:s mov_text';
  const names = '-metadata:s:s:0 language=eng -metadata:s:s:1 language=ger';
  for (const [file, sound] of [
    ['Direct (2001).mp4', 'aac'],
    ['Converted (2001).mp4', 'ac3'],
  ] as const) {
    const options = splitArguments(`${maps} ${codecs} -c:a ${sound} -ar 48000 ${names}`);
    await promisify(execFile)('ffmpeg', [...inputs, ...options, join(folder, file)]);
    await markForced(join(folder, file));
  }
  await Promise.all(['en.srt', 'de.srt', 'chapters.txt'].map((name) => rm(join(folder, name))));
});

afterAll(() => rm(folder, { recursive: true }));

/** Sets the flag that all samples of the second track are forced, which ffmpeg can't write. */
async function markForced(path: string): Promise<void> {
  const bytes = await readFile(path);
  const second = bytes.indexOf('tx3g', bytes.indexOf('tx3g') + 1);
  bytes.writeUInt32BE(0x80_00_00_00, second + 12);
  await writeFile(path, bytes);
}

async function inspected(title: string) {
  const transcoder = createTranscoder(createFfmpegCheck('off'));
  const log = { info: () => undefined, warn: () => undefined };
  const store = createDisk(folder);
  const library = createScannedLibrary({ store, prefix: 'library:x/', transcoder, log });
  const stop = library.start();
  onTestFinished(async () => {
    transcoder.close();
    await stop();
  });
  await library.refresh();
  const [video] = library.find({ type: 'movie', title, releaseYear: 2001, tmdbId: '1' });
  const capabilities = parseCapabilities('avc,aac');
  const facts = await library.inspect(video?.url ?? '', { capabilities, signal });
  const read = async (url = ''): Promise<string> => {
    const response = await library.open(url, { method: 'GET', headers: {}, signal });
    return (await buffer(response.body)).toString();
  };
  return { facts, read };
}

test.each(['Direct', 'Converted'])(
  '%s: subtitles inside the file are WebVTT with their styles, without its chapters',
  async (title) => {
    const { facts, read } = await inspected(title);
    expect(facts.playlist !== undefined).toBe(title === 'Converted');
    expect(facts.captions).toMatchObject([
      { language: 'en', isForced: false, isDefault: true },
      { language: 'de', isForced: true, isDefault: false },
    ]);
    const cues = (await read(facts.captions?.[0]?.url)).split('\n\n').slice(1);
    expect(cues.map((cue) => cue.trim().split('\n').slice(1))).toEqual([
      ['Plain &amp; <i>slanted</i> <b>bold</b>'],
      ['Two', 'lines'],
    ]);
    // Converted playback begins with the first frame.
    const seconds = /^00:00:0(\d\.\d{3}) --> 00:00:0(\d\.\d{3})$/.exec(
      cues[0]?.split('\n')[0] ?? '',
    );
    expect(Number(seconds?.[1])).toBeCloseTo(1, 1);
    expect(Number(seconds?.[2])).toBeCloseTo(2.5, 1);
    expect(await read(facts.captions?.[1]?.url)).toContain('Größe – „ß“');
  },
);

test('the address of a track that is not there leads nowhere', async () => {
  const { facts, read } = await inspected('Direct');
  const url = facts.captions?.[0]?.url.replace('text0', 'text2');
  await expect(read(url)).rejects.toThrow("doesn't have these subtitles");
});
