import type {
  ScrapeEmbedEvent,
  ScrapeEvent,
  ScrapeSourceEvent,
} from '@matinee/shared/contract/scrape';
import type { FileStream, HlsStream, Stream } from '@matinee/shared/media/stream';
import { createRegistry } from '@matinee/sources/registry';
import type { Source } from '@matinee/sources/source';
import { describe, expect, test } from 'vitest';
import { createStreamTokens, type StreamToken } from '#stream-relay/stream-token.ts';
import {
  createStreamSigner,
  relayableSources,
  type RelayMode,
  isPrivateHost,
} from './sign-streams.ts';

const source = (id: string, rank: number, about: Pick<Source, 'trust'>): Source => ({
  id,
  name: id,
  rank,
  runsIn: 'server',
  ...about,
  movie: async () => ({ embeds: [], streams: [] }),
});
const registry = createRegistry({
  sources: [
    source('nas', 3, { trust: 'own' }),
    source('addon', 2, { trust: 'named' }),
    source('web', 1, {}),
  ],
  embeds: [],
});
const tokens = createStreamTokens({ secret: 'x'.repeat(32), now: () => 1_800_000_000_000 });
const deliveryOf = (mode: RelayMode) =>
  createStreamSigner({ registry, tokens, mode, isAllowed: (host) => host === 'opened.test:80' });

const ORIGIN = 'http://house.test:8080';
const HLS: HlsStream = {
  id: 'primary',
  type: 'hls',
  flags: ['cors-allowed'],
  captions: [
    {
      id: 'en',
      type: 'vtt',
      url: 'http://10.0.0.5/en.vtt?k=key',
      hasCorsRestrictions: true,
      language: 'en',
    },
  ],
  playlist: 'http://10.0.0.5/master.m3u8?k=key',
  attribution: { text: 'Somebody' },
  thumbnailTrack: { type: 'vtt', url: 'http://10.0.0.5/thumbs.vtt?k=key' },
};
const FILE: FileStream = {
  id: 'primary',
  type: 'file',
  flags: ['cors-allowed'],
  captions: [],
  qualities: {
    '1080': { type: 'mp4', url: 'library:folder/1' },
    '720': { type: 'mp4', url: 'http://10.0.0.5/720.mp4' },
  },
};

/** Returns the original URL for a URL that the client received. */
function behind(url: string): StreamToken {
  const [, text = ''] =
    /^http:\/\/house\.test:8080\/stream\/([\w-]+)(?:\/[\w.]+)?$/.exec(url) ?? [];
  return tokens.read(text);
}

function deliver(stream: Stream, mode: RelayMode, { isOwn = false, origin = ORIGIN } = {}) {
  return deliveryOf(mode).stream(stream, { scope: isOwn ? 'own' : 'public', origin });
}

test('the file that no browser plays gets a token for other players, without its address', async () => {
  const cause = { code: 'unplayableFile', format: 'DTS', part: 'audio' } as const;
  async function reported(id: string, url: string) {
    const update = { type: 'update', id, percentage: 100, status: 'notfound' } as const;
    async function* events(): AsyncGenerator<ScrapeEvent> {
      yield { ...update, cause: { ...cause, url } };
    }
    const [first] = await Array.fromAsync(deliveryOf('own').run(events(), { origin: ORIGIN }));
    return first?.type === 'update' ? first.cause : undefined;
  }
  const path = 'library:folder/a.mkv';
  const own = await reported('nas', path);
  expect(behind(own?.url ?? '')).toMatchObject({ url: path, kind: 'media', scope: 'own' });
  expect(own).toMatchObject(cause);
  const open = 'https://files.example.org/a.mkv';
  expect(await reported('addon', open)).toEqual({ ...cause, url: open });
  for (const hidden of ['http://10.0.0.5/a.mkv', 'http://opened.test:80/a.mkv', path])
    expect(await reported('addon', hidden)).toEqual(cause);
  expect(await reported('web', open)).toEqual(cause);
});

describe('a stream of the operator', () => {
  test.each(['own', 'all'] as const)('is sent with stream tokens (%s)', (mode) => {
    const own = deliver({ ...HLS, headers: { Authorization: 'key' } }, mode, { isOwn: true });
    expect(JSON.stringify(own)).not.toMatch(/10\.0\.0\.5|key/);
    expect(own).toEqual({
      id: 'primary',
      type: 'hls',
      flags: ['cors-allowed'],
      captions: [
        {
          ...HLS.captions[0],
          url: expect.stringMatching(/\/stream\.vtt$/),
          hasCorsRestrictions: false,
        },
      ],
      attribution: { text: 'Somebody' },
      playlist: expect.stringMatching(/\/index\.m3u8$/),
    });
    if (own?.type !== 'hls') throw new Error('That is another stream');
    expect(behind(own.playlist)).toMatchObject({
      url: HLS.playlist,
      kind: 'playlist',
      headers: { authorization: 'key' },
    });
    expect(behind(own.captions[0]?.url ?? '')).toMatchObject({
      url: HLS.captions[0]?.url,
      kind: 'media',
      session: behind(own.playlist).session,
    });
  });

  test('has tokens for image subtitles, too', () => {
    const track = { id: 'p', type: 'pgs', hasCorsRestrictions: true, language: 'en' } as const;
    const url = 'http://10.0.0.5/en.sup?k=key';
    const own = deliver({ ...HLS, imageCaptions: [{ ...track, url }] }, 'own', { isOwn: true });
    expect(JSON.stringify(own)).not.toMatch(/10\.0\.0\.5|key/);
    const [reported] = own?.imageCaptions ?? [];
    expect(reported).toMatchObject({ id: 'p', type: 'pgs', hasCorsRestrictions: false });
    expect(behind(reported?.url ?? '')).toMatchObject({ url, kind: 'media' });
  });

  test('keeps its chapters and segments, and has a token for its timeline', () => {
    const known = {
      chapters: [{ start: 0, title: 'One' }],
      segments: [{ kind: 'intro' as const, start: 5, end: 65 }],
    };
    const timeline = 'library:folder/0/x/timeline.json';
    const own = deliver({ ...HLS, ...known, timeline }, 'own', { isOwn: true });
    expect(own).toMatchObject(known);
    expect(behind(own?.timeline ?? '')).toMatchObject({ url: timeline, kind: 'media' });
    const open = { ...HLS, playlist: 'https://cdn.test/x', timeline: 'https://cdn.test/t.json' };
    expect(deliver({ ...open, flags: [] }, 'all')?.timeline).toBe('https://cdn.test/t.json');
  });

  test('of files has a token for each quality, best first', () => {
    const own = deliver(FILE, 'own', { isOwn: true });
    if (own?.type !== 'file') throw new Error('That is another stream');
    const urls = Object.entries(own.qualities).map(([quality, { url }]) => [
      quality,
      behind(url).url,
    ]);
    expect(urls).toEqual([
      ['720', 'http://10.0.0.5/720.mp4'],
      ['1080', 'library:folder/1'],
    ]);
  });

  test('of files has tokens for the lower qualities that the server encodes', () => {
    const url = 'library:folder/1/h264-480.m3u8';
    const stream: FileStream = { ...FILE, lowerQualities: { '480': { type: 'hls', url } } };
    const own = deliver(stream, 'own', { isOwn: true });
    const signed = own?.type === 'file' ? own.lowerQualities?.['480'] : undefined;
    expect(signed).toMatchObject({ type: 'hls', url: expect.stringMatching(/\/index\.m3u8$/) });
    expect(behind(signed?.url ?? '')).toMatchObject({ url, kind: 'playlist', scope: 'own' });
  });

  test('is not delivered where relaying is not allowed', () => {
    expect(deliver(HLS, 'off', { isOwn: true })).toBeUndefined();
  });
});

describe('a public stream', () => {
  const playable = { ...HLS, playlist: 'https://cdn.test/x.m3u8' };

  test.each([
    ['that a page can play', playable, ORIGIN],
    ['of files that a page can play', FILE, ORIGIN],
    ['that a secure page can play', playable, 'https://house.test'],
  ])('%s stays unchanged', (_what, stream, origin) => {
    expect(deliver(stream, 'all', { origin })).toBe(stream);
  });

  test.each([
    ['that needs headers', { ...playable, headers: { Referer: 'https://page.test/' } }, ORIGIN],
    ['without CORS', { ...playable, flags: [] }, ORIGIN],
    [
      'on plain http under a secure page',
      { ...playable, playlist: 'http://cdn.test/' },
      'https://house.test',
    ],
  ])('%s is relayed, but only where all streams are', (_what, stream, origin) => {
    expect(deliver(stream, 'own', { origin })).toBe(stream);
    expect(deliver(stream, 'off', { origin })).toBe(stream);
    const relayed = deliver(stream, 'all', { origin });
    expect(relayed).toMatchObject({
      flags: ['cors-allowed'],
      captions: HLS.captions,
      thumbnailTrack: HLS.thumbnailTrack,
      playlist: expect.stringContaining(`${origin}/stream/`),
    });
    expect(relayed).not.toHaveProperty('headers');
  });

  test('takes required and optional headers along in the token', () => {
    const relayed = deliver(
      {
        ...playable,
        headers: { Referer: 'https://page.test/', Host: 'inside' },
        preferredHeaders: { 'User-Agent': 'Player', Referer: 'https://other.test/' },
      },
      'all',
    );
    if (relayed?.type !== 'hls') throw new Error('That is another stream');
    expect(behind(relayed.playlist).headers).toEqual({
      referer: 'https://page.test/',
      'user-agent': 'Player',
    });
    expect(relayed).not.toHaveProperty('preferredHeaders');
  });
});

describe('a stream of an operator’s add-on', () => {
  const thumbnailTrack = { type: 'vtt' as const, url: 'https://cdn.test/x.vtt' };
  const playable = { ...HLS, captions: [], playlist: 'https://cdn.test/x.m3u8', thumbnailTrack };
  const named = (stream: Stream, mode: RelayMode = 'own') =>
    deliveryOf(mode).stream(stream, { scope: 'named', origin: ORIGIN });

  test('that a page can play stays unchanged', () => {
    expect(named(playable)).toEqual(playable);
    expect(named(playable, 'all')).toEqual(playable);
  });

  test.each([
    ['needs headers', { ...playable, headers: { Referer: 'https://page.test/' } }],
    ['has no CORS', { ...playable, flags: [] }],
    ['is on a private address', { ...playable, playlist: 'http://192.168.1.9/x.m3u8' }],
    [
      'is on an address that the operator has allowed',
      { ...playable, playlist: 'http://opened.test/' },
    ],
  ])('that %s is relayed even where only operator streams are', (_what, stream) => {
    const relayed = named(stream);
    if (relayed?.type !== 'hls') throw new Error('That is another stream');
    expect(behind(relayed.playlist)).toMatchObject({ url: stream.playlist, scope: 'named' });
    expect(JSON.stringify(relayed)).not.toContain(stream.playlist);
    expect(named(stream, 'off')).toBe(stream);
  });

  test('of files has tokens for the playlists that this server makes of them', () => {
    const url = 'library:remote/film/h264-480.m3u8';
    const open = {
      ...FILE,
      qualities: { '720': { type: 'mp4' as const, url: 'https://cdn.test/720.mp4' } },
      lowerQualities: { '480': { type: 'hls' as const, url } },
    };
    for (const found of [open, { ...open, flags: [] }]) {
      const stream = named(found);
      const signed = stream?.type === 'file' ? stream.lowerQualities?.['480'] : undefined;
      expect(behind(signed?.url ?? '')).toMatchObject({ url, kind: 'playlist', scope: 'named' });
      expect(JSON.stringify(stream)).not.toContain('library:');
    }
    expect(named(open)).toMatchObject({ qualities: open.qualities });
  });

  test('has its private captions relayed, whether the movie is or not', () => {
    for (const stream of [HLS, { ...playable, captions: HLS.captions }]) {
      const relayed = named(stream);
      expect(JSON.stringify(relayed)).not.toContain('10.0.0.5');
      expect(behind(relayed?.captions[0]?.url ?? '')).toMatchObject({
        url: HLS.captions[0]?.url,
        scope: 'named',
      });
    }
  });
});

test('tokens of public streams open only public addresses', () => {
  const relayed = deliver({ ...HLS, headers: { Referer: 'https://page.test/' } }, 'all');
  if (relayed?.type !== 'hls') throw new Error('That is another stream');
  expect(behind(relayed.playlist).scope).toBe('public');
});

async function* reported<T>(...events: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* events;
}

describe('a run', () => {
  const completed = (sourceId: string): ScrapeEvent => ({
    type: 'completed',
    sourceId,
    stream: HLS,
  });
  const ran = async (mode: RelayMode, event: ScrapeEvent) =>
    (await Array.fromAsync(deliveryOf(mode).run(reported(event), { origin: ORIGIN })))[0];

  test('of all sources delivers streams of the operator with stream tokens', async () => {
    expect(JSON.stringify(await ran('own', completed('nas')))).not.toContain('10.0.0.5');
    expect(await ran('own', completed('web'))).toEqual(completed('web'));
    expect(await ran('off', completed('nas'))).toEqual({ type: 'noOutput' });
  });

  test('reports why an operator source failed, without its address', async () => {
    const event = (id: string): ScrapeEvent => ({
      type: 'update',
      id,
      percentage: 100,
      status: 'failure',
      reason: 'see http://10.0.0.5/?k=key',
      error: { name: 'Error', message: 'GET http://10.0.0.5/?k=key failed' },
    });
    expect(await ran('own', event('nas'))).toEqual({
      ...event('nas'),
      reason: 'see (address)',
      error: { name: 'Error', message: 'GET (address) failed' },
    });
    expect(await ran('own', event('web'))).toEqual(event('web'));
  });

  const alone = async (mode: RelayMode, id: string, event: ScrapeSourceEvent) =>
    (await Array.fromAsync(deliveryOf(mode).sourceRun(id)(reported(event), { origin: ORIGIN })))[0];
  const embeds = [{ embedId: 'e', url: 'http://10.0.0.5/e' }];

  test('of one source does the same, and an operator source has no embeds', async () => {
    const event: ScrapeSourceEvent = { type: 'completed', embeds, stream: [HLS] };
    const own = await alone('own', 'nas', event);
    expect(own).toMatchObject({ type: 'completed', embeds: [] });
    expect(JSON.stringify(own)).not.toContain('10.0.0.5');
    expect(await alone('own', 'web', event)).toEqual(event);
    expect(await alone('off', 'nas', event)).toMatchObject({
      type: 'error',
      name: 'NotFoundError',
    });
    expect(await alone('own', 'web', { type: 'completed', embeds })).toEqual({
      type: 'completed',
      embeds,
    });
    const failed = { type: 'error', name: 'Error', message: 'http://10.0.0.5/ is away' } as const;
    expect(await alone('own', 'nas', failed)).toEqual({ ...failed, message: '(address) is away' });
  });

  test.each([
    [
      "no answer (nas.house isn't a public address.)",
      "no answer ((address) isn't a public address.)",
    ],
    ["nas.house doesn't resolve to an address.", "(address) doesn't resolve to an address."],
    ['10.0.0.5:8096 limits requests for now', '(address) limits requests for now'],
    ['[fd00::5]:80 is away', '(address) is away'],
    ['the file responded with status 404', 'the file responded with status 404'],
  ])('reveals of %s no more than %s', async (message, own) => {
    const failed = { type: 'error', name: 'Error', message } as const;
    expect(await alone('own', 'nas', failed)).toEqual({ ...failed, message: own });
  });

  test('of one embed is treated as public', async () => {
    const event: ScrapeEmbedEvent = { type: 'completed', stream: [{ ...HLS, flags: [] }] };
    const run = (mode: RelayMode) =>
      Array.fromAsync(deliveryOf(mode).embedRun(reported(event), { origin: ORIGIN }));
    expect(JSON.stringify(await run('all'))).toContain('/stream/');
    expect(JSON.stringify(await run('own'))).not.toContain('/stream/');
  });
});

const registryIds = ['nas', 'addon', 'web'];

test('operator sources are not queried where relaying is not allowed', () => {
  const ids = (mode: RelayMode) => relayableSources(registry, mode).sources.map(({ id }) => id);
  expect(ids('off')).toEqual(['addon', 'web']);
  expect([ids('own'), ids('all')]).toEqual([registryIds, registryIds]);
});

const isAllowed = (host: string) => host === 'media.example:8443';

test.each([
  ['http://192.168.1.9:7000/film.mp4', true],
  ['http://[fd00::1]/film.mp4', true],
  ['http://2130706433/film.mp4', true],
  ['http://nas/film.mp4', true],
  ['http://nas.local/film.mp4', true],
  ['https://films.home.arpa/film.mp4', true],
  ['https://media.example:8443/film.mp4', true],
  ['https://media.example/film.mp4', false],
  ['https://local.example/film.mp4', false],
  ['https://93.184.216.34/film.mp4', false],
  ['https://[2606:4700::1]/film.mp4', false],
  ['an invalid address', false],
])('whether %s is in a private network: %s', (url, expected) => {
  expect(isPrivateHost(url, isAllowed)).toBe(expected);
});
