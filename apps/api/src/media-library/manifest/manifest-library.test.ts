import type { ScrapeMovie } from '@matinee/shared/media/media';
import type { FetchResponse, Fetcher } from '@matinee/sources/source';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createManifestLibrary } from './manifest-library.ts';

const movie: ScrapeMovie = { type: 'movie', title: 'x', releaseYear: 1968, tmdbId: '10331' };
const listing = (url: string, name = 'Mine') =>
  JSON.stringify({ version: 1, name, movies: [{ tmdbId: 10331, streams: [{ url }] }] });
const { signal } = new AbortController();
/** Replaces the file atomically: a poll never finds it empty. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}
const nothing: Fetcher = () => Promise.reject(new Error('nobody was to be asked'));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matinee-manifest-'));
});
afterAll(() => rm(folder, { recursive: true }));

function libraryAt(location: string, fetch: Fetcher = nothing, everyMs = 5) {
  const warn = vi.fn<(message: string) => void>();
  const library = createManifestLibrary({ location, fetch, warn, everyMs });
  const url = async () => (await library.find(movie, signal))?.streams[0]?.url;
  return { ...library, warn, url };
}

describe('a manifest on a disk', () => {
  test('is read when it is first needed', async () => {
    const path = join(folder, 'first.json');
    await writeFile(path, listing('https://a.test/1.mp4'));
    const { name, url } = libraryAt(path);
    expect(name()).toBeUndefined();
    expect(await url()).toBe('https://a.test/1.mp4');
    expect(name()).toBe('Mine');
  });

  test('is reread when it changes, even when another file replaces it', async () => {
    const path = join(folder, 'changing.json');
    await writeFile(path, listing('https://a.test/1.mp4'));
    const { start, url } = libraryAt(path);
    const stop = start();
    expect(await url()).toBe('https://a.test/1.mp4');
    await writeFile(path, listing('https://a.test/longer-than-before.mp4'));
    await expect.poll(url).toBe('https://a.test/longer-than-before.mp4');
    await replaceFile(path, listing('https://a.test/3.mp4'));
    await expect.poll(url).toBe('https://a.test/3.mp4');
    await stop();
  });

  test('stays in use when it breaks or disappears, and that is logged once', async () => {
    const path = join(folder, 'broken.json');
    await writeFile(path, listing('https://a.test/1.mp4'));
    const { refresh, start, url, warn } = libraryAt(path);
    await refresh();
    await writeFile(path, '{"version":1,"movies":');
    const stop = start();
    await expect.poll(() => warn.mock.calls.length).toBe(1);
    expect(warn.mock.calls[0]?.[0]).toContain("MANIFEST: The manifest isn't JSON");
    expect(await url()).toBe('https://a.test/1.mp4');
    await rm(path);
    await expect.poll(() => warn.mock.calls.length).toBe(2);
    expect(warn.mock.calls[1]?.[0]).toContain('ENOENT');
    expect(await url()).toBe('https://a.test/1.mp4');
    await replaceFile(path, listing('https://a.test/2.mp4'));
    await expect.poll(url).toBe('https://a.test/2.mp4');
    await stop();
    expect(warn).toHaveBeenCalledTimes(2);
  });

  test('that was never valid is a failure and not a missing movie', async () => {
    const path = join(folder, 'never.json');
    await writeFile(path, '{"version":3}');
    const { url } = libraryAt(path);
    await expect(url()).rejects.toThrow('version: ');
    await expect(url()).rejects.toThrow('version: ');
    await expect(libraryAt(join(folder, 'none.json')).url()).rejects.toThrow('ENOENT');
  });

  test('reports what it leaves out, but not a thousand times', async () => {
    const path = join(folder, 'faults.json');
    const movies = Array.from({ length: 1_000 }, () => ({ tmdbId: 0 }));
    await writeFile(path, JSON.stringify({ version: 1, movies }));
    const { refresh, warn } = libraryAt(path);
    await refresh();
    expect(warn).toHaveBeenCalledTimes(21);
    expect(warn.mock.calls[0]?.[0]).toContain('MANIFEST: skipped movies[0]');
    expect(warn.mock.calls[20]?.[0]).toContain('980 more');
  });
});

describe('a manifest at an address', () => {
  const LOCATION = 'https://nas.test/lists/films.json';

  function served(...responses: readonly Partial<FetchResponse>[]) {
    const tags: (string | undefined)[] = [];
    const fetch: Fetcher = async (url, { headers }) => {
      tags.push(headers?.['if-none-match']);
      const response = responses[Math.min(tags.length, responses.length) - 1];
      return { status: 200, headers: {}, finalUrl: url, body: '', ...response };
    };
    return { ...libraryAt(LOCATION, fetch), tags };
  }

  test('is requested conditionally', async () => {
    const { refresh, tags, url } = served(
      { body: listing('1.mp4'), headers: { etag: '"a"' } },
      { status: 304 },
      { body: listing('2.mp4'), headers: { etag: '"b"' } },
    );
    await refresh();
    await refresh();
    expect(await url()).toBe('https://nas.test/lists/1.mp4');
    await refresh();
    expect(await url()).toBe('https://nas.test/lists/2.mp4');
    expect(tags).toEqual([undefined, '"a"', '"a"']);
  });

  test('resolves relative addresses against its final address', async () => {
    const finalUrl = 'https://elsewhere.test/x/films.json';
    expect(await served({ body: listing('1.mp4'), finalUrl }).url()).toBe(
      'https://elsewhere.test/x/1.mp4',
    );
  });

  test('stays in use when the server fails in any way', async () => {
    const good = { body: listing('1.mp4'), headers: { etag: '"a"' } };
    const { refresh, url } = served(
      good,
      { status: 500 },
      { body: '<html>' },
      { status: 304 },
      { body: ' '.repeat(32 * 1024 * 1024) },
      good,
    );
    await refresh();
    await expect(refresh()).rejects.toThrow('responded with status 500');
    await expect(refresh()).rejects.toThrow("isn't JSON");
    // The page still isn't a manifest.
    await expect(refresh()).rejects.toThrow("isn't JSON");
    await expect(refresh()).rejects.toThrow('larger than');
    expect(await url()).toBe('https://nas.test/lists/1.mp4');
    await refresh();
  });

  test('is read once for all waiting callers, and a caller that leaves stops no other', async () => {
    let response: (body: string) => void = () => undefined;
    let requested = 0;
    const fetch: Fetcher = (url) => {
      requested += 1;
      return new Promise((resolve) => {
        response = (body) => resolve({ status: 200, headers: {}, finalUrl: url, body });
      });
    };
    const { find } = libraryAt(LOCATION, fetch);
    const leaver = new AbortController();
    const left = find(movie, leaver.signal);
    const stayed = find(movie, signal);
    leaver.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    response(listing('1.mp4'));
    expect((await stayed)?.streams[0]?.url).toBe('https://nas.test/lists/1.mp4');
    expect(requested).toBe(1);
  });
});
