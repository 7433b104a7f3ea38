import { open } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ensureMedia } from '../../../../../tests/support/media.ts';
import { readVideoFacts } from './video-facts.ts';

const from =
  (bytes: Buffer) =>
  async (at: number, length: number): Promise<Buffer> =>
    bytes.subarray(at, at + length);

test('height and length are read from the header of a movie, and little else of it', async () => {
  const { video360, video720 } = await ensureMedia();
  for (const [path, height] of [
    [video360, 360],
    [video720, 720],
  ] as const) {
    const file = await open(path);
    let read = 0;
    const facts = await readVideoFacts(async (at, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      read += bytesRead;
      return buffer.subarray(0, bytesRead);
    });
    await file.close();
    expect(facts.height).toBe(height);
    expect(Math.round(facts.seconds ?? 0)).toBe(60);
    expect(read).toBeLessThan(4_096);
  }
});

const box = (type: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...content]);
};

test('the header may follow gigabytes of video', async () => {
  const long = Buffer.alloc(16);
  long.writeUInt32BE(1);
  long.write('mdat', 4, 'latin1');
  long.writeBigUInt64BE(5_000_000_000n, 8);
  const mvhd = Buffer.alloc(100);
  mvhd.writeUInt32BE(1_000, 12);
  mvhd.writeUInt32BE(90_000, 16);
  const moov = box('moov', box('mvhd', mvhd));
  const facts = await readVideoFacts(async (at, length) =>
    at < 5_000_000_000
      ? long.subarray(at, at + length)
      : moov.subarray(at - 5_000_000_000, at - 5_000_000_000 + length),
  );
  expect(facts).toEqual({ height: undefined, seconds: 90 });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a web page', Buffer.from('<!doctype html><title>No film</title>')],
  ['a box of no size', Buffer.alloc(64)],
  ['a header that is cut off', box('moov', box('trak', box('tkhd', Buffer.alloc(10))))],
  ['a header without a time scale', box('moov', box('mvhd', Buffer.alloc(100)))],
  ['endless boxes', Buffer.concat(Array.from({ length: 500 }, () => box('free')))],
])('%s has no facts', async (_, bytes) => {
  expect(await readVideoFacts(from(bytes))).toEqual({ height: undefined, seconds: undefined });
});
