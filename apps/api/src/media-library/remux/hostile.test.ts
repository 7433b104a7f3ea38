import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureContainerMedia } from '../../../../../tests/support/container-media.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createRemuxer, type Remuxer } from './remuxer.ts';

const BASE = `library:test/${'a'.repeat(32)}/`;
const EBML = Buffer.from(
  '1a45dfa3a3428681014286810142f7810142f2810442f381084282886d6174726f736b61',
  'hex',
);
const SEGMENT = Buffer.from('1853806701ffffffffffffff', 'hex');
let folder = '';
let remuxer: Remuxer;

/** Matroska elements that contain each other. */
function nested(depth: number): Buffer {
  return Buffer.concat([EBML, SEGMENT, ...Array<Buffer>(depth).fill(SEGMENT)]);
}

/** An element with a size of nearly 2^56. */
const huge = (id: string): Buffer =>
  Buffer.concat([EBML, SEGMENT, Buffer.from(`${id}01fffffffffffffe`, 'hex'), Buffer.alloc(4_096)]);

const box = (type: string, size: bigint, content = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(size, 8);
  return Buffer.concat([head, content]);
};
const FTYP = Buffer.from('0000001466747970717420200000020071742020', 'hex');

beforeAll(async () => {
  const media = await ensureContainerMedia();
  folder = await mkdtemp(join(tmpdir(), 'matinee-hostile-'));
  const put = (name: string, bytes: Buffer) => writeFile(join(folder, name), bytes);
  const whole = await readFile(join(media, 'h264-aac.mkv'));
  const mov = await readFile(join(media, 'edit-list.mov'));
  const ts = await readFile(join(media, 'h264-aac.ts'));
  await put('empty.mkv', Buffer.alloc(0));
  await put('one-byte.mkv', Buffer.from([0x1a]));
  await put('zeros.mkv', Buffer.alloc(2_000_000));
  await put('text.mkv', Buffer.from('#EXTM3U\nfile:///etc/passwd\n'));
  await put('nested.mkv', nested(50_000));
  await put('no-header.mkv', Buffer.concat([Buffer.from('1a45dfa380', 'hex'), SEGMENT, SEGMENT]));
  await put('junk.mkv', Buffer.concat([EBML, SEGMENT, Buffer.alloc(100_000, 'junk')]));
  await put('huge-cluster.mkv', huge('1f43b675'));
  await put('huge-tracks.mkv', huge('1654ae6b'));
  await put('huge-cues.mkv', huge('1c53bb6b'));
  await put('cut.mkv', whole.subarray(0, 300_000));
  await put('cut.mov', mov.subarray(0, 300_000));
  await put('cut.ts', ts.subarray(0, 300_001));
  await put('huge-box.mov', Buffer.concat([FTYP, box('moov', 2n ** 63n, Buffer.alloc(4_096))]));
  await put('reference.mov', Buffer.concat([FTYP, box('rmra', 100n, Buffer.alloc(84))]));
  await put('holes.mkv', punched(whole));
  remuxer = createRemuxer(createDisk(folder), createTranscoder(createFfmpegCheck('off')));
}, 300_000);
afterAll(async () => {
  remuxer.close();
  await rm(folder, { recursive: true });
});

/** Overwrites every 10,000th byte. */
function punched(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = 5_000; at < copy.length; at += 10_000) copy[at] = 0xff;
  return copy;
}

describe('a hostile file', () => {
  test('is read or refused, soon and in little memory', { timeout: 60_000 }, async () => {
    const before = process.memoryUsage().rss;
    for (const name of await readdir(folder)) {
      const signal = AbortSignal.timeout(20_000);
      for (const child of ['master.m3u8', 'video.m3u8', 'video/0.m4s', 'video/2.m4s']) {
        const opened = remuxer.open(BASE + child, name, { method: 'GET', headers: {}, signal });
        const outcome = await opened.then(
          async ({ body }) => (await buffer(body)).length,
          (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
        );
        expect(typeof outcome === 'number' || EXPECTED.has(outcome), `${name}: ${outcome}`).toBe(
          true,
        );
      }
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });
});

const EXPECTED: ReadonlySet<string> = new Set(['UpstreamFailed', 'NotFoundError']);
