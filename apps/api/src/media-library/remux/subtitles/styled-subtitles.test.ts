import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedSubtitles } from '@matinee/shared/media/embedded-subtitles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureContainerMedia } from '../../../../../../tests/support/container-media.ts';
import { fontOf } from '../../../../../../tests/support/font.ts';
import { addStyledSubtitles, FONT_FAMILY } from '../../../../../../tests/support/styled-media.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createRemuxer, EMBEDDED_SUBTITLES, type Remuxer } from '../remuxer.ts';

const signal = new AbortController().signal;
let folder = '';
let remuxer: Remuxer;

beforeAll(async () => {
  const media = await ensureContainerMedia();
  folder = await mkdtemp(join(tmpdir(), 'matinee-styled-'));
  await addStyledSubtitles(join(media, 'h264-aac.mkv'), join(folder, 'movie.mkv'));
  const live = ['-map', '0', '-c', 'copy', '-f', 'matroska', '-live', '1'];
  const [input, output] = ['movie.mkv', 'live.mkv'].map((name) => join(folder, name));
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', input ?? '', ...live, output ?? '']);
  remuxer = createRemuxer(createDisk(folder), createTranscoder(createFfmpegCheck('off')));
});

afterAll(async () => {
  remuxer.close();
  await rm(folder, { recursive: true });
});

async function bytesOf(child: string, path = 'movie.mkv'): Promise<Buffer> {
  const url = `library:x/${'s'.repeat(32)}/${child}`;
  const { body } = await remuxer.open(url, path, { method: 'GET', headers: {}, signal });
  return Buffer.concat(await body.toArray());
}

const file = (name: string) => bytesOf(`embedded/${name}`);

const listOf = async (path?: string) =>
  EmbeddedSubtitles.parse(JSON.parse((await bytesOf(EMBEDDED_SUBTITLES, path)).toString()));

test('tracks with a layout of their own are listed with the fonts of the file', async () => {
  const { tracks, starts, fonts } = await listOf();
  expect(tracks).toEqual([
    expect.objectContaining({ name: 'en', language: 'en', format: 'ass' }),
    expect.objectContaining({ name: 'fr', language: 'fr', format: 'pgs' }),
    expect.objectContaining({ name: 'de', language: 'de', format: 'unknown', codec: 'VobSub' }),
  ]);
  expect(starts).toEqual([0, 4, 8, 12, 16, 20]);
  const names = [FONT_FAMILY, `${FONT_FAMILY} Regular`];
  const bytes = fontOf(FONT_FAMILY).length;
  expect(fonts).toEqual([{ names, weight: 400, isItalic: false, bytes }]);
  expect(await file('0.font')).toEqual(fontOf(FONT_FAMILY));
  const master = (await bytesOf('master.m3u8')).toString();
  expect(master.match(/TYPE=SUBTITLES/g)).toHaveLength(1);
});

test('those of a file without an index are the same', async () => {
  const { tracks, fonts } = await listOf('live.mkv');
  expect(tracks).toEqual((await listOf()).tracks);
  expect(fonts).toHaveLength(1);
  for (const name of ['0-1.part', '1-0.part', '1-1.part']) {
    const found = await bytesOf(`embedded/${name}`, 'live.mkv');
    expect(found.toString('latin1')).toBe((await file(name)).toString('latin1'));
  }
});

// The subtitles could be anywhere in the file.
test('a file whose clusters do not tell their size lists them with the reason', async () => {
  const live = await readFile(join(folder, 'live.mkv'));
  const size = live.indexOf(Buffer.from('1f43b675', 'hex')) + 4;
  const length = Math.clz32(live.readUInt8(size)) - 23;
  const unknown = Buffer.alloc(length, 0xff);
  unknown[0] = 0xff >> (length - 1);
  unknown.copy(live, size);
  await writeFile(join(folder, 'unknown.mkv'), live);
  const { tracks } = await listOf('unknown.mkv');
  expect(tracks.map(({ format }) => format)).toEqual(['unindexed', 'unindexed', 'unindexed']);
});

test('each part of ASS has its styles, and the lines that are shown in its time', async () => {
  const linesOf = async (part: number) => {
    const text = (await file(`0-${part}.part`)).toString();
    expect(text).toContain(`Style: Default,${FONT_FAMILY},40,`);
    return text.split('\n').filter((line) => line.startsWith('Dialogue'));
  };
  const wide = 'Dialogue: 0,00:00:04.98,00:00:05.98,Default,,0,0,0,,{\\an8}Wide';
  const long = 'Dialogue: 1,00:00:06.98,00:00:19.98,Default,,0,0,0,,{\\fnArial}Long sign';
  expect(await Promise.all([0, 1, 2, 3, 4, 5].map(linesOf))).toEqual([
    [],
    [wide, long],
    [long],
    [long],
    [long],
    [],
  ]);
});

/** Returns the time and the number of pictures of each display set. */
function setsOf(part: Buffer): readonly (readonly [number, number])[] {
  const sets: [number, number][] = [];
  for (let at = 0; at < part.length; at += 13 + part.readUInt16BE(at + 11)) {
    expect(part.toString('latin1', at, at + 2)).toBe('PG');
    const second = Math.round(part.readUInt32BE(at + 2) / 900) / 100;
    if (part[at + 10] === 0x16) sets.push([second, part.readUInt8(at + 13 + 10)]);
  }
  return sets;
}

test('each part of PGS has the pictures of its time, and the one before', async () => {
  const parts = await Promise.all([0, 1, 2, 3, 4, 5].map((part) => file(`1-${part}.part`)));
  const bar = [6.98, 1] as const;
  expect(parts.map(setsOf)).toEqual([
    [
      [0.98, 1],
      [2.98, 0],
      [5, 0],
    ],
    [[0.98, 1], [2.98, 0], bar, [9, 0]],
    [bar, [13, 0]],
    [bar, [17, 0]],
    [bar, [18.98, 0], [21, 0]],
    [bar, [18.98, 0], [20.98, 1], [21.98, 0], [25, 0]],
  ]);
});

test.each(['0-6.part', '1-6.part', '2-0.part', '3-0.part', '00-0.part', '1.font', 'x'])(
  'there is no %s',
  async (name) => {
    await expect(file(name)).rejects.toThrow("This file doesn't have these subtitles.");
  },
);
