import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureContainerMedia } from '../../../../../tests/support/container-media.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { readTextTrack } from './mp4/mp4-subtitles.ts';
import { createRemuxer, type Remuxer } from './remuxer.ts';

const BASE = `library:test/${'a'.repeat(32)}/`;
const EBML = Buffer.from(
  '1a45dfa3a3428681014286810142f7810142f2810442f381084282886d6174726f736b61',
  'hex',
);
const SEGMENT = Buffer.from('1853806701ffffffffffffff', 'hex');
let folder = '';
let remuxer: Remuxer;

/** Returns nested Matroska elements. */
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
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const small = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content]);
};
/** Puts the version and the flags before numbers. */
const table = (type: string, ...values: readonly number[]): Buffer =>
  small(type, u32(0), ...values.map(u32));

const MANY = 0xffffffff;
const AVCC = Buffer.from('0142c01effe100096742c01ed90141fb0101000468ce3c80', 'hex');
const H264 = small(
  'stsd',
  u32(0),
  u32(1),
  small(
    'avc1',
    Buffer.alloc(24),
    Buffer.from([2, 128, 1, 104]),
    Buffer.alloc(50),
    small('avcC', AVCC),
  ),
);

/** Returns a track of a ten-second movie. */
const track = (...tables: readonly Buffer[]): Buffer =>
  small(
    'trak',
    small('tkhd', u32(0), u32(0), u32(0), u32(1), Buffer.alloc(68), u32(640 << 16), u32(360 << 16)),
    small(
      'mdia',
      table('mdhd', 0, 0, 1_000, 10_000, 0),
      small('hdlr', Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13)),
      small('minf', small('stbl', H264, ...tables)),
    ),
  );
const mp4 = (...boxes: readonly Buffer[]): Buffer => {
  const head = small('mvhd', u32(0), u32(0), u32(0), u32(1_000), u32(10_000), Buffer.alloc(80));
  return Buffer.concat([FTYP, small('moov', head, ...boxes)]);
};
const SAMPLES = [table('stsc', 1, 1, 1, 1), table('stsz', 100, MANY), table('stco', 1, 48)];
const NO_SAMPLES = ['stts', 'stsc', 'stco'].map((type) => table(type, 0));

/** MP4 files that claim more than they contain. */
const MP4_FILES: Readonly<Record<string, Buffer>> = {
  'reordered.mp4': mp4(track(table('stts', 1, MANY, 1), table('ctts', 1, 5, 0), ...SAMPLES)),
  'no-bits.mp4': mp4(track(table('stts', 1, 10, 1), table('stz2', 0, MANY))),
  'tracks.mp4': mp4(...Array<Buffer>(5_000).fill(track(...SAMPLES))),
  'fragment.mp4': Buffer.concat([
    mp4(small('mvex', table('trex', 1, 1, 1, 1, 0)), track(...NO_SAMPLES, table('stsz', 0, 0))),
    small('moof', table('mfhd', 1), small('traf', table('tfhd', 1), table('trun', MANY))),
  ]),
  'nested.mp4': mp4(nestedBoxes('trak', 200_000)),
  'places.mp4': Buffer.concat([
    mp4(small('mvex', table('trex', 1, 1, 1, 1, 0)), track(...NO_SAMPLES, table('stsz', 0, 0))),
    fragmentPlaces(300_000),
  ]),
};

/** Returns an index with one repeated time, each with the offset of a fragment. */
function fragmentPlaces(count: number): Buffer {
  const entry = Buffer.concat([u32(0), u32(0), Buffer.alloc(3)]);
  const entries = Buffer.alloc(count * entry.length, entry);
  const places = small('tfra', u32(0), u32(1), u32(0), u32(count), entries);
  const end = Buffer.concat([u32(16), Buffer.from('mfro'), u32(0)]);
  const size = 8 + places.length + end.length + 4;
  return Buffer.concat([u32(size), Buffer.from('mfra'), places, end, u32(size)]);
}

function nestedBoxes(type: string, depth: number): Buffer {
  return Buffer.concat(
    Array.from({ length: depth }, (_, at) =>
      Buffer.concat([u32((depth - at) * 8), Buffer.from(type, 'latin1')]),
    ),
  );
}

/** The first ones are in the file and thus readable. */
const KEYFRAMES = Buffer.concat([
  mp4(
    track(
      table('stts', 1, MANY, 1),
      table('stsc', 1, 1, MANY, 1),
      table('stsz', 100, MANY),
      table('stco', 1, 48),
    ),
  ),
  small('mdat', Buffer.alloc(1_000_000)),
]);

const CUES = 20_000;
/** Each cue has the same offset in the file, which is full of text and styles. */
function overlappingCues(): Buffer {
  const text = Buffer.alloc(8_000, 'a');
  const styles = Buffer.alloc(12 * 600);
  const lengths = Buffer.from([text.length >> 8, text.length & 255]);
  const count = Buffer.from([600 >> 8, 600 & 255]);
  const cue = Buffer.concat([lengths, text, small('styl', count, styles)]);
  const from = FTYP.length + 8;
  const description = small('stsd', u32(0), u32(1), small('tx3g', Buffer.alloc(38)));
  const tables = [
    table('stts', 1, CUES, 1),
    table('stsc', 1, 1, 1, 1),
    table('stsz', cue.length, CUES),
    table('stco', CUES, ...Array<number>(CUES).fill(from)),
  ];
  const media = small(
    'mdia',
    table('mdhd', 0, 0, 1_000, CUES, 0),
    small('minf', small('stbl', description, ...tables)),
  );
  const movie = small('moov', table('mvhd', 0, 0, 1_000, CUES), small('trak', media));
  return Buffer.concat([FTYP, small('mdat', cue), movie]);
}

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
  for (const [name, bytes] of Object.entries(MP4_FILES)) await put(name, bytes);
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
      const viewing = { capabilities: undefined, signal };
      await remuxer.inspectDirect(name, viewing).catch(() => undefined);
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

  test('whose subtitles fill gigabytes ends them early', async () => {
    await writeFile(join(folder, 'cues.mp4'), overlappingCues());
    const signal = AbortSignal.timeout(20_000);
    const text = await readTextTrack(createDisk(folder), 'cues.mp4', {
      index: 0,
      origin: 0,
      signal,
    });
    expect(text).toContain('aaaa');
    expect(text.length).toBeLessThan(10 * 1024 * 1024);
  });

  test('with billions of keyframes lets other requests pass', async () => {
    await writeFile(join(folder, 'keyframes.mp4'), KEYFRAMES);
    const signal = AbortSignal.timeout(1_000);
    const options = { method: 'GET', headers: {}, signal } as const;
    const opened = remuxer.open(`${BASE}video.m3u8`, 'keyframes.mp4', options);
    await expect(opened).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

const EXPECTED: ReadonlySet<string> = new Set(['UpstreamFailed', 'NotFoundError']);
