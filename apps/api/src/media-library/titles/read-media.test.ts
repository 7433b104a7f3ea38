import { expect, test, vi } from 'vitest';
import { ensureContainerMedia } from '../../../../../tests/support/container-media.ts';
import { createDisk } from '#media-library/folder/disk.ts';
import type { FileStore } from '#media-library/folder/file-store.ts';
import type { FileRecord } from './library-records.ts';
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
