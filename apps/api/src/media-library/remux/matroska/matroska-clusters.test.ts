import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { findClusters } from './matroska-clusters.ts';
import type { ReadBytes } from './matroska-elements.ts';

const CLUSTER = '1f43b675';
const CLUSTER_BYTES = 100_000;
const signal = new AbortController().signal;

/** Returns an EBML element with a size field of four bytes. */
function element(id: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10_00_00_00 + content.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
}

/** Returns a cluster with a checksum before its time. */
function cluster(seconds: number): Buffer {
  const time = Buffer.alloc(4);
  time.writeUInt32BE(seconds * 1_000);
  const parts = [element('bf', Buffer.alloc(4)), element('e7', time)];
  return element(CLUSTER, Buffer.concat([...parts, Buffer.alloc(CLUSTER_BYTES)]));
}

/** Clusters of two seconds each, with a list of tags between them. */
const MOVIE = Buffer.concat([
  ...[0, 2, 4].map(cluster),
  element('1254c367', Buffer.alloc(20)),
  ...[6, 8, 10, 12, 14].map(cluster),
]);

function open(bytes: Buffer, secondsPerTick = 0.001) {
  const read = vi.fn<ReadBytes>(async (start, end) => {
    await setImmediate();
    return bytes.subarray(start, end);
  });
  const head = { firstCluster: 0, secondsPerTick };
  const found = findClusters({ readDirectly: read, size: bytes.length }, head);
  return { read, found, seconds: () => found.cues.map((cue) => cue.seconds) };
}

test('clusters are found as far as they are needed, by small reads', async () => {
  const { read, found, seconds } = open(MOVIE);
  await found.reach(4.5, signal);
  expect(seconds()).toEqual([0, 2, 4, 6]);
  await found.reach(3, signal);
  expect(read).toHaveBeenCalledTimes(5);
  for (const [start, end] of read.mock.calls) expect(end - start).toBeLessThan(100);
  await found.reach(1_000, signal);
  expect(seconds()).toEqual([0, 2, 4, 6, 8, 10, 12, 14]);
  const [, second] = found.cues;
  expect(MOVIE.toString('hex', second?.cluster, (second?.cluster ?? 0) + 4)).toBe(CLUSTER);
});

test('readers of several tracks share the search', async () => {
  const { read, found } = open(MOVIE);
  await Promise.all([found.reach(100, signal), found.reach(100, signal), found.reach(1, signal)]);
  expect(read).toHaveBeenCalledTimes(9);
});

test('the search ends with the viewer who leaves, and the next one goes on from there', async () => {
  const { read, found, seconds } = open(MOVIE);
  const leaving = new AbortController();
  read.mockImplementation(async (start, end) => {
    if (read.mock.calls.length === 3) leaving.abort();
    return MOVIE.subarray(start, end);
  });
  const search = found.reach(100, leaving.signal);
  await expect(search).rejects.toThrow('aborted');
  expect(seconds()).toHaveLength(3);
  await found.reach(100, signal);
  expect(seconds()).toHaveLength(8);
  expect(read).toHaveBeenCalledTimes(9);
});

test('a read that fails is repeated by the next search', async () => {
  const { read, found, seconds } = open(MOVIE);
  read.mockRejectedValueOnce(new Error('away'));
  await expect(found.reach(0, signal)).rejects.toThrow('away');
  await found.reach(0, signal);
  expect(seconds()).toEqual([0, 2]);
});

test.each([
  ['whose end is missing', MOVIE.subarray(0, MOVIE.length - 1_000), 8],
  [
    'with a cluster of unknown size',
    Buffer.concat([cluster(0), Buffer.from(`${CLUSTER}ffe78100`, 'hex')]),
    2,
  ],
  ['with bytes that are no element', Buffer.concat([cluster(0), Buffer.alloc(500)]), 1],
])('a file %s has the clusters before it', async (_, bytes, count) => {
  const { found, seconds } = open(bytes);
  await found.reach(100, signal);
  expect(seconds()).toHaveLength(count);
});

test('a file of endless small elements ends the search', async () => {
  const { read, found } = open(Buffer.alloc(200_000, Buffer.from('ec80', 'hex')));
  await expect(found.reach(100, AbortSignal.timeout(20_000))).resolves.toBeUndefined();
  expect(read).toHaveBeenCalledTimes(50_000);
});
