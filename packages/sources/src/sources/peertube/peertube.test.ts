import { describe, expect, test } from 'vitest';
import type { ScrapeMovie } from '@matinee/shared/media/media';
import type { TitleMetadata } from '#match.ts';
import {
  fakeContext,
  jsonResponse,
  type FakeRequest,
  type FakeResponse,
} from '#testing/fake-context.ts';
import { NotFoundError } from '#source.ts';
import { peertube, type PeertubeOptions } from './peertube.ts';

const OPTIONS: PeertubeOptions = {
  index: undefined,
  instances: ['https://films.test'],
  trusted: ['Blender.test', 'studio@big.test'],
  hosts: {},
};
const movie: ScrapeMovie = {
  type: 'movie',
  title: 'The Long Rain',
  releaseYear: 2014,
  tmdbId: '77',
  runtime: 12,
};

const row = (host: string, more: object = {}) => ({
  uuid: '0eb052d0-fd51-43e6-aa33-ecdbf77a5d40',
  url: `https://${host}/videos/watch/0eb052d0-fd51-43e6-aa33-ecdbf77a5d40`,
  name: 'The Long Rain',
  duration: 725,
  isLive: false,
  nsfw: false,
  licence: { id: 1, label: 'Attribution' },
  account: { name: 'somebody', host, displayName: 'Somebody' },
  channel: { name: 'studio', host, displayName: 'Studio Nine' },
  ...more,
});
const details = (host: string, more: object = {}) => ({
  ...row(host),
  state: { id: 1 },
  privacy: { id: 1 },
  files: [],
  streamingPlaylists: [
    { id: 1, type: 1, playlistUrl: `https://${host}/hls/master.m3u8`, files: [] },
  ],
  ...more,
});

const searched = (requested: FakeRequest) =>
  new URL(requested.url).pathname === '/api/v1/search/videos';

/** Every server returns these search results, and every host the same video. */
function world(rows: readonly object[], video?: object) {
  return (requested: FakeRequest): FakeResponse => {
    if (searched(requested)) return jsonResponse({ total: rows.length, data: rows });
    if (requested.url.endsWith('/captions')) return jsonResponse({ total: 0, data: [] });
    return jsonResponse(video ?? details(new URL(requested.url).host));
  };
}

async function find(
  respond: (requested: FakeRequest) => FakeResponse,
  {
    media = movie,
    facts,
    ...options
  }: Partial<PeertubeOptions> & { media?: ScrapeMovie; facts?: TitleMetadata } = {},
) {
  const context = fakeContext(respond, { facts });
  const source = peertube({ ...OPTIONS, ...options });
  const result = await source?.movie?.({ ...context, media });
  return { ...context, streams: result?.streams ?? [] };
}

describe('the search', () => {
  test('is not offered without any configured instance or index', () => {
    expect(peertube({ ...OPTIONS, instances: [] })).toBeUndefined();
  });

  test('queries an instance for its own videos, then the host of the video', async () => {
    const { requests, streams } = await find(world([row('films.test')]));
    expect(requests.map(({ url }) => url)).toEqual([
      'https://films.test/api/v1/search/videos',
      'https://films.test/api/v1/videos/0eb052d0-fd51-43e6-aa33-ecdbf77a5d40',
      'https://films.test/api/v1/videos/0eb052d0-fd51-43e6-aa33-ecdbf77a5d40/captions',
    ]);
    expect(requests[0]?.options.query).toMatchObject({
      search: 'The Long Rain',
      nsfw: 'false',
      searchTarget: 'local',
    });
    expect(streams).toMatchObject([
      {
        type: 'hls',
        playlist: 'https://films.test/hls/master.m3u8',
        flags: ['cors-allowed'],
        attribution: { text: 'The Long Rain · Studio Nine', licence: 'CC BY' },
      },
    ]);
  });

  test('queries the index too, and a mirror if there is one', async () => {
    const { requests } = await find(world([row('blender.test')]), {
      index: 'https://index.test',
      instances: [],
      hosts: { 'blender.test': 'https://mirror.test/peertube' },
    });
    expect(requests.map(({ url }) => url.replace(/0eb0.*/, ''))).toEqual([
      'https://index.test/api/v1/search/videos',
      'https://mirror.test/peertube/api/v1/videos/',
      'https://mirror.test/peertube/api/v1/videos/',
    ]);
    expect(requests[0]?.options.query).toMatchObject({ searchTarget: undefined });
  });

  test('continues without a failing instance, but not without all', async () => {
    const both = { index: 'https://index.test' };
    const { streams, warnings } = await find((requested) => {
      if (requested.url.startsWith('https://index.test')) return { status: 502 };
      return world([row('films.test')])(requested);
    }, both);
    expect(streams).toHaveLength(1);
    expect(warnings).toEqual(['PeerTube at index.test responded with status 502']);
    await expect(find(() => ({ status: 500 }), both)).rejects.toThrow('status 500');
  });

  test('respects a host’s rate limit', async () => {
    const source = peertube(OPTIONS);
    const at = (seconds: number) =>
      fakeContext(
        () => ({ status: 429, headers: { 'retry-after': '30' }, body: 'Too many requests' }),
        { now: Date.UTC(2026, 0, 1, 0, 0, seconds) },
      );
    const fetchAfter = async (seconds: number) => {
      const context = at(seconds);
      const failed = await Promise.resolve(source?.movie?.({ ...context, media: movie })).catch(
        (error: unknown) => String(error),
      );
      return { failed, times: context.requests.length };
    };
    expect(await fetchAfter(0)).toEqual({
      failed: expect.stringContaining('busy (429)'),
      times: 1,
    });
    expect(await fetchAfter(29)).toEqual({
      failed: expect.stringContaining('limits requests'),
      times: 0,
    });
    expect(await fetchAfter(31)).toMatchObject({ times: 1 });
  });

  test.each<[string, FakeResponse]>([
    ['a web page', { body: '<html>' }],
    ['not a list', jsonResponse({ total: 1 })],
    [
      'an error object',
      jsonResponse({ type: 'about:blank', title: 'Bad Request', status: 400 }, 400),
    ],
  ])('that gets %s has failed', async (_, respond) => {
    await expect(find(() => respond)).rejects.not.toBeInstanceOf(NotFoundError);
  });
});

describe('the match', () => {
  test.each([
    'The Long Rain (2014)',
    'The Long Rain - Blender Open Movie',
    'The Long Rain [open movie by Studio Nine]',
    'The Long Rain – Full Short Film',
    'Long Rain 4K',
    'THE LONG RAIN | Open Film | English subtitles',
    'The Long Rain (short film)',
  ])('%s is accepted', async (name) => {
    const video = { ...details('films.test'), name };
    expect((await find(world([row('films.test', { name })], video))).streams).toHaveLength(1);
  });

  test.each([
    ['another title', { name: 'The Long Rain Returns' }],
    ['a trailer', { name: 'The Long Rain - Trailer' }],
    ['another year', { name: 'The Long Rain (1998)' }],
    ['another year of first publication', { originallyPublishedAt: '1998-03-01T00:00:00.000Z' }],
    ['another length', { duration: 3_000 }],
    ['neither length nor year', { duration: undefined }],
    ['a broadcast', { isLive: true }],
    ['marked as sensitive', { nsfw: true }],
    ['an address that is not a page', { url: 'javascript:alert(1)' }],
    ['a very long name', { name: `The Long Rain${' hd'.repeat(99_999)}` }],
    ['an id with a path', { uuid: '../../users/me' }],
  ])('a result with %s is not requested', async (_, change) => {
    const requested: FakeRequest[] = [];
    const finding = find((request) => {
      requested.push(request);
      return world([row('films.test', change)])(request);
    });
    await expect(finding).rejects.toBeInstanceOf(NotFoundError);
    expect(requested.every(searched)).toBe(true);
  });

  test('a short may differ by minutes, a long movie by a tenth', async () => {
    const twenty = (duration: number) =>
      world([row('films.test', { duration })], {
        ...details('films.test'),
        duration,
      });
    expect((await find(twenty(12 * 60 + 170))).streams).toHaveLength(1);
    const long = { media: { ...movie, runtime: 100 } };
    expect((await find(twenty(109 * 60), long)).streams).toHaveLength(1);
    await expect(find(twenty(111 * 60), long)).rejects.toBeInstanceOf(NotFoundError);
  });

  test('the metadata of the host counts', async () => {
    const another = details('films.test', { name: 'Something Else' });
    await expect(find(world([row('films.test')], another))).rejects.toThrow('disagree');
  });
});

describe('the rights', () => {
  const on = (host: string, more: object = {}) => {
    const video = details(host, more);
    return find(world([row(host, more)], video), { index: 'https://index.test', instances: [] });
  };

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('license %i is accepted on a trusted host', async (id) => {
    const { streams } = await on('blender.test', { licence: { id } });
    expect(streams[0]?.attribution?.licence).toMatch(/^(?:CC|No known)/);
  });

  test.each([
    ['no license on a trusted host', 'blender.test', { licence: { id: null } }],
    ['all rights reserved', 'blender.test', { licence: { id: 9 } }],
    ['an open license on an untrusted host', 'anybody.test', { licence: { id: 1 } }],
    [
      'a trusted name at another host',
      'evil.test',
      {
        channel: { name: 'studio', host: 'big.test' },
      },
    ],
    [
      'a movie that is not old enough',
      'anybody.test',
      {
        originallyPublishedAt: '2014-01-01T00:00:00.000Z',
      },
    ],
  ])('%s is no license', async (_, host, more) => {
    await expect(on(host, more)).rejects.toBeInstanceOf(NotFoundError);
  });

  test('a trusted channel may show its videos under any declared license', async () => {
    const { streams } = await on('big.test', { licence: { id: null } });
    expect(streams[0]?.attribution).toEqual({
      text: 'The Long Rain · Studio Nine',
      url: expect.stringContaining('https://big.test/'),
    });
  });

  test('a work that is old enough may be shown from any host if its year is certain', async () => {
    const media = { ...movie, releaseYear: 1922 };
    const at = (name: string, year = 1922) =>
      find(world([row('anybody.test', { name })], details('anybody.test', { name })), {
        media,
        facts: { titles: [movie.title], year },
        index: 'https://index.test',
        instances: [],
      });
    const { streams } = await at('The Long Rain (1922)');
    expect(streams[0]?.attribution?.licence).toBe('Public domain (US), 1922');
    await expect(at('The Long Rain')).rejects.toBeInstanceOf(NotFoundError);
    // The client's year is only a claim. The catalog's year decides.
    await expect(at('The Long Rain (1922)', 2014)).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe('a video', () => {
  test('without plain files has those of its playlist', async () => {
    const piece = (id: number, more: object = {}) => ({
      resolution: { id },
      fileUrl: `https://films.test/hls/${id}-fragmented.mp4`,
      hasAudio: true,
      hasVideo: true,
      ...more,
    });
    const playing = (files: readonly object[]) =>
      find(
        world(
          [row('films.test')],
          details('films.test', {
            streamingPlaylists: [{ type: 1, playlistUrl: 'https://films.test/m.m3u8', files }],
          }),
        ),
      );
    expect((await playing([piece(720), piece(360)])).streams).toMatchObject([
      { type: 'hls' },
      { type: 'file', qualities: { 720: {}, 360: {} } },
    ]);
    // Separate video and audio files play only through the playlist.
    const split = [piece(720, { hasAudio: false }), piece(0, { hasVideo: false })];
    expect((await playing(split)).streams.map(({ type }) => type)).toEqual(['hls']);
  });

  test.each([
    [{ code: 'video_requires_password' }, 'protected by a password'],
    [{ title: 'Unauthorized' }, 'private'],
    ['no', 'private'],
  ])('that is refused with %j has a reason', async (problem, reason) => {
    const refusing = find((requested) =>
      searched(requested)
        ? jsonResponse({ data: [row('films.test')] })
        : jsonResponse(problem, 401),
    );
    await expect(refusing).rejects.toThrow(reason);
    await expect(refusing).rejects.toBeInstanceOf(NotFoundError);
  });

  test('that fails is followed by the next', async () => {
    const other = row('films.test', { uuid: '8533ea43-4271-4a57-9694-e9d0b35e1aa1' });
    const { streams, warnings } = await find((requested) =>
      requested.url.includes('/0eb052d0') && !searched(requested)
        ? { status: 502 }
        : world([row('films.test'), other])(requested),
    );
    expect(streams).toHaveLength(1);
    expect(warnings.join()).toContain('status 502');
  });
});
