import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import {
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MATROSKA,
  MkvOutputFormat,
  MP4,
  Output,
  type EncodedPacket,
} from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CONTAINER_FILES,
  ensureContainerMedia,
} from '../../../../../tests/support/container-media.ts';
import { trackRuns } from '../../../../../tests/support/track-runs.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import { createFfmpegCheck } from '#media-library/ffmpeg/ffmpeg.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createRemuxer, type Remuxer } from './remuxer.ts';

const run = promisify(execFile);
const HASH = 'a'.repeat(32);
const { signal } = new AbortController();
let media = '';
let scratch = '';
let remuxer: Remuxer;

beforeAll(async () => {
  media = await ensureContainerMedia();
  scratch = await mkdtemp(join(tmpdir(), 'matinee-remux-'));
  remuxer = createRemuxer(createDisk(media), createTranscoder(createFfmpegCheck('off')));
}, 300_000);
afterAll(async () => {
  remuxer.close();
  await rm(scratch, { recursive: true });
});

async function open(file: string, address: string, from = remuxer): Promise<Buffer> {
  const url = address.startsWith('library:') ? address : `library:test/${HASH}/${address}`;
  const { body } = await from.open(url, file, { method: 'GET', headers: {}, signal });
  return await buffer(body);
}

interface Listed {
  readonly init: string;
  readonly segments: readonly { readonly url: string; readonly seconds: number }[];
}

async function list(file: string, playlist: string, from = remuxer): Promise<Listed> {
  const text = (await open(file, playlist, from)).toString();
  const matches = text.matchAll(/#EXTINF:([\d.]+),\n(.+)/g);
  return {
    init: /#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1] ?? '',
    segments: [...matches].map(([, seconds, url = '']) => ({ url, seconds: Number(seconds) })),
  };
}

interface Packet {
  readonly pts: number;
}

/** Returns the packets of a track in decode order. */
async function packetsOf(path: string, stream: string): Promise<readonly Packet[]> {
  const { stdout } = await run(
    'ffprobe',
    ['-v', 'error', '-select_streams', stream, '-show_entries', 'packet=pts_time'].concat([
      '-of',
      'csv=p=0',
      path,
    ]),
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ pts: Number.parseFloat(line) }));
}

/** Returns the video packets in decode order. */
async function timesOf(bytes: Buffer): Promise<readonly EncodedPacket[]> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('no video');
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  return packets;
}

const IDR = 5;

/** Reads H.264 with unit lengths of four bytes. */
function unitTypes(frame: Buffer): readonly number[] {
  const types: number[] = [];
  for (let at = 0; at + 4 < frame.length; at += 4 + frame.readUInt32BE(at)) {
    types.push(frame.readUInt8(at + 4) & 0x1f);
  }
  return types;
}

async function saved(name: string, parts: readonly Buffer[]): Promise<string> {
  const path = join(scratch, name);
  await writeFile(path, Buffer.concat(parts));
  return path;
}

/** Returns all segments of a playlist as one file. */
async function joined(file: string, playlist: string): Promise<string> {
  const { init, segments } = await list(file, `${playlist}.m3u8`);
  const parts = [await open(file, init)];
  for (const { url } of segments) parts.push(await open(file, url));
  return await saved(`${file}-${playlist}.mp4`, parts);
}

/** Returns the frames of the first video track that ffmpeg decodes. Throws if ffmpeg reports an error. */
async function decodedFrames(path: string, ...more: readonly string[]): Promise<number> {
  const shown = ['-count_frames', '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0'];
  const quiet = ['-v', 'error', '-select_streams', 'v:0'];
  const { stdout, stderr } = await run('ffprobe', [...quiet, ...more, ...shown, path]);
  expect(stderr).toBe('');
  return Number.parseInt(stdout, 10);
}

describe.each(CONTAINER_FILES)('%s', (file) => {
  test('has segments that are as long as the playlist says', { timeout: 60_000 }, async () => {
    const { init, segments } = await list(file, 'video.m3u8');
    expect(segments.length).toBeGreaterThan(3);
    const head = await open(file, init);
    let listed = 0;
    let soundEnd: number | undefined;
    for (const [index, { url, seconds }] of segments.entries()) {
      const bytes = Buffer.concat([head, await open(file, url)]);
      const [first] = await timesOf(bytes);
      expect(first?.type, `segment ${index}`).toBe('key');
      expect(first?.timestamp, `segment ${index}`).toBeCloseTo(listed, 3);
      listed += seconds;
      const [video, sound] = trackRuns(bytes);
      // Chromium drops frames around a gap.
      if (sound) expect(sound.start, `segment ${index}`).toBeCloseTo(soundEnd ?? sound.start, 2);
      soundEnd = sound && sound.start + sound.seconds;
      // The last segment ends with its longest track.
      if (index === segments.length - 1) continue;
      expect(video?.seconds, `segment ${index}`).toBeCloseTo(seconds, 3);
    }
  });

  test('keeps each frame and each sound', { timeout: 60_000 }, async () => {
    const path = await joined(file, 'video');
    const soundPath = file === 'two-audio.mkv' ? await joined(file, 'audio0') : path;
    const all = file === 'edit-list.mov' ? ['-ignore_editlist', '1'] : [];
    expect(await decodedFrames(path)).toBe(await decodedFrames(join(media, file), ...all));
    const [source, after] = await Promise.all([
      packetsOf(join(media, file), 'a:0'),
      packetsOf(soundPath, 'a:0'),
    ]);
    const before = source.filter(({ pts }) => file !== 'edit-list.mov' || pts >= 0);
    // Encoder padding before the first frame.
    expect(before.length - after.length).toBeLessThanOrEqual(2);
    expect(before.length).toBeGreaterThanOrEqual(after.length);
    const steps = after.slice(1).map(({ pts }, at) => pts - (after[at]?.pts ?? 0));
    const step = Math.max(0, ...before.slice(1).map(({ pts }, at) => pts - (before[at]?.pts ?? 0)));
    expect(Math.max(0, ...steps)).toBeLessThan(step + 0.002);
    expect(Math.min(1, ...steps)).toBeGreaterThan(0);
  });
});

test.each(['open-gop.mkv', 'open-pyramid.mkv'])(
  'segments of groups that depend on others are decoded alone, too: %s',
  { timeout: 60_000 },
  async (file) => {
    const { init, segments } = await list(file, 'video.m3u8');
    const head = await open(file, init);
    let listed = 0;
    for (const [index, { url, seconds }] of segments.entries()) {
      const bytes = Buffer.concat([head, await open(file, url)]);
      const path = await saved(`open-${index}.mp4`, [bytes]);
      // Some decoders stop the playback at a frame that refers to missing frames.
      expect(await decodedFrames(path), `segment ${index}`).toBeGreaterThan(90);
      const times = await timesOf(bytes);
      const [first] = times;
      expect(unitTypes(Buffer.from(first?.data ?? [])), `segment ${index}`).toContain(IDR);
      // No frame is displayed before or after the segment.
      const shown = times.map(({ timestamp }) => timestamp).toSorted((a, b) => a - b);
      expect(shown[0], `segment ${index}`).toBeCloseTo(listed, 3);
      listed += seconds;
      expect(shown.at(-1), `segment ${index}`).toBeCloseTo(listed - 1 / 25, 3);
    }
  },
);

/** Writes a file in which all frames displayed before a keyframe are marked as references. */
async function writeReferred(source: string, target: string): Promise<void> {
  const input = new Input({
    source: new BufferSource(await readFile(source)),
    formats: [MATROSKA],
  });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('no video');
  const bytes = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target: bytes });
  const video = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(video);
  await output.start();
  let shown = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.type === 'key') shown = packet.timestamp;
    const data = Buffer.from(packet.data);
    if (packet.timestamp < shown) data.writeUInt8(data.readUInt8(4) | 0x20, 4);
    await video.add(packet.clone({ data }), { decoderConfig });
  }
  await output.finalize();
  input.dispose();
  await writeFile(target, new Uint8Array(bytes.buffer ?? []));
}

test('frames before a keyframe are shown, even if others refer to all of them', async () => {
  await writeReferred(join(media, 'open-pyramid.mkv'), join(scratch, 'referred.mkv'));
  const fresh = createRemuxer(createDisk(scratch), createTranscoder(createFfmpegCheck('off')));
  const { init, segments } = await list('referred.mkv', 'video.m3u8', fresh);
  const head = await open('referred.mkv', init, fresh);
  const shown = new Set<number>();
  for (const { url } of segments) {
    const bytes = Buffer.concat([head, await open('referred.mkv', url, fresh)]);
    for (const { timestamp } of await timesOf(bytes)) shown.add(Math.round(timestamp * 1_000));
  }
  fresh.close();
  const missing = Array.from({ length: 24 * 25 }, (_, frame) => frame * 40).filter(
    (time) => !shown.has(time),
  );
  expect(missing).toEqual([]);
});

test('frames that an edit list hides pass at once', async () => {
  const { init, segments } = await list('edit-list.mov', 'video.m3u8');
  const first = await open('edit-list.mov', segments[0]?.url ?? '');
  const times = await timesOf(Buffer.concat([await open('edit-list.mov', init), first]));
  const hidden = times.filter(({ timestamp }) => timestamp < 0.0015);
  expect(hidden.length).toBeGreaterThan(30);
  const shown = times.map(({ timestamp }) => timestamp).filter((time) => time >= 0.0015);
  expect(Math.min(...shown)).toBeLessThan(0.04);
});

describe('a file that cannot be played', () => {
  test.each([
    ['mpeg2.mkv', 'MPEG-2', 'video'],
    ['pcm.mov', 'PCM', 'audio'],
  ])('%s names %s as the reason', async (file, format, part) => {
    expect(await remuxer.inspect(file, { capabilities: undefined, signal })).toMatchObject({
      unplayable: { format, part },
    });
    await expect(open(file, 'master.m3u8')).rejects.toThrow("couldn't be read");
  });

  test.each(['x', 'video/9.m4s', 'video/init.mp4/', 'audio0.m3u8', 'audio1.m3u8', '../a.m3u8'])(
    'has no child %s',
    async (child) => {
      await expect(open('h264-aac.mkv', child)).rejects.toThrow("doesn't exist");
    },
  );
});

test('a file with two audio tracks offers both, the default one first', async () => {
  const master = (await open('two-audio.mkv', 'master.m3u8')).toString();
  const [first, second] = master.split('\n').filter((line) => line.startsWith('#EXT-X-MEDIA'));
  expect(first).toContain('NAME="Deutsch",LANGUAGE="de",DEFAULT=YES');
  expect(first).toMatch(/URI="library:test\/a+\/audio0\.m3u8"/);
  // hls.js plays no separate audio track if the video contains audio.
  const video = await open('two-audio.mkv', 'video/init.mp4');
  expect(video.toString('latin1')).not.toContain('soun');
  expect(second).toContain('NAME="English 2.0",LANGUAGE="en",DEFAULT=NO');
  expect(second).toMatch(/URI="library:test\/a+\/audio1\.m3u8"/);
  const path = await joined('two-audio.mkv', 'audio1');
  const source = await packetsOf(join(media, 'two-audio.mkv'), 'a:0');
  // Exclude the encoder padding.
  expect(source.length - (await packetsOf(path, 'a:0')).length).toBeLessThanOrEqual(1);
});

test('a request that is given up ends, and the next one succeeds', async () => {
  const fresh = createRemuxer(createDisk(media), createTranscoder(createFfmpegCheck('off')));
  const gone = new AbortController();
  const url = `library:test/${HASH}/video/1.m4s`;
  const pending = fresh.open(url, 'h264-aac.ts', {
    method: 'GET',
    headers: {},
    signal: gone.signal,
  });
  gone.abort(new Error('left'));
  await expect(pending).rejects.toThrow('left');
  const options = { method: 'GET', headers: {}, signal } as const;
  expect(
    (await buffer((await fresh.open(url, 'h264-aac.ts', options)).body)).length,
  ).toBeGreaterThan(10_000);
  fresh.close();
});
