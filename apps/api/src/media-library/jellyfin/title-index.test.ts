import type { MediaServer } from '@matinee/sources/sources/jellyfin/media-server';
import type { Fetcher, FetchOptions } from '@matinee/sources/source';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pollIndex, readIndex } from './title-index.ts';

const server: MediaServer = { product: 'jellyfin', base: 'http://attic.test', apiKey: 'key' };

interface Row {
  readonly Id: string;
  readonly Type: string;
  readonly ProviderIds: Readonly<Record<string, string>>;
}

const movie = (id: string, ids: Row['ProviderIds'], Type = 'Movie'): Row => ({
  Id: id,
  Type,
  ProviderIds: ids,
});
const movies = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => movie(`i${at}`, { Tmdb: String(at + 1) }));

function library(rows: readonly Row[], { ignoresPages = false, tellsTotal = true } = {}) {
  const requested: number[] = [];
  const warnings: string[] = [];
  const read = (maxTitles?: number) =>
    readIndex({
      server,
      warn: (message) => warnings.push(message),
      ...(maxTitles !== undefined && { maxTitles }),
      request: async (url, { query }: FetchOptions = {}) => {
        const start = Number(query?.['startIndex']);
        requested.push(start);
        const from = ignoresPages ? 0 : start;
        const Items = rows.slice(from, from + Number(query?.['limit']));
        const body = JSON.stringify({
          Items,
          ...(tellsTotal && { TotalRecordCount: rows.length }),
        });
        return { status: 200, headers: {}, finalUrl: url, body };
      },
    });
  return { read, requested, warnings };
}

const wanted = (tmdbId: string, more: object = {}) => ({ type: 'movie' as const, tmdbId, ...more });

describe('the index', () => {
  test('reads all pages', async () => {
    const { read, requested } = library(movies(1_201));
    const index = await read();
    expect(requested).toEqual([0, 500, 1000]);
    expect(index.size).toBe(1_201);
    expect(index.find(wanted('1'))).toEqual(['i0']);
    expect(index.find(wanted('1201'))).toEqual(['i1200']);
    expect(index.find(wanted('1202'))).toEqual([]);
  });

  test('ends where there is nothing more, even without a total', async () => {
    const { read, requested } = library(movies(500), { tellsTotal: false });
    expect((await read()).size).toBe(500);
    expect(requested).toEqual([0, 500]);
  });

  test('does not read the same page forever', async () => {
    const { read, requested } = library(movies(600), {
      ignoresPages: true,
      tellsTotal: false,
    });
    expect((await read()).size).toBe(500);
    expect(requested).toEqual([0, 500]);
  });

  test('ends where it would become too large, and logs it', async () => {
    const { read, warnings } = library(movies(2_000));
    expect((await read(1_000)).size).toBe(1_000);
    expect(warnings).toEqual([
      'Jellyfin has more than 1000 titles: the rest is found by name only',
    ]);
  });

  test('has all copies of a movie, and finds no movie by the id of a series', async () => {
    const { read } = library([
      movie('a', { Tmdb: '7', Imdb: 'tt1' }),
      movie('b', { Imdb: 'tt1' }),
      movie('c', { Tmdb: '8', Imdb: 'tt1' }),
      movie('d', { Tmdb: '7' }, 'Series'),
      movie('e', {}),
    ]);
    const index = await read();
    expect(index.find(wanted('7', { imdbId: 'tt1' }))).toEqual(['a', 'b']);
    expect(index.find({ type: 'show', tmdbId: '7' })).toEqual(['d']);
  });
});

describe('a polled index', () => {
  const MINUTE = 60_000;
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  function polled() {
    const state = { isUp: true, reads: 0 };
    const messages: string[] = [];
    const fetch: Fetcher = async (url) => {
      state.reads += 1;
      if (!state.isUp) throw new Error('down');
      const body = JSON.stringify({ Items: [], TotalRecordCount: 0 });
      return { status: 200, headers: {}, finalUrl: url, body };
    };
    const index = pollIndex({
      server,
      fetch,
      now: Date.now,
      random: () => 0.5,
      log: (message) => messages.push(message),
    });
    const stop = index.start();
    return { ...index, state, said: messages, stop };
  }

  test('reads the index at once, and again every twenty minutes', async () => {
    const { state, stop } = polled();
    await vi.advanceTimersByTimeAsync(0);
    expect(state.reads).toBe(1);
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    expect(state.reads).toBe(2);
    await stop();
  });

  test('retries failures at growing intervals and logs them once', async () => {
    const { said: messages, state, stop } = polled();
    await vi.advanceTimersByTimeAsync(0);
    state.isUp = false;
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    for (const [seconds, reads] of [
      [5, 3],
      [10, 4],
      [20, 5],
    ] as const) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect(state.reads).toBe(reads - 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(state.reads).toBe(reads);
    }
    expect(messages).toEqual(['library of Jellyfin not readable, retrying: down']);
    state.isUp = true;
    await vi.advanceTimersByTimeAsync(40_000);
    expect(messages.at(-1)).toBe('library of Jellyfin readable again');
    await stop();
  });

  test('rereads soon for a missing title, but once for many, and not right after the last time', async () => {
    const { library, state, stop } = polled();
    await vi.advanceTimersByTimeAsync(0);
    library.missed();
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    library.missed();
    expect(state.reads).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    for (let times = 0; times < 50; times += 1) library.missed();
    await vi.advanceTimersByTimeAsync(0);
    expect(state.reads).toBe(2);
    await stop();
  });
});
