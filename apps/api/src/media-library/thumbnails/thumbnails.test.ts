import { expect, test, vi } from 'vitest';
import { NO_FFMPEG } from '#media-library/ffmpeg/ffmpeg.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import { createBackgroundQueue } from '#media-library/background-queue.ts';
import { UpstreamError } from '#proxy/http-client.ts';
import type { FrameRows } from './frame-rows.ts';
import type { ThumbnailRows } from './thumbnail-rows.ts';
import { createThumbnailMaker } from './thumbnails.ts';

const FILE = { path: 'movie.mp4', identity: 'movie', addedAt: new Date(0) };

test('a share that does not respond is tried again at the next scan', async () => {
  const { signal } = new AbortController();
  const open = vi.fn<FileStore['open']>(() =>
    Promise.reject(new UpstreamError("The share can't be reached.")),
  );
  const leases: ThumbnailRows['leases'] = {
    run: async (_name, limit, work) => {
      await work(limit);
      return true;
    },
  };
  const [save, saveFrame] = [vi.fn<ThumbnailRows['save']>(), vi.fn<FrameRows['save']>()];
  const rows: ThumbnailRows = {
    get: async () => undefined,
    sheet: async () => undefined,
    identities: async () => new Set(),
    has: async () => false,
    bytes: async () => 0,
    save,
    keepOnly: async () => undefined,
    leases,
  };
  const frames: FrameRows = {
    get: async () => undefined,
    known: async () => new Map(),
    bytes: async () => 0,
    save: saveFrame,
    keepOnly: async () => undefined,
  };
  const maker = createThumbnailMaker({
    rows,
    frames,
    findFfmpeg: async () => ({ ...NO_FFMPEG, isAvailable: true }),
    queue: createBackgroundQueue(signal),
    maxBytes: 1_000_000,
    isComplete: () => true,
    warn: (message) => expect.fail(message),
    signal,
  });
  const store: FileStore = { name: 'share', concurrency: 1, list: async () => [], open };
  maker.add(store, {
    list: () => [FILE],
    identityOf: () => FILE.identity,
    withoutImage: () => [FILE],
    setFrame: () => undefined,
  });
  maker.wake();
  await vi.waitFor(() => expect(open.mock.calls.length).toBeGreaterThan(1));
  await maker.stop();
  const attempts = open.mock.calls.length;
  maker.wake();
  await maker.stop();
  expect(open.mock.calls.length).toBeGreaterThan(attempts);
  expect(saveFrame).not.toHaveBeenCalled();
  expect(save).not.toHaveBeenCalled();
});
