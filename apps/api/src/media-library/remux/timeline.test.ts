import { execFile } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Timeline } from '@matinee/shared/media/timeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureContainerMedia } from '../../../../../tests/support/container-media.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createRemuxer, type Remuxer } from './remuxer.ts';

const METADATA = `;FFMETADATA1
[CHAPTER]
TIMEBASE=1/1000
START=0
END=5000
title=Cold open
[CHAPTER]
TIMEBASE=1/1000
START=5000
END=12500
title=Größe – „Intro“
[CHAPTER]
TIMEBASE=1/1000
START=12500
END=24000
`;
const { signal } = new AbortController();
let folder = '';
let remuxer: Remuxer;

beforeAll(async () => {
  const source = join(await ensureContainerMedia(), 'h264-aac.mkv');
  folder = await mkdtemp(join(tmpdir(), 'matinee-chapters-'));
  const metadata = join(folder, 'chapters.txt');
  await writeFile(metadata, METADATA);
  const make = async (name: string, ...options: readonly string[]) =>
    await promisify(execFile)('ffmpeg', [
      '-v',
      'error',
      '-i',
      source,
      '-i',
      metadata,
      '-map_chapters',
      '1',
      '-map',
      '0',
      '-c',
      'copy',
      ...options,
      join(folder, name),
    ]);
  await make('movie.mkv');
  await make('late.mkv', '-output_ts_offset', '3');
  await make('movie.mp4');
  await make('fast.mp4', '-movflags', '+faststart');
  await make('movie.mov');
  await make('plain.mkv', '-map_chapters', '-1');
  await make('cut.mkv');
  await truncate(join(folder, 'cut.mkv'), 100);
  const transcoder = createTranscoder(createFfmpegCheck('off'));
  remuxer = createRemuxer(createDisk(folder), transcoder);
});

afterAll(async () => {
  remuxer.close();
  await rm(folder, { recursive: true });
});

async function read(file: string, document = 'timeline.json'): Promise<Timeline> {
  const url = `library:x/${'c'.repeat(32)}/${document}`;
  const { body } = await remuxer.open(url, file, { method: 'GET', headers: {}, signal });
  return Timeline.parse(JSON.parse(Buffer.concat(await body.toArray()).toString()));
}

const CHAPTERS = [
  { start: 0, title: 'Cold open' },
  { start: 5, title: 'Größe – „Intro“' },
  { start: 12.5, title: '' },
];

describe('the timeline of a file', () => {
  test.each(['movie.mkv', 'movie.mov', 'movie.mp4'])('has the chapters in %s', async (file) => {
    const { chapters, duration } = await read(file);
    expect(duration).toBeCloseTo(24, 0);
    expect(chapters?.map(({ title }) => title)).toEqual(CHAPTERS.map(({ title }) => title));
    for (const [at, { start }] of CHAPTERS.entries()) {
      expect(chapters?.[at]?.start).toBeCloseTo(start, 1);
    }
  });

  test.each(['movie.mp4', 'fast.mp4'])('is that of %s as browsers play it', async (file) => {
    expect(await read(file, 'direct-timeline.json')).toMatchObject({ chapters: CHAPTERS });
  });

  test('counts from the first frame, as the playlist does', async () => {
    const { chapters } = await read('late.mkv');
    // Only the frames are three seconds later.
    expect(chapters?.[1]?.start).toBeCloseTo(2, 1);
  });

  test('has no chapters if the file has none', async () => {
    expect(await read('plain.mkv')).toEqual({ duration: expect.closeTo(24, 0) });
  });

  test('has no chapters if the file is truncated', async () => {
    expect(await read('cut.mkv', 'direct-timeline.json')).toEqual({ duration: 0 });
  });
});
