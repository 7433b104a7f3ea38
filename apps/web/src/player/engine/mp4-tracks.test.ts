import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { readMp4Tracks } from './mp4-tracks.ts';

const served = vi.fn<typeof fetch>();
beforeEach(() => void vi.stubGlobal('fetch', served));
afterEach(() => void vi.unstubAllGlobals());

const filler = (length: number, byte: number) => Array.from({ length }, () => byte);
const text = (letters: string) => Array.from(new TextEncoder().encode(letters));
const uint32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

function box(type: string, ...parts: readonly (readonly number[])[]): number[] {
  const body = parts.flat();
  return [...uint32(body.length + 8), ...text(type), ...body];
}

const trak = (handler: string, format: string) =>
  box(
    'trak',
    box('tkhd', filler(84, 0)),
    box(
      'mdia',
      box('mdhd', filler(24, 0)),
      box('hdlr', uint32(0), uint32(0), text(handler), filler(12, 0)),
      // The tables behind the sample entry of a long movie fill whole windows.
      box(
        'minf',
        box('stbl', box('stsd', uint32(0), uint32(1), box(format)), box('stsz', filler(40_000, 0))),
      ),
    ),
  );

/** Serves ranges of a file, and counts its requests. */
function serve(file: readonly number[]) {
  served.mockReset().mockImplementation(async (_url, init) => {
    const [, from, to] =
      /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get('range') ?? '') ?? [];
    if (Number(from) >= file.length) return new Response(null, { status: 416 });
    return new Response(new Uint8Array(file.slice(Number(from), Number(to) + 1)), { status: 206 });
  });
}

const read = () => readMp4Tracks('https://films.test/a.mp4', new AbortController().signal);
const ftyp = box('ftyp', text('isom'), uint32(0));
const moov = box(
  'moov',
  box('mvhd', filler(100, 0)),
  trak('vide', 'hvc1'),
  trak('soun', 'ac-3'),
  trak('text', 'tx3g'),
);
const tracks = [
  { kind: 'video', format: 'hvc1' },
  { kind: 'audio', format: 'ac-3' },
];

test.each([
  ['at the beginning', [...ftyp, ...moov, ...box('mdat', [1, 2, 3])]],
  ['at the end', [...ftyp, ...box('mdat', filler(200_000, 7)), ...moov]],
])('reads the tracks of a file whose index is %s, with few requests', async (_where, file) => {
  serve(file);
  expect(await read()).toEqual(tracks);
  expect(served.mock.calls.length).toBeLessThan(8);
});

test('a movie without sound has no audio track', async () => {
  serve([...ftyp, ...box('moov', trak('vide', 'avc1'))]);
  expect(await read()).toEqual([{ kind: 'video', format: 'avc1' }]);
});

test.each([
  ['a web page', text('<!doctype html><title>Sorry</title>'.repeat(20))],
  ['a file that ends in its middle', moov.slice(0, 300)],
  [
    'a box that claims to be endless',
    [...uint32(1), ...text('moov'), ...uint32(0xffff_ffff), ...uint32(0)],
  ],
  ['boxes without a size', filler(4_000, 0)],
  ['nothing', []],
])('%s has no result', async (_what, file) => {
  serve(file);
  expect((await read()) ?? []).toEqual([]);
});

test('a file on a server without ranges is not read completely', async () => {
  served.mockResolvedValue(new Response(new Uint8Array(moov)));
  expect(await read()).toBeUndefined();
});

test('parsing stops at more boxes than any file has', async () => {
  serve(Array.from({ length: 40 }, () => box('free', filler(20_000, 0))).flat());
  expect(await read()).toBeUndefined();
  expect(served.mock.calls.length).toBeLessThan(20);
});
