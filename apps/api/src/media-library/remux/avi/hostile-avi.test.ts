import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureContainerMedia } from '../../../../../../tests/support/container-media.ts';
import { createRandom } from '../../../../../../tests/support/fuzz/random.ts';
import { rewriteAvi } from '../../../../../../tests/support/rewrite-avi.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createRemuxer, type Remuxer } from '../remuxer.ts';

const BASE = `library:test/${'a'.repeat(32)}/`;
const HUGE = 0xffffffff;
const ENTRY_BYTES = 16;
let folder = '';
let remuxer: Remuxer;

/** Changes a copy of the bytes. */
function changed(source: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(source);
  change(copy);
  return copy;
}

/** Writes a number after each occurrence of an ID. */
const withNumber = (source: Buffer, id: string, offset: number, value: number): Buffer =>
  changed(source, (copy) => {
    for (let at = copy.indexOf(id); at !== -1; at = copy.indexOf(id, at + 4)) {
      if (at + offset + 4 <= copy.length) copy.writeUInt32LE(value, at + offset);
    }
  });

/** Changes each entry of the index at the end. */
const withEntries = (source: Buffer, change: (copy: Buffer, at: number, entry: number) => void) =>
  changed(source, (copy) => {
    const start = copy.lastIndexOf('idx1') + 8;
    for (let at = start; at + ENTRY_BYTES <= copy.length; at += ENTRY_BYTES) {
      change(copy, at, (at - start) / ENTRY_BYTES);
    }
  });

/** Returns an index of millions of frames without bytes. */
function manyFrames(source: Buffer): Buffer {
  const index = source.lastIndexOf('idx1');
  const entry = Buffer.from(source.subarray(index + 8, index + 8 + ENTRY_BYTES));
  entry.writeUInt32LE(0, 12);
  const count = 6_000_000;
  const head = Buffer.from(source.subarray(0, index + 8));
  head.writeUInt32LE(count * ENTRY_BYTES, index + 4);
  return Buffer.concat([head, Buffer.alloc(count * ENTRY_BYTES, entry)]);
}

/** Overwrites some bytes at random offsets. */
function damaged(source: Buffer, seed: number): Buffer {
  const random = createRandom(seed);
  return changed(source, (copy) => {
    for (let count = 0; count < 400; count += 1) {
      // The head and the index matter more than the frames.
      const within = count % 2 === 0 ? 4_000 : copy.length;
      copy[Math.floor(random.next() * within)] = Math.floor(random.next() * 256);
      const end = copy.length - 1 - Math.floor(random.next() * 8_000);
      if (count % 8 === 0) copy[end] = Math.floor(random.next() * 256);
    }
  });
}

function hostileFiles(source: Buffer): Readonly<Record<string, Buffer>> {
  const openDml = rewriteAvi(source, { parts: 2 });
  const sliced = rewriteAvi(source, { soundBytes: 50 });
  const [first, second] = [openDml.indexOf('ix00'), openDml.indexOf('indx')];
  return {
    'cut.avi': source.subarray(0, source.length / 2),
    'cut-index.avi': source.subarray(0, source.length - 1_003),
    'cut-head.avi': source.subarray(0, 300),
    'only-riff.avi': source.subarray(0, 12),
    'cut-open-dml.avi': openDml.subarray(0, openDml.length * 0.7),
    'huge-lists.avi': withNumber(source, 'LIST', 4, HUGE),
    'huge-head.avi': withNumber(source, 'strf', 4, HUGE),
    'huge-chunks.avi': withEntries(source, (copy, at) => copy.writeUInt32LE(HUGE, at + 12)),
    'far-chunks.avi': withEntries(source, (copy, at) => copy.writeUInt32LE(HUGE, at + 8)),
    'one-chunk.avi': withEntries(source, (copy, at) => copy.copy(copy, at, copy.length - 16)),
    'repeated.avi': withEntries(source, (copy, at) => {
      copy.writeUInt32LE(4, at + 8);
      copy.writeUInt32LE(source.length / 2, at + 12);
    }),
    'no-keys.avi': withEntries(source, (copy, at) => copy.writeUInt32LE(0, at + 4)),
    'all-keys.avi': withEntries(source, (copy, at) => copy.writeUInt32LE(0x10, at + 4)),
    'other-streams.avi': withEntries(source, (copy, at) => copy.write('97dc', at, 'latin1')),
    'no-time.avi': withNumber(source, 'strh', 8 + 20, 0),
    'no-rate.avi': withNumber(source, 'strh', 8 + 24, 0),
    'high-rate.avi': withNumber(source, 'strh', 8 + 24, HUGE),
    'slow.avi': withNumber(source, 'strh', 8 + 20, HUGE),
    'late.avi': withNumber(source, 'strh', 8 + 28, HUGE),
    'long.avi': withNumber(source, 'strh', 8 + 32, HUGE),
    'units.avi': withNumber(source, 'strh', 8 + 44, HUGE),
    'wide.avi': withNumber(source, 'strf', 8 + 4, HUGE),
    'no-channels.avi': withNumber(source, 'strf', 8, 0x55),
    'many.avi': manyFrames(source),
    'own-index.avi': changed(openDml, (copy) => {
      copy.writeBigUInt64LE(BigInt(second), second + 32);
    }),
    'far-index.avi': changed(openDml, (copy) => {
      copy.writeBigUInt64LE(2n ** 63n, second + 32);
    }),
    'far-base.avi': changed(openDml, (copy) => copy.writeBigUInt64LE(2n ** 62n, first + 20)),
    'small-entries.avi': changed(openDml, (copy) => copy.writeUInt16LE(0, first + 8)),
    'many-entries.avi': changed(openDml, (copy) => copy.writeUInt32LE(HUGE, first + 12)),
    'no-sound.avi': changed(sliced, (copy) => copy.fill(0xff, 8_000, copy.length / 2)),
    ...Object.fromEntries(
      Array.from({ length: 60 }, (_, seed) => [
        `damaged-${seed}.avi`,
        damaged(seed % 2 === 0 ? source : openDml, seed),
      ]),
    ),
  };
}

beforeAll(async () => {
  const source = await readFile(join(await ensureContainerMedia(), 'h264-mp3.avi'));
  folder = await mkdtemp(join(tmpdir(), 'matinee-hostile-avi-'));
  const files = { ...hostileFiles(source), 'whole.avi': source };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  remuxer = createRemuxer(createDisk(folder), createTranscoder(createFfmpegCheck('off')));
}, 300_000);
afterAll(async () => {
  remuxer.close();
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

test('a hostile avi is played or refused at once, and takes little memory', async () => {
  const before = process.memoryUsage().rss;
  for (const name of await readdir(folder)) {
    for (const child of ['master.m3u8', 'video.m3u8', 'video/0.m4s', 'video/3.m4s']) {
      const start = performance.now();
      const outcome = await outcomeOf(name, child);
      const isExpected = typeof outcome === 'number' || EXPECTED.has(outcome);
      expect(isExpected, `${name}/${child}: ${outcome}`).toBe(true);
      expect(performance.now() - start, `${name}/${child}`).toBeLessThan(5_000);
    }
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  expect(await outcomeOf('whole.avi', 'video/3.m4s')).toBeGreaterThan(10_000);
}, 300_000);
