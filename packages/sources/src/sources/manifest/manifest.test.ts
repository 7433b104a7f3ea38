import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ScrapeMovie, ScrapeShow } from '@matinee/shared/media/media';
import { NotFoundError } from '#source.ts';
import { fakeContext } from '#testing/fake-context.ts';
import { manifest } from './manifest.ts';
import { titleKeys, readManifest } from './read-manifest.ts';
import { manifestSchema } from './schema.ts';

const BASE = 'https://nas.test/lists/films.json';
const movie: ScrapeMovie = {
  type: 'movie',
  title: 'Night of the Living Dead',
  releaseYear: 1968,
  tmdbId: '10331',
  imdbId: 'tt0063350',
};
const episode: ScrapeShow = {
  ...movie,
  type: 'show',
  tmdbId: '1930',
  imdbId: undefined,
  season: { number: 1, tmdbId: '1' },
  episode: { number: 3, tmdbId: '2' },
};

const LIST = {
  version: 1,
  name: 'My library',
  movies: [
    {
      tmdbId: 10331,
      title: 'Night of the Living Dead',
      rights: 'Public domain (US)',
      streams: [
        { url: '../films/night 720.mp4', quality: '720' },
        { url: '/films/night-480.mp4', quality: '480' },
        { url: 'https://cdn.test/night/master.m3u8?x=1', headers: { 'X-Key': 'k' } },
      ],
      captions: [
        { lang: 'eng', url: 'night.en.vtt?v=2' },
        { lang: 'pt-BR', url: 'night.pt.srt', forced: true, hearingImpaired: true },
      ],
    },
    { imdbId: 'tt0037638', streams: [{ url: 'detour', type: 'mp4' }] },
  ],
  shows: [
    {
      tmdbId: 1930,
      seasons: {
        '1': {
          '2': [{ url: 'https://cdn.test/2.mp4' }],
          '3': { streams: [{ url: '3.m3u8' }], captions: [{ lang: 'fr', url: '3.vtt' }] },
        },
      },
    },
  ],
};

const read = (list: object, base: string | undefined = BASE) =>
  readManifest(JSON.stringify(list), base);

async function find(media: ScrapeMovie | ScrapeShow, list: object = LIST, body?: string) {
  const content = read(list);
  const source = manifest({
    library: {
      name: () => content.name,
      find: async (wanted) => titleKeys(wanted).flatMap((key) => content.titles.get(key) ?? [])[0],
    },
  });
  const context = fakeContext(() => (body === undefined ? { status: 500 } : { body }));
  const result =
    media.type === 'movie'
      ? await source.movie?.({ ...context, media })
      : await source.show?.({ ...context, media });
  return result?.streams;
}

describe('a manifest', () => {
  test('has movies: files with the same headers are the qualities of one stream', async () => {
    const captions = [
      { id: '1', type: 'vtt', url: 'https://nas.test/lists/night.en.vtt?v=2', language: 'en' },
      {
        id: '2',
        type: 'srt',
        url: 'https://nas.test/lists/night.pt.srt',
        language: 'pt',
        forced: true,
        hearingImpaired: true,
      },
    ].map((caption) => ({ ...caption, hasCorsRestrictions: true }));
    const common = {
      flags: [],
      captions,
      attribution: { text: 'Night of the Living Dead', licence: 'Public domain (US)' },
    };
    expect(await find(movie)).toEqual([
      {
        ...common,
        id: '1',
        type: 'file',
        qualities: {
          '720': { type: 'mp4', url: 'https://nas.test/films/night%20720.mp4' },
          '480': { type: 'mp4', url: 'https://nas.test/films/night-480.mp4' },
        },
      },
      {
        ...common,
        id: '2',
        type: 'hls',
        playlist: 'https://cdn.test/night/master.m3u8?x=1',
        headers: { 'X-Key': 'k' },
      },
    ]);
  });

  test('has a playlist whose URL does not tell, unless it says that it is a file', async () => {
    const [row] = LIST.movies;
    const list = (type?: string) => ({
      ...LIST,
      movies: [{ ...row, streams: [{ url: 'https://cdn.test/night?list', type }] }],
    });
    const found = async (type?: string) =>
      (await find(movie, list(type), '#EXTM3U'))?.map((stream) => stream.type);
    expect(await found()).toEqual(['hls']);
    expect(await found('mp4')).toEqual(['file']);
  });

  test('has image subtitles separate from text captions', async () => {
    const captions = [
      { lang: 'en', url: 'night.en.sup', forced: true },
      { lang: 'de', url: 'night.de.ass' },
    ];
    const [row] = LIST.movies;
    const [stream] = (await find(movie, { ...LIST, movies: [{ ...row, captions }] })) ?? [];
    const expected = { hasCorsRestrictions: true };
    const base = 'https://nas.test/lists';
    expect(stream?.captions).toEqual([
      { ...expected, id: '2', type: 'srt', url: `${base}/night.de.ass`, language: 'de' },
    ]);
    expect(stream?.imageCaptions).toEqual([
      {
        ...expected,
        id: '1',
        type: 'pgs',
        url: `${base}/night.en.sup`,
        language: 'en',
        forced: true,
      },
    ]);
  });

  test('has movies by IMDb id, and episodes, with or without captions', async () => {
    const detour = { ...movie, tmdbId: '20367', imdbId: 'tt0037638' };
    expect(await find(detour)).toMatchObject([
      { qualities: { unknown: { url: 'https://nas.test/lists/detour' } } },
    ]);
    expect(await find(episode)).toMatchObject([
      { playlist: 'https://nas.test/lists/3.m3u8', captions: [{ language: 'fr' }] },
    ]);
    const second = { ...episode, episode: { number: 2, tmdbId: '3' } };
    expect(await find(second)).toMatchObject([{ type: 'file', captions: [] }]);
  });

  test.each<[string, ScrapeMovie | ScrapeShow]>([
    ['another movie', { ...movie, tmdbId: '1', imdbId: 'tt1' }],
    ['a movie with the id of a series', { ...movie, tmdbId: '1930', imdbId: undefined }],
    ['another episode', { ...episode, episode: { number: 4, tmdbId: '4' } }],
    ['another season', { ...episode, season: { number: 2, tmdbId: '4' } }],
  ])('does not contain %s', async (_, media) => {
    await expect(find(media)).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe('errors in a manifest', () => {
  test.each<[string, object, string]>([
    ['no streams', { movies: [{ tmdbId: 1 }] }, 'movies[0].streams: '],
    ['a wrong quality', { movies: [{}, row({ quality: '8k' })] }, 'movies[1].streams[0].quality: '],
    [
      'no id',
      { movies: [{ streams: [{ url: 'a' }] }] },
      'movies[0]: needs a tmdbId, an imdbId or a title',
    ],
    ['text for a number', { movies: [row({}, { tmdbId: '1' })] }, 'movies[0].tmdbId: '],
    [
      'an invalid address',
      { movies: [row({ url: 'ftp://a.test/a' })] },
      'movies[0].streams[0].url: not an',
    ],
    [
      'an invalid header',
      { movies: [row({ headers: { 'a b': 'c' } })] },
      'movies[0].streams[0].headers',
    ],
    [
      'a caption without a language',
      { movies: [row({}, { captions: [{ lang: '??', url: 'a' }] })] },
      'movies[0].captions[0].lang: not a language',
    ],
    [
      'an episode without a number',
      { shows: [{ tmdbId: 1, seasons: { '1': { last: [{ url: 'a' }] } } }] },
      'shows[0].seasons.1.last: ',
    ],
    [
      'an address in an episode',
      { shows: [{ tmdbId: 1, seasons: { '1': { '4': [{ url: 'x:y' }] } } }] },
      'shows[0].seasons.1.4.streams[0].url: ',
    ],
  ])('are reported with their location: %s', (_, list, message) => {
    const { errors } = read({ version: 1, ...list });
    expect(errors.at(-1)).toContain(message);
  });

  test('do not remove the rest', () => {
    const { titles, errors } = read({ version: 1, movies: [{ tmdbId: 5 }, row({ url: 'a.mp4' })] });
    expect([...titles.keys()]).toEqual(['movie:9']);
    expect(errors).toHaveLength(1);
  });

  test('relative addresses need a manifest with an address', () => {
    const { errors, titles } = readManifest(JSON.stringify(LIST));
    expect(errors).toContain('movies[0].streams[0].url: not an http or https URL');
    expect([...titles.keys()]).toEqual(['show:1930:1:2']);
  });

  test.each([
    ['[]', 'the top level: '],
    ['{"version":2}', 'version: '],
    ['{"version":1,"movies":{}}', 'movies: '],
    ['{"version":1,', "isn't JSON"],
    ['<html>', "isn't JSON"],
  ])('%s is not a manifest', (text, message) => {
    expect(() => readManifest(text)).toThrow(message);
  });
});

test('the published schema is the one in use', () => {
  const text = readFileSync(join(import.meta.dirname, 'manifest.schema.json'), 'utf8');
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(manifestSchema())));
});

function row(stream: object, more: object = {}): object {
  return { tmdbId: 9, streams: [{ url: 'a.mp4', ...stream }], ...more };
}
