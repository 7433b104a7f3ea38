import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureMedia } from '../../../../../tests/support/media.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { createRemuxer, type Remuxer } from '#media-library/remux/remuxer.ts';
import { createTranscoder, type Transcoder } from './transcoder.ts';

const BASE = `library:test/${'a'.repeat(32)}/`;
let folder = '';
let remuxer: Remuxer;
let transcoder: Transcoder;

/** Returns a RIFF chunk that claims a size. */
function chunk(id: string, size: number, content: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, content]);
}

const HUGE = 0xffffffff;
const list = (type: string, size: number, content: Buffer = Buffer.alloc(0)): Buffer =>
  chunk('LIST', size, Buffer.concat([Buffer.from(type, 'latin1'), content]));
const avi = (content: Buffer, size = content.length + 4): Buffer =>
  chunk('RIFF', size, Buffer.concat([Buffer.from('AVI ', 'latin1'), content]));

/** Overwrites every 1,000th byte. */
function punched(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = 500; at < copy.length; at += 1_000) copy[at] = 0xff;
  return copy;
}

beforeAll(async () => {
  const { video360 } = await ensureMedia();
  folder = await mkdtemp(join(tmpdir(), 'matinee-hostile-avi-'));
  const options = ['-c:v', 'mpeg4', '-c:a', 'mp3', '-t', '4', join(folder, 'whole.avi')];
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', video360, ...options]);
  const whole = await readFile(join(folder, 'whole.avi'));
  const files: Readonly<Record<string, Buffer>> = {
    'empty.avi': Buffer.alloc(0),
    'zeros.avi': Buffer.alloc(1_000_000),
    'playlist.avi': Buffer.from(
      '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nfile:///etc/passwd\n',
    ),
    'concat.avi': Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n'),
    'huge.avi': avi(list('hdrl', HUGE, chunk('avih', HUGE)), HUGE),
    'nested.avi': avi(Buffer.concat(Array<Buffer>(20_000).fill(list('hdrl', HUGE)))),
    'head.avi': whole.subarray(0, 5_000),
    'cut.avi': whole.subarray(0, Math.floor(whole.length / 2)),
    'holes.avi': punched(whole),
    'renamed.avi': Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(1_000)]),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  transcoder = createTranscoder(createFfmpegCheck('auto'));
  remuxer = createRemuxer(createDisk(folder), transcoder);
}, 120_000);

afterAll(async () => {
  remuxer.close();
  transcoder.close();
  await rm(folder, { recursive: true });
});

const EXPECTED: ReadonlySet<string> = new Set(['UpstreamFailed', 'NotFoundError']);

async function outcomeOf(name: string, child: string): Promise<string | number> {
  const signal = AbortSignal.timeout(40_000);
  try {
    const { body } = await remuxer.open(BASE + child, name, { method: 'GET', headers: {}, signal });
    return (await buffer(body)).length;
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown';
  }
}

describe('a hostile avi', () => {
  test('is encoded or refused, and takes little memory', { timeout: 300_000 }, async () => {
    const before = process.memoryUsage().rss;
    for (const name of await readdir(folder)) {
      for (const child of ['master.m3u8', 'h264-360.m3u8', 'h264-360/0.m4s']) {
        const outcome = await outcomeOf(name, child);
        const isExpected = typeof outcome === 'number' || EXPECTED.has(outcome);
        expect(isExpected, `${name}: ${outcome}`).toBe(true);
      }
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    expect(await outcomeOf('whole.avi', 'h264-360/0.m4s')).toBeGreaterThan(1_000);
  });
});
