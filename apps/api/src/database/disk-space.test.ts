import { beforeEach, expect, test, vi } from 'vitest';
import { createDiskSpace } from './disk-space.ts';

const MIB = 1024 * 1024;
const noSpace = new Error('could not extend file: No space left on device');

let clock: number;
let free: number;
let messages: string[];
let tryWrite: ReturnType<typeof vi.fn<() => Promise<void>>>;
beforeEach(() => {
  clock = 0;
  free = 1000 * MIB;
  messages = [];
  tryWrite = vi.fn<() => Promise<void>>().mockResolvedValue(undefined);
});

const create = (folder?: string) =>
  createDiskSpace({
    folder,
    warn: (message) => messages.push(message),
    now: () => clock,
    freeBytes: async () => free,
  });

test('nothing is written until a write has failed', async () => {
  expect(await create().isFull(tryWrite)).toBe(false);
  expect(tryWrite).not.toHaveBeenCalled();
  expect(messages).toEqual([]);
});

test('a failed write is remembered until one succeeds', async () => {
  const space = create();
  space.failed(noSpace);
  tryWrite.mockRejectedValue(noSpace);
  expect(await space.isFull(tryWrite)).toBe(true);
  expect(await space.isFull(tryWrite)).toBe(true);
  tryWrite.mockResolvedValue(undefined);
  expect(await space.isFull(tryWrite)).toBe(false);
  expect(messages.at(-1)).toBe('the disk has space again');
  const tried = tryWrite.mock.calls.length;
  expect(await space.isFull(tryWrite)).toBe(false);
  expect(tryWrite).toHaveBeenCalledTimes(tried);
});

test('too little free space for the embedded server counts as a full disk before a write fails', async () => {
  const space = create('/data');
  expect(await space.isFull(tryWrite)).toBe(false);
  free = 31 * MIB;
  expect(await space.isFull(tryWrite)).toBe(true);
  expect(messages).toEqual([
    'the disk is full, free up space for the database: 31 MiB left in /data',
  ]);
  expect(tryWrite).not.toHaveBeenCalled();
  free = 33 * MIB;
  expect(await space.isFull(tryWrite)).toBe(false);
});

test('a folder whose free space is unknown does not count as full', async () => {
  const space = createDiskSpace({
    folder: '/data',
    warn: (message) => messages.push(message),
    now: () => clock,
    freeBytes: () => Promise.reject(new Error('no such folder')),
  });
  expect(await space.isFull(tryWrite)).toBe(false);
});

test('a full disk is logged once a minute, however many writes fail', () => {
  const space = create();
  for (let count = 0; count < 1000; count += 1) space.failed(noSpace);
  expect(messages).toEqual([
    expect.stringMatching(/^the disk is full, .*No space left on device$/),
  ]);
  clock += 60_000;
  space.failed(noSpace);
  expect(messages).toHaveLength(2);
});
