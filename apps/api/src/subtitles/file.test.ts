import { expect, test, vi } from 'vitest';
import { createSubtitleLoader } from './file.ts';

const HOUR_MS = 3_600_000;
const SRT = new TextEncoder().encode('1\n00:00:01,000 --> 00:00:02,500\nHello\n');
const ADDRESS = { source: 'wyzie', at: 'https://files.example.org/1', language: 'en' } as const;
const { signal } = new AbortController();

function setUp() {
  const clock = { now: 1_000_000 };
  const download = vi.fn(async () => SRT);
  const service = { id: 'wyzie', name: 'Wyzie' } as const;
  const read = createSubtitleLoader({
    services: [{ ...service, find: async () => [], locate: async (at) => at }],
    download,
    maxBytes: 5 * 1024 * 1024,
    now: () => clock.now,
  });
  return { read, download, clock };
}

test('a file is fetched once a day, for all viewers', async () => {
  const { read, download, clock } = setUp();
  const [first, second] = await Promise.all([read(ADDRESS, signal), read(ADDRESS, signal)]);
  expect([first, second]).toEqual(Array(2).fill(expect.stringContaining('\nHello\n')));
  clock.now += 23 * HOUR_MS;
  await read(ADDRESS, signal);
  expect(download).toHaveBeenCalledTimes(1);
  clock.now += 2 * HOUR_MS;
  await read(ADDRESS, signal);
  expect(download).toHaveBeenCalledTimes(2);
});

test('a file in another language is a separate file, because its encoding may differ', async () => {
  const { read, download } = setUp();
  await read(ADDRESS, signal);
  await read({ ...ADDRESS, language: 'cs' }, signal);
  expect(download).toHaveBeenCalledTimes(2);
});

test('a failed fetch is repeated', async () => {
  const { read, download } = setUp();
  download.mockRejectedValueOnce(new Error('away'));
  await expect(read(ADDRESS, signal)).rejects.toMatchObject({ status: 502 });
  expect(await read(ADDRESS, signal)).toContain('Hello');
});

test('a service that is no longer configured has no files', async () => {
  const { read, download } = setUp();
  await expect(read({ ...ADDRESS, source: 'subdl' }, signal)).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining('is turned off'),
  });
  expect(download).not.toHaveBeenCalled();
});
