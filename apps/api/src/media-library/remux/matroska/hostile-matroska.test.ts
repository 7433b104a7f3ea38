import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ensureContainerMedia } from '../../../../../../tests/support/container-media.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { childrenOf, type MatroskaFile } from './matroska-elements.ts';
import { MAX_CUES, readMatroskaHead } from './matroska-head.ts';
import { readSubtitleBlocks } from './matroska-subtitle-blocks.ts';
import { subtitleTracksIn } from './matroska-subtitles.ts';
import { createRemuxer } from '../remuxer.ts';

const CUES = '1c53bb6b';
const CLUSTER = '1f43b675';
const SEEK_HEAD = '114d9b74';
const TOO_MANY = 'it claims too many parts';
const NOTHING = Buffer.from('ec80', 'hex');
let folder = '';
let movie: Buffer;

beforeAll(async () => {
  movie = await readFile(join(await ensureContainerMedia(), 'h264-aac.mkv'));
  folder = await mkdtemp(join(tmpdir(), 'matinee-index-'));
}, 300_000);
afterAll(async () => await rm(folder, { recursive: true }));

/** Returns an EBML element with a size field of eight bytes. */
function element(id: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length));
  size[0] = 1;
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
}

function number(id: string, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x84]), bytes]);
}

const times = (count: number, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => parts).flat());

/** Returns an entry of an index: a time and the offset of the first cluster. */
const entry = (time: number): Buffer =>
  element('bb', number('b3', time), element('b7', number('f7', 1), number('f1', 1)));

/** Returns the movie with other elements before its clusters. */
function withElements(...elements: readonly Buffer[]): Buffer {
  const [ebml, segment] = [...childrenOf(movie)];
  if (!ebml || !segment) throw new Error('no Matroska file');
  const parts = [...childrenOf(segment.content, 1_000)].map(({ id, content }) => ({
    id: id.toString(16),
    content,
  }));
  const some = (...ids: readonly string[]): Buffer[] =>
    parts.filter(({ id }) => ids.includes(id)).map(({ id, content }) => element(id, content));
  return Buffer.concat([
    element('1a45dfa3', ebml.content),
    element('18538067', ...some('1549a966', '1654ae6b'), ...elements, ...some(CLUSTER)),
  ]);
}

/** Returns the movie with another index. */
const withIndex = (index: Buffer, inside = CUES): Buffer => withElements(element(inside, index));

async function inspect(name: string, file: Buffer) {
  await writeFile(join(folder, name), file);
  const remuxer = createRemuxer(createDisk(folder), createTranscoder(createFfmpegCheck('off')));
  const signal = AbortSignal.timeout(60_000);
  try {
    return await remuxer.inspect(name, { capabilities: undefined, signal });
  } finally {
    remuxer.close();
  }
}

test('a movie with an index of its own plays', async () => {
  const { isIndexed, unplayable } = await inspect(
    'plain.mkv',
    withIndex(Buffer.concat([0, 2_000, 4_000].map(entry))),
  );
  expect({ isIndexed, unplayable }).toEqual({ isIndexed: true, unplayable: undefined });
});

// mediabunny's time grows with the square of the repetitions. 400,000 block the server for minutes.
test.each([CUES, '1254c367'])(
  'an index that repeats its times is refused, in %s',
  async (inside) => {
    const index = times(2_500, entry(0), entry(1));
    await expect(inspect(`${inside}.mkv`, withIndex(index, inside))).rejects.toThrow(TOO_MANY);
  },
);

/** Returns a list of 1,000 offsets. */
function places(id: string): Buffer {
  const seek = (at: number): Buffer =>
    element('4dbb', element('53ab', Buffer.from(id, 'hex')), number('53ac', at));
  return element(SEEK_HEAD, ...Array.from({ length: 1_000 }, (_, at) => seek(at)));
}

test('a list of endless places is refused, and one of all clusters is not', async () => {
  const hostile = inspect('places.mkv', withElements(places(SEEK_HEAD)));
  await expect(hostile).rejects.toThrow(TOO_MANY);
  const { unplayable } = await inspect('clusters.mkv', withElements(places(CLUSTER)));
  expect(unplayable).toBeUndefined();
});

// A kilobyte claims 25,000 frames. mediabunny's time also grows with the square of their number.
test.each([255, 0])('blocks of frames without bytes are refused, after count %i', async (count) => {
  const block = element('a3', Buffer.from([0x81, 0, 0, 0x84, count]));
  const cluster = element(CLUSTER, number('e7', 0), times(200, block));
  const stripped = element('4255', Buffer.from([255]));
  const tags = element('1254c367', ...(count === 0 ? [element('6d80', stripped)] : []));
  const name = `laced-${count}.mkv`;
  await expect(inspect(name, withElements(tags, cluster))).rejects.toThrow(TOO_MANY);
});

test('a long index is cut while other requests pass', async () => {
  const file = withIndex(times(MAX_CUES + 5_000, entry(0)));
  let turns = 0;
  let turning = setImmediate(function turn() {
    turns += 1;
    turning = setImmediate(turn);
  });
  const head = await readMatroskaHead(inMemory(file));
  clearImmediate(turning);
  expect(head?.cues).toHaveLength(MAX_CUES);
  expect(turns).toBeGreaterThan(50);
});

test('a track of a million parts is read as far as real ones go', () => {
  const type = Buffer.from('838111', 'hex');
  const track = element('ae', type, times(1_000_000, NOTHING), number('d7', 7));
  expect(subtitleTracksIn(track)).toEqual([
    expect.objectContaining({ format: 'unknown', codec: '' }),
  ]);
  expect([...childrenOf(track.subarray(9))]).toHaveLength(100);
});

const HEAD = {
  secondsPerTick: 0.001,
  tracks: Buffer.alloc(0),
  cues: [{ seconds: 0, track: 1, cluster: 0 }],
  offsets: new Map<number, number>(),
};
const TRACK = {
  language: 'en',
  name: undefined,
  isForced: false,
  isDefault: false,
  isHearingImpaired: false,
  number: 2,
  format: 'srt',
  header: '',
  decode: (bytes: Buffer) => bytes,
} as const;
const RANGE = { from: 0, to: 4 };

test('clusters of a million parts end the search for subtitles', async () => {
  const cluster = element(CLUSTER, number('e7', 0), times(200_000, NOTHING));
  let reads = 0;
  const { size, read } = inMemory(times(5, cluster));
  const file: MatroskaFile = {
    size,
    read: async (start, end) => {
      reads += 1;
      return await read(start, end);
    },
  };
  const found = await readSubtitleBlocks(file, HEAD, [TRACK], RANGE);
  expect(found.get(2)).toEqual([]);
  expect(reads).toBeLessThan(150_000);
});

// Each subtitle has a few bytes, which inflate to more than the limit.
test('subtitles that all fail to be decompressed end the search', async () => {
  const block = element('a3', Buffer.from([0x82, 0, 0, 0, 1, 2, 3]));
  const cluster = element(CLUSTER, number('e7', 0), times(100, block));
  const file = inMemory(times(5, cluster));
  const decode = vi.fn<(bytes: Buffer) => Buffer>(() => {
    throw new RangeError('too large');
  });
  const found = await readSubtitleBlocks(file, HEAD, [{ ...TRACK, decode }], RANGE);
  expect(found.get(2)).toEqual([]);
  expect(decode.mock.calls.length).toBeLessThan(50);
});

const inMemory = (bytes: Buffer): MatroskaFile => ({
  size: bytes.length,
  read: async (start, end) => bytes.subarray(start, end),
});
