import { describe, expect, test, vi } from 'vitest';
import type { ScrapeMedia } from '@matinee/shared/media/media';
import { createRegistry, mediaTypesOf } from '#registry.ts';
import { NotFoundError, type Fetcher } from '#source.ts';
import { fakeContext, jsonResponse } from '#testing/fake-context.ts';
import type { FakeRequest, FakeResponse } from '#testing/fake-context.ts';
import { stremioAddons } from './stremio.ts';

const URL_OF = 'https://addon.test/cfg/manifest.json';
const MANIFEST = {
  id: 'org.test',
  name: 'Shelf',
  version: '1.0.0',
  description: '',
  resources: ['stream'],
  types: ['movie', 'series'],
  catalogs: [],
};
const movie: ScrapeMedia = {
  type: 'movie',
  title: 'Detour',
  releaseYear: 1945,
  tmdbId: '20367',
  imdbId: 'tt0037638',
};
const episode: ScrapeMedia = {
  ...movie,
  type: 'show',
  season: { number: 2, tmdbId: '1' },
  episode: { number: 13, tmdbId: '2' },
};

function addon(manifest: FakeResponse = jsonResponse(MANIFEST)) {
  const warn = vi.fn<(message: string) => void>();
  const fetched: string[] = [];
  const fetch: Fetcher = async (url) => {
    fetched.push(url);
    return { status: 200, headers: {}, finalUrl: url, body: '', ...(await manifest) };
  };
  const addons = stremioAddons({ urls: [URL_OF], runsIn: 'server', fetch, warn });
  const [source] = addons.sources;
  if (!source) throw new Error('There is no source');
  return { ...addons, source, warn, fetched };
}

async function queryAddon(
  manifest: object,
  respond: (requested: FakeRequest) => FakeResponse,
  media: ScrapeMedia = movie,
) {
  const { source, warn } = addon(jsonResponse({ ...MANIFEST, ...manifest }));
  const context = fakeContext(respond);
  const result =
    media.type === 'movie'
      ? await source.movie?.({ ...context, media })
      : await source.show?.({ ...context, media });
  return { ...context, warn, streams: result?.streams ?? [] };
}

const streaming =
  (...streams: readonly unknown[]) =>
  () =>
    jsonResponse({ streams });

const CODES: Readonly<Record<string, string>> = {
  'torrents or links': 'torrentsOnly',
  "don't play": 'unplayableStreams',
};

describe('an add-on', () => {
  test('is queried for movies and episodes by IMDb id', async () => {
    const mp4 = streaming({ url: 'https://cdn.test/a.mp4' });
    expect((await queryAddon({}, mp4)).requests.map(({ url }) => url)).toEqual([
      'https://addon.test/cfg/stream/movie/tt0037638.json',
    ]);
    expect((await queryAddon({}, mp4, episode)).requests.map(({ url }) => url)).toEqual([
      'https://addon.test/cfg/stream/series/tt0037638%3A2%3A13.json',
    ]);
  });

  test.each<[string, object]>([
    ['other kinds of titles', { types: ['channel'] }],
    ['other ids', { idPrefixes: ['kitsu:', 'yt_id:'] }],
    ['streams of series', { resources: [{ name: 'stream', types: ['series'] }] }],
    ['ids of its own', { resources: [{ name: 'stream', types: ['movie'], idPrefixes: ['x'] }] }],
  ])('for %s only is not queried', async (_, manifest) => {
    const asking = queryAddon(manifest, () => ({ status: 500 }));
    await expect(asking).rejects.toThrow("doesn't offer titles of this kind");
    await expect(asking).rejects.toBeInstanceOf(NotFoundError);
  });

  test('is not queried for a title without an IMDb id', async () => {
    const asking = queryAddon({}, () => ({ status: 500 }), { ...movie, imdbId: undefined });
    await expect(asking).rejects.toThrow('needs an IMDb ID');
  });

  test.each([
    ['p2p', 'shares files'],
    ['adult', 'adults only'],
    ['configurationRequired', 'set up first'],
  ])('that declares %s is refused, with a warning', async (hint, reason) => {
    const { source, warn, start, fetched } = addon(
      jsonResponse({ ...MANIFEST, behaviorHints: { [hint]: true } }),
    );
    expect(mediaTypesOf(source)).toEqual(['movie', 'show']);
    const stop = start();
    await vi.waitFor(() => expect(mediaTypesOf(source)).toEqual([]));
    await stop();
    expect(fetched).toEqual([URL_OF]);
    expect(warn.mock.calls).toEqual([[expect.stringContaining(reason)]]);
  });

  test('has the name and the kinds of titles of its manifest', async () => {
    const { source, start } = addon(
      jsonResponse({ ...MANIFEST, resources: [{ name: 'stream', types: ['series'] }] }),
    );
    expect(source.name).toBe('addon.test');
    const stop = start();
    await vi.waitFor(() => expect(source.name).toBe('Shelf'));
    await stop();
    expect(mediaTypesOf(source)).toEqual(['show']);
    expect(createRegistry({ sources: [source], embeds: [] }).sourcesFor('movie')).toEqual([]);
  });

  test('that was down at the start is requested for its manifest when it is needed', async () => {
    const { source, warn, start } = addon({ status: 503 });
    const stop = start();
    await vi.waitFor(() => expect(warn).toHaveBeenCalled());
    await stop();
    const context = fakeContext(() => ({ status: 500 }));
    if (movie.type !== 'movie') throw new Error('That is no film');
    await expect(source.movie?.({ ...context, media: movie })).rejects.toThrow('busy (503)');
  });

  test('that is listed twice is one source', () => {
    const urls = [URL_OF, 'https://b.test/manifest.json', URL_OF];
    const fetch: Fetcher = () => Promise.reject(new Error('not asked'));
    const { sources } = stremioAddons({ urls, runsIn: 'anywhere', fetch, warn: () => undefined });
    expect(sources.map(({ rank, runsIn }) => ({ rank, runsIn }))).toEqual([
      { rank: 250, runsIn: 'anywhere' },
      { rank: 249, runsIn: 'anywhere' },
    ]);
    for (const { id } of sources) expect(id).toMatch(/^stremio-[a-z\d]+$/);
  });
});

describe('its streams', () => {
  test('that are files become qualities of one stream, each the first of its kind', async () => {
    const { streams } = await queryAddon(
      {},
      streaming(
        { name: 'Shelf 1080p', url: 'https://cdn.test/1080.mp4' },
        { name: 'Shelf', description: 'DVD, 480p', url: 'https://cdn.test/480.mp4' },
        { title: '4K restored', url: 'https://cdn.test/4k.m4v' },
        { name: 'Shelf 1080p', url: 'https://other.test/1080.mp4' },
        { behaviorHints: { filename: 'Detour.1945.720p.mp4' }, url: 'https://cdn.test/stream/9' },
      ),
    );
    expect(streams.map((it) => (it.type === 'file' ? it.qualities : it))).toEqual([
      {
        '1080': { type: 'mp4', url: 'https://cdn.test/1080.mp4' },
        '480': { type: 'mp4', url: 'https://cdn.test/480.mp4' },
        '4k': { type: 'mp4', url: 'https://cdn.test/4k.m4v' },
        '720': { type: 'mp4', url: 'https://cdn.test/stream/9' },
      },
      { '1080': { type: 'mp4', url: 'https://other.test/1080.mp4' } },
    ]);
    expect(new Set(streams.map(({ id }) => id)).size).toBe(2);
    for (const stream of streams) {
      expect(stream).toMatchObject({ flags: ['cors-allowed'], attribution: { text: 'Shelf' } });
    }
  });

  test('may not set connection headers', async () => {
    const request = {
      Host: 'inside',
      'Content-Length': '5',
      'X-Forwarded-For': '::1',
      'a b': 'c',
      Origin: 'https://x.test',
    };
    const { streams } = await queryAddon(
      {},
      streaming({ url: 'https://cdn.test/a.mp4', behaviorHints: { proxyHeaders: { request } } }),
    );
    expect(streams[0]?.headers).toEqual({ Origin: 'https://x.test' });
  });

  test('that need headers have them, and come after those that do not', async () => {
    const { streams } = await queryAddon(
      {},
      streaming(
        {
          url: 'https://cdn.test/master.m3u8',
          behaviorHints: {
            notWebReady: true,
            proxyHeaders: { request: { Referer: 'https://x.test' } },
          },
        },
        { url: 'https://cdn.test/open.m3u8', behaviorHints: { notWebReady: true } },
        { url: 'https://cdn.test/a.mp4', behaviorHints: { countryWhitelist: ['fra'] } },
        { url: 'https://cdn.test/b.mp4' },
      ),
    );
    expect(
      streams.map((it) => (it.type === 'hls' ? it.playlist : Object.values(it.qualities)[0]?.url)),
    ).toEqual([
      'https://cdn.test/b.mp4',
      'https://cdn.test/master.m3u8',
      'https://cdn.test/open.m3u8',
      'https://cdn.test/a.mp4',
    ]);
    expect(streams.map(({ flags }) => flags.length)).toEqual([1, 0, 0, 1]);
    expect(streams[1]?.headers).toEqual({ Referer: 'https://x.test' });
  });

  test.each<[string, object, string]>([
    ['a torrent', { infoHash: 'a'.repeat(40), fileIdx: 1 }, 'torrents or links'],
    [
      'a torrent with an address',
      { infoHash: 'a'.repeat(40), url: 'https://a.test/a.mp4' },
      'torrents',
    ],
    ['usenet', { nzbUrl: 'https://a.test/a.nzb' }, 'torrents or links'],
    ['a video of YouTube', { ytId: 'dQw4w9WgXcQ' }, 'torrents or links'],
    ['a link', { externalUrl: 'https://a.test/watch' }, 'torrents or links'],
    ['an archive', { rarUrls: [{ url: 'https://a.test/a.rar' }] }, 'torrents or links'],
    ['ftp', { url: 'ftp://a.test/a.mp4' }, "don't play"],
    ['a script', { url: 'javascript:alert(1)//.mp4' }, "don't play"],
    ['Matroska', { url: 'https://a.test/a.MKV?x=1' }, "don't play"],
    [
      'Matroska by its name',
      { url: 'https://a.test/1', behaviorHints: { filename: 'a.mkv' } },
      "don't play",
    ],
    ['DASH', { url: 'https://a.test/a.mpd' }, "don't play"],
    [
      'a file that is not web-ready',
      { url: 'https://a.test/a.mp4', behaviorHints: { notWebReady: true } },
      "don't play",
    ],
    [
      'invalid headers',
      { url: 'https://a.test/a.mp4', behaviorHints: { proxyHeaders: { request: 'x' } } },
      'no streams',
    ],
  ])('that are %s are not played', async (_, stream, reason) => {
    const asking = queryAddon({}, streaming(stream, 'nonsense', null));
    await expect(asking).rejects.toBeInstanceOf(NotFoundError);
    await expect(asking).rejects.toThrow(reason);
    const code = CODES[reason];
    if (code) await expect(asking).rejects.toMatchObject({ missCause: { code } });
  });

  test.each<[string, FakeResponse, string]>([
    ['a web page', { body: '<html>' }, "didn't send JSON"],
    ['an error inside a 200', jsonResponse({ err: 'handler error' }), 'unexpected response'],
    ['a failure', jsonResponse({ err: 'handler error' }, 500), 'status 500'],
    ['another format', jsonResponse({ streams: 'none' }), 'unexpected response'],
  ])('are not found when it answers with %s', async (_, respond, message) => {
    const asking = queryAddon({}, () => respond);
    await expect(asking).rejects.toThrow(message);
    await expect(asking).rejects.not.toBeInstanceOf(NotFoundError);
  });

  test('are not found when it does not know the title, in each form of that response', async () => {
    const none = [jsonResponse({ err: 'not found' }, 404), jsonResponse({ streams: [] })];
    for (const respond of none) {
      await expect(queryAddon({}, () => respond)).rejects.toBeInstanceOf(NotFoundError);
    }
  });
});

describe('its captions', () => {
  const resources = ['stream', { name: 'subtitles', types: ['movie'] }];
  const stream = {
    url: 'https://cdn.test/a.mp4',
    behaviorHints: {
      filename: 'Detour (1945).mp4',
      videoSize: 1234,
      videoHash: '8e245d9679d31e12',
    },
  };

  test('are requested with the known facts of the file', async () => {
    const { requests, streams } = await queryAddon({ resources }, ({ url }) =>
      url.includes('/subtitles/')
        ? jsonResponse({
            subtitles: [
              { id: '1', url: 'https://subs.test/1', lang: 'eng' },
              { id: '2', url: 'https://subs.test/2.vtt', lang: 'fre' },
              { id: '3', url: 'https://subs.test/3.ass', lang: 'ger' },
              { id: '4', url: 'https://subs.test/4.smi', lang: 'kor' },
              { id: '5', url: 'https://subs.test/5.idx', lang: 'ita' },
              { id: '6', url: 'file:///etc/passwd', lang: 'ger' },
              { id: '7', url: 'https://subs.test/7', lang: 'Klingon' },
            ],
          })
        : jsonResponse({ streams: [stream] }),
    );
    expect(requests[1]?.url).toBe(
      'https://addon.test/cfg/subtitles/movie/tt0037638/videoHash=8e245d9679d31e12&videoSize=1234&filename=Detour%20(1945).mp4.json',
    );
    expect(streams[0]?.captions).toEqual([
      {
        id: 'en',
        type: 'srt',
        url: 'https://subs.test/1',
        language: 'en',
        hasCorsRestrictions: true,
      },
      {
        id: 'fr',
        type: 'vtt',
        url: 'https://subs.test/2.vtt',
        language: 'fr',
        hasCorsRestrictions: true,
      },
      {
        id: 'de',
        type: 'srt',
        url: 'https://subs.test/3.ass',
        language: 'de',
        hasCorsRestrictions: true,
      },
      {
        id: 'ko',
        type: 'srt',
        url: 'https://subs.test/4.smi',
        language: 'ko',
        hasCorsRestrictions: true,
      },
    ]);
  });

  test('of a stream come before those of the title, a few of each language', async () => {
    const own = Array.from({ length: 9 }, (_, at) => ({
      id: at,
      url: `https://s.test/${at}`,
      lang: 'en',
    }));
    const { streams } = await queryAddon({ resources }, ({ url }) =>
      url.includes('/subtitles/')
        ? jsonResponse({
            subtitles: [
              { id: 1, url: 'https://t.test/en', lang: 'eng' },
              { id: 2, url: 'https://t.test/es', lang: 'spa' },
            ],
          })
        : jsonResponse({ streams: [{ ...stream, subtitles: own }] }),
    );
    expect(streams[0]?.captions.map(({ id }) => id)).toEqual(['en', 'en-2', 'en-3', 'es']);
  });

  test('may fail while the movie still plays', async () => {
    const { streams, warnings } = await queryAddon({ resources }, ({ url }) =>
      url.includes('/subtitles/') ? { status: 500 } : jsonResponse({ streams: [stream] }),
    );
    expect(streams).toHaveLength(1);
    expect(warnings).toEqual(['No subtitles: The add-on at addon.test responded with status 500']);
  });
});

describe('a response', () => {
  const START = Date.UTC(2026, 0, 1);
  const times = async (respond: FakeResponse, ...seconds: readonly number[]) => {
    const { source } = addon();
    let requested = 0;
    for (const at of seconds) {
      const context = fakeContext(
        () => {
          requested += 1;
          return respond;
        },
        { now: START + at * 1_000 },
      );
      if (movie.type === 'movie') await source.movie?.({ ...context, media: movie });
    }
    return requested;
  };
  const streams = [{ url: 'https://cdn.test/a.mp4' }];

  test('is cached for as long as the add-on says, but at most ten minutes', async () => {
    expect(await times(jsonResponse({ streams }), 0, 1)).toBe(2);
    expect(await times(jsonResponse({ streams, cacheMaxAge: 60 }), 0, 59)).toBe(1);
    expect(await times(jsonResponse({ streams, cacheMaxAge: 60 }), 0, 61)).toBe(2);
    expect(await times(jsonResponse({ streams, cacheMaxAge: 86_400 }), 0, 599, 601)).toBe(2);
  });

  test('that is very long is not cached', async () => {
    const long = [...streams, { infoHash: 'a'.repeat(200_000) }];
    expect(await times(jsonResponse({ streams: long, cacheMaxAge: 60 }), 0, 1)).toBe(2);
  });

  test('may set its cache time in headers', async () => {
    const headers = { 'cache-control': 'max-age=120, stale-while-revalidate=9, public' };
    expect(await times({ ...jsonResponse({ streams }), headers }, 0, 119, 121)).toBe(2);
  });
});
