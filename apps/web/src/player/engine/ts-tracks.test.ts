import { expect, test, vi } from 'vitest';

import { fetchTsTracks, readTsTracks } from './ts-tracks.ts';

const PMT = 0x100;

/** A packet that starts a table; the checksum is not read. */
function packet(pid: number, table: readonly number[]): readonly number[] {
  const length = table.length + 4 - 3;
  const section = [table[0] ?? 0, 0xb0 | (length >> 8), length & 0xff, ...table.slice(3)];
  const head = [0x47, 0x40 | (pid >> 8), pid & 0xff, 0x10, 0, ...section, 0, 0, 0, 0];
  return [...head, ...Array.from({ length: 188 - head.length }, () => 0xff)];
}

type Entry = readonly [type: number, ...descriptors: readonly number[]];

function stream(...entries: readonly Entry[]): Uint8Array {
  const programs = packet(0, [0, 0, 0, 0, 1, 0xc1, 0, 0, 0, 1, 0xe0 | (PMT >> 8), PMT & 0xff]);
  const tracks = entries.flatMap(([type, ...descriptors]) => [
    type,
    0xe1,
    0x01,
    0xf0,
    descriptors.length,
    ...descriptors,
  ]);
  const table = packet(PMT, [2, 0, 0, 0, 1, 0xc1, 0, 0, 0xe1, 0x01, 0xf0, 0, ...tracks]);
  return Uint8Array.from([...programs, ...table, ...packet(0x1fff, [0xff, 0, 0])]);
}

test.each<[string, Entry, string]>([
  ['AC-3', [0x81], 'ac-3'],
  ['E-AC-3', [0x87], 'ec-3'],
  ['DTS', [0x82], 'dtsc'],
  ['AAC', [0x0f], 'mp4a'],
  ['broadcast AC-3', [0x06, 0x0a, 1, 7, 0x6a, 1, 0], 'ac-3'],
  ['broadcast E-AC-3', [0x06, 0x7a, 1, 0], 'ec-3'],
])('a video with audio in %s', (_name, entry, format) => {
  expect(readTsTracks(stream([0x1b], entry))).toEqual([
    { kind: 'video', format: 'avc1' },
    { kind: 'audio', format },
  ]);
});

test('a stream that is neither video nor audio is not a track', () => {
  const subtitles: Entry = [0x06, 0x59, 1, 0];
  expect(readTsTracks(stream([0x24], subtitles, [0x15]))).toEqual([
    { kind: 'video', format: 'hvc1' },
  ]);
});

test.each([
  ['nothing', new Uint8Array()],
  ['an mp4 file', Uint8Array.from([0, 0, 0, 24, ...new TextEncoder().encode('ftypisom')])],
  ['a stream without its tables', stream([0x1b]).subarray(376)],
])('the tracks of %s are unknown', (_what, bytes) => {
  expect(readTsTracks(bytes)).toBeUndefined();
});

test('a file is read from its head', async () => {
  const file = stream([0x1b], [0x81]);
  vi.stubGlobal('fetch', async () => new Response(Uint8Array.from(file), { status: 206 }));
  const tracks = await fetchTsTracks('https://films.test/a.ts', new AbortController().signal);
  expect(tracks?.map(({ format }) => format)).toEqual(['avc1', 'ac-3']);
  vi.unstubAllGlobals();
});
