import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ensureContainerMedia } from '../../../../../../tests/support/container-media.ts';
import { NO_FFMPEG } from '#media-library/ffmpeg/ffmpeg.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import type { FileRecord } from '../index/library-records.ts';
import { createMediaReader } from './read-media.ts';

const FILE: FileRecord = {
  store: 'folder',
  path: 'h264-aac.mkv',
  kind: 'movie',
  titleId: 1,
  season: null,
  episodes: [],
  episodeName: null,
  episodeOverview: null,
  height: null,
  isPlayable: true,
  modifiedAt: null,
  size: 1,
  identity: null,
  addedAt: new Date(0),
  missingSince: null,
  extra: null,
  media: null,
  pinned: null,
  hasFrame: false,
  seasonPoster: null,
};

test('a visitor who leaves does not end the read for others', { timeout: 300_000 }, async () => {
  const disk = createDisk(await ensureContainerMedia());
  const gate = Promise.withResolvers<void>();
  const open = vi.fn<FileStore['open']>(async (path, options) => {
    await gate.promise;
    options.signal.throwIfAborted();
    return await disk.open(path, options);
  });
  let current = FILE;
  const reader = createMediaReader({
    index: { fileAt: () => current, putFile: (file) => (current = file) },
    stores: new Map([['folder', { ...disk, open }]]),
    findFfmpeg: async () => NO_FFMPEG,
  });
  const leaving = new AbortController();
  const first = reader.read([FILE], leaving.signal);
  const second = reader.read([FILE], new AbortController().signal);
  await vi.waitFor(() => expect(open).toHaveBeenCalledOnce());
  leaving.abort();
  gate.resolve();
  expect((await second)[0]?.media?.video?.codec).toBe('H.264');
  await first;
});

test.each([
  ['old.wmv', '-c:v mpeg4 -c:a wmav2', 'MPEG-4 ASP', 'WMA'],
  ['old.mpg', '-c:v mpeg2video -c:a mp2', 'MPEG-2', 'MP2'],
  ['old.flv', '-c:v libx264 -c:a aac', 'H.264', 'AAC'],
  ['old.avi', '-c:v mpeg4 -c:a libmp3lame', 'MPEG-4 ASP', 'MP3'],
])(
  '%s has its facts from ffprobe, even if there was no ffmpeg before',
  async (path, codecs, ...names) => {
    const folder = await mkdtemp(join(tmpdir(), 'matinee-facts-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const inputs = '-f lavfi -i testsrc2=s=320x180:r=25:d=4 -f lavfi -i sine=d=4';
    const args = ['-v', 'error', ...inputs.split(' '), ...codecs.split(' '), join(folder, path)];
    await promisify(execFile)('ffmpeg', args);
    const isRead = path.endsWith('.avi');
    let current: FileRecord = { ...FILE, path };
    const readerWith = (isAvailable: boolean) =>
      createMediaReader({
        index: { fileAt: () => current, putFile: (file) => (current = file) },
        stores: new Map([['folder', createDisk(folder)]]),
        findFfmpeg: async () => ({ isAvailable }),
      });
    const { signal } = new AbortController();
    const without = readerWith(false);
    await without.read([current], signal);
    expect(current.media?.video?.codec).toBe(isRead ? names[0] : undefined);
    expect(without.isWaiting(current)).toBe(false);
    await readerWith(true).read([current], signal);
    const { video, audio, seconds } = current.media ?? {};
    expect(video).toEqual({ codec: names[0], width: 320, height: 180, isHdr: false });
    expect(audio?.map(({ codec }) => codec)).toEqual([names[1]]);
    expect(Math.abs((seconds ?? 0) - 4)).toBeLessThan(0.3);
  },
);
