import { expect, test, vi } from 'vitest';
import { ensureContainerMedia } from '../../../../../tests/support/container-media.ts';
import { NO_FFMPEG } from '#media-library/ffmpeg/ffmpeg.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { createTranscoder } from '#media-library/transcode/transcoder.ts';
import { createOpenFiles } from './open-files.ts';

test('searches that open many files end no read of a viewer', { timeout: 300_000 }, async () => {
  const disk = createDisk(await ensureContainerMedia());
  const gate = Promise.withResolvers<void>();
  const waiting = vi.fn<() => void>();
  let isSlow = false;
  const open: FileStore['open'] = async (path, options) => {
    const [viewer, name = ''] = path.split('/');
    if (viewer === 'first' && isSlow) {
      waiting();
      await gate.promise;
      options.signal.throwIfAborted();
    }
    return await disk.open(name, options);
  };
  const files = createOpenFiles(
    { open },
    createTranscoder(async () => NO_FFMPEG),
  );
  const { signal } = new AbortController();
  const viewing = { capabilities: undefined, isChecked: false };
  const first = await files.get('first/no-cues.mkv', viewing, signal);
  isSlow = true;
  const times = first.copied?.times(signal);
  await vi.waitFor(() => expect(waiting).toHaveBeenCalled());
  for (let other = 0; other < 24; other += 1)
    await files.get(`${other}/h264-aac.mkv`, viewing, signal);
  gate.resolve();
  expect((await times)?.starts.length).toBeGreaterThan(3);
  files.close();
});

test('open files are limited by what they hold in memory', { timeout: 300_000 }, async () => {
  const disk = createDisk(await ensureContainerMedia());
  const open: FileStore['open'] = async (path, options) =>
    await disk.open(path.split('/')[1] ?? '', options);
  const findFfmpeg = async () => NO_FFMPEG;
  const maxHeldBytes = 10 * 1024 * 1024;
  const files = createOpenFiles({ open }, createTranscoder(findFfmpeg), maxHeldBytes);
  const { signal } = new AbortController();
  const get = (path: string) =>
    files.get(path, { capabilities: undefined, isChecked: false }, signal);
  const first = await get('1/h264-aac.mkv');
  // The file's caches take 3 MB.
  expect(first.heldBytes).toBeGreaterThan(3 * 1024 * 1024);
  for (const number of [2, 3]) await get(`${number}/h264-aac.mkv`);
  expect(await get('1/h264-aac.mkv')).toBe(first);
  for (const number of [4, 5, 6]) await get(`${number}/h264-aac.mkv`);
  expect(await get('1/h264-aac.mkv')).not.toBe(first);
  files.close();
});
