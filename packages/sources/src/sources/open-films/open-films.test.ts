import { describe, expect, test } from 'vitest';
import type { ScrapeMovie } from '@matinee/shared/media/media';
import {
  fakeContext,
  jsonResponse,
  type FakeRequest,
  type FakeResponse,
} from '#testing/fake-context.ts';
import { NotFoundError } from '#source.ts';
import { openFilms } from './open-films.ts';

const BASE = 'https://peertube.test';
const { embeds, source } = openFilms({ 'video.blender.org': BASE });
const sintel: ScrapeMovie = {
  type: 'movie',
  title: 'Sintel',
  releaseYear: 2010,
  tmdbId: '45745',
  imdbId: 'tt1727587',
};
const SINTEL_PAGE = 'https://video.blender.org/w/0eb052d0-fd51-43e6-aa33-ecdbf77a5d40';
const TEARS_PAGE = 'https://video.blender.org/w/8533ea43-4271-4a57-9694-e9d0b35e1aa1';

const file = (height: number, more: object = {}) => ({
  id: height,
  resolution: { id: height, label: `${height}p` },
  size: 1,
  fps: 24,
  hasAudio: true,
  hasVideo: true,
  fileUrl: `${BASE}/object-storage/web_videos/x-${height}.mp4`,
  ...more,
});
const video = {
  name: 'Sintel - Open Movie',
  url: SINTEL_PAGE,
  duration: 888,
  isLive: false,
  licence: { id: null, label: 'Unknown' },
  state: { id: 1, label: 'Published' },
  privacy: { id: 1, label: 'Public' },
  account: { displayName: 'Blender' },
  channel: { displayName: 'Blender Open Movies' },
  files: [file(818), file(480)],
  streamingPlaylists: [
    { id: 1, type: 1, playlistUrl: `${BASE}/object-storage/hls/x-master.m3u8`, files: [] },
  ],
};
const captions = {
  total: 3,
  data: [
    { language: { id: 'en' }, captionPath: '/auto-en.vtt', automaticallyGenerated: true },
    { language: { id: 'en' }, captionPath: '/lazy-static/en.vtt', automaticallyGenerated: false },
    { language: { id: 'pt-BR' }, captionPath: '/old', fileUrl: `${BASE}/pt.vtt` },
    { language: 'nonsense' },
  ],
};

async function find(media: ScrapeMovie) {
  const result = await source.movie?.({ ...fakeContext(() => ({ status: 500 })), media });
  return result?.embeds;
}

async function play(
  url: string,
  respond: (requested: FakeRequest) => FakeResponse,
  id = 'open-films-video',
) {
  const context = fakeContext(respond);
  const streams = await embeds.find((embed) => embed.id === id)?.run({ ...context, url });
  return { streams: streams ?? [], ...context };
}

const responses =
  (body: unknown, status = 200) =>
  ({ url }: FakeRequest) =>
    url.endsWith('/captions') ? jsonResponse(captions) : jsonResponse(body, status);

describe('the open movies', () => {
  test('a movie in the collection has its locations, the video before the plain file', async () => {
    expect(await find(sintel)).toEqual([{ embedId: 'open-films-video', url: SINTEL_PAGE }]);
    const wingIt = { ...sintel, tmdbId: '5060810730', imdbId: undefined };
    expect((await find(wingIt))?.map(({ embedId }) => embedId)).toEqual([
      'open-films-video',
      'open-films-file',
    ]);
  });

  test('a movie that is only at the Internet Archive, or nowhere, is not found', async () => {
    const night = { ...sintel, tmdbId: '10331', imdbId: 'tt0063350' };
    await expect(find(night)).rejects.toBeInstanceOf(NotFoundError);
    await expect(find({ ...sintel, tmdbId: '1', imdbId: 'tt1' })).rejects.toBeInstanceOf(
      NotFoundError,
    );
  });
});

describe('a PeerTube video', () => {
  test('has the adaptive stream first, then its files, with captions and credit', async () => {
    const { requests, streams } = await play(SINTEL_PAGE, responses(video));
    const api = `${BASE}/api/v1/videos/0eb052d0-fd51-43e6-aa33-ecdbf77a5d40`;
    expect(requests.map(({ url }) => url)).toEqual([api, `${api}/captions`]);
    expect(streams).toMatchObject([
      { type: 'hls', playlist: `${BASE}/object-storage/hls/x-master.m3u8` },
      {
        type: 'file',
        qualities: {
          720: { type: 'mp4', url: `${BASE}/object-storage/web_videos/x-818.mp4` },
          480: { type: 'mp4', url: `${BASE}/object-storage/web_videos/x-480.mp4` },
        },
      },
    ]);
    const english = { id: 'en', type: 'vtt', url: `${BASE}/lazy-static/en.vtt`, language: 'en' };
    expect(streams[0]?.captions).toEqual([
      { ...english, hasCorsRestrictions: false },
      {
        ...english,
        hasCorsRestrictions: false,
        id: 'pt-BR',
        url: `${BASE}/pt.vtt`,
        language: 'pt',
      },
    ]);
    expect(streams[0]?.flags).toEqual(['cors-allowed']);
    expect(streams[0]?.attribution).toEqual({
      text: 'Sintel - Open Movie · Blender Open Movies',
      url: SINTEL_PAGE,
      licence: 'CC BY 3.0, (c) Blender Foundation | www.sintel.org',
    });
    expect(new Set(streams.map(({ id }) => id)).size).toBe(streams.length);
  });

  test('may have files only, or a playlist only', async () => {
    const filesOnly = await play(SINTEL_PAGE, responses({ ...video, streamingPlaylists: [] }));
    expect(filesOnly.streams.map(({ type }) => type)).toEqual(['file']);
    const playlistOnly = await play(SINTEL_PAGE, responses({ ...video, files: [] }));
    expect(playlistOnly.streams.map(({ type }) => type)).toEqual(['hls']);
  });

  test('parts of a split recording and other containers are not playable files', async () => {
    const files = [
      file(1080, { hasAudio: false }),
      file(0),
      file(720, { fileUrl: `${BASE}/x-720.webm` }),
      file(360, { fileUrl: 'javascript:alert(1)//.mp4' }),
    ];
    const playing = play(SINTEL_PAGE, responses({ ...video, files, streamingPlaylists: [] }));
    await expect(playing).rejects.toThrow('no playable file');
  });

  test('plays without captions if they are unavailable', async () => {
    const { streams, warnings } = await play(SINTEL_PAGE, ({ url }) =>
      url.endsWith('/captions') ? { body: '<html>' } : jsonResponse(video),
    );
    expect(streams[0]?.captions).toEqual([]);
    expect(warnings).toEqual(["No subtitles: The PeerTube host didn't send JSON"]);
  });

  test.each([
    ['live', { isLive: true }],
    ['unfinished', { state: { id: 2 } }],
    ['private', { privacy: { id: 3 } }],
    ['of unknown privacy', { privacy: 'open' }],
    ['all rights reserved', { licence: { id: 9 } }],
  ])('that is %s is not found', async (_, change) => {
    const playing = play(SINTEL_PAGE, responses({ ...video, ...change }));
    await expect(playing).rejects.toBeInstanceOf(NotFoundError);
  });

  test.each([401, 403, 404])('that answers %i is not found', async (status) => {
    const refused = play(
      'https://video.blender.org/w/xymLD6rkpHNug3fzzMyhmZ',
      responses({ detail: 'no' }, status),
    );
    await expect(refused).rejects.toBeInstanceOf(NotFoundError);
  });

  test('that its host lacks still plays from its recorded file', async () => {
    const { streams } = await play(TEARS_PAGE, responses({ detail: 'Video not found' }, 404));
    expect(streams).toMatchObject([
      {
        type: 'file',
        qualities: {
          720: {
            url: `${BASE}/object-storage/web_videos/8533ea43-4271-4a57-9694-e9d0b35e1aa1-800.mp4`,
          },
        },
      },
    ]);
  });

  test.each<[string, FakeResponse, string]>([
    ['a web page', { body: '<html>' }, "didn't send JSON"],
    ['a list', jsonResponse([]), 'unexpected response'],
    ['an empty object', jsonResponse({}), 'unexpected response'],
    ['a server error', { status: 502 }, 'status 502'],
    ['too many requests', { status: 429, body: 'Too many' }, 'busy (429)'],
  ])('%s is a failure with its own error', async (_, respond, message) => {
    const playing = play(SINTEL_PAGE, () => respond);
    await expect(playing).rejects.not.toBeInstanceOf(NotFoundError);
    await expect(playing).rejects.toThrow(message);
  });
});

describe('addresses', () => {
  test('a recorded file plays at the address that replaces its host', async () => {
    const path = '/object-storage/web_videos/1be4c93c-1fd2-498d-adc7-50126823033e-480.mp4';
    const url = `https://video.blender.org${path}`;
    const { requests, streams } = await play(url, () => ({ status: 500 }), 'open-films-file');
    expect(requests).toEqual([]);
    expect(streams).toMatchObject([{ qualities: { 480: { type: 'mp4', url: `${BASE}${path}` } } }]);
  });

  test.each(['open-films-video', 'open-films-file'])(
    'the embed %s requests nothing outside the collection',
    async (id) => {
      for (const url of ['https://evil.example/w/1', 'nonsense', 'https://video.blender.org/w/1']) {
        await expect(play(url, responses(video), id)).rejects.toThrow(
          "isn't the URL of an open movie",
        );
      }
    },
  );
});
