import { describe, expect, test } from 'vitest';
import type { FileStream } from '@matinee/shared/media/stream';
import { fakeContext } from '#testing/fake-context.ts';
import type {
  FolderLibrary,
  IndexedVideo,
  TitleClaim,
  UnplayableVideo,
  VideoInfo,
} from './folder-library.ts';
import { folder } from './folder.ts';

const MEDIA = {
  type: 'movie' as const,
  title: 'Nosferatu',
  releaseYear: 1922,
  tmdbId: '653',
  imdbId: 'tt0013442',
  runtime: 94,
};

type Parts = Partial<TitleClaim> & Partial<Pick<IndexedVideo, 'height' | 'edition' | 'captions'>>;

function video(url: string, parts: Parts = {}): IndexedVideo {
  const { titles = ['Nosferatu'], year, undatedTitle, ids = {} } = parts;
  const { height = 720, edition, captions = [] } = parts;
  return {
    claim: { titles, year, undatedTitle, ids },
    url: `library:folder/${url}.mp4`,
    height,
    edition,
    captions,
  };
}

function library(
  videos: readonly IndexedVideo[],
  facts: Partial<VideoInfo> = {},
  isComplete = true,
): FolderLibrary {
  return {
    find: () => videos,
    findUnplayable: () => [],
    inspect: async (url) => {
      const isPlaylist = videos.some((each) => each.url === url && each.isPlaylist === true);
      const { unplayable, ...known } = facts;
      const found = { height: undefined, seconds: undefined, ...known };
      return isPlaylist ? { ...found, unplayable } : found;
    },
    isComplete: () => isComplete,
  };
}

async function play(libraries: readonly FolderLibrary[], media = MEDIA): Promise<FileStream[]> {
  const context = { ...fakeContext(() => ({})), media };
  const result = await folder(libraries).movie?.(context);
  return (result?.streams ?? []).flatMap((stream) => (stream.type === 'file' ? [stream] : []));
}

const urlsOf = (streams: readonly FileStream[]) =>
  streams.map(({ qualities }) => Object.values(qualities).map(({ url }) => url.slice(15, -4)));

describe('a file', () => {
  test('with the id of the title matches under any name', async () => {
    const files = [video('a', { titles: ['Whatever'], year: 1999, ids: { tmdb: '653' } })];
    expect(urlsOf(await play([library(files)]))).toEqual([['a']]);
    const other = [video('b', { titles: ['Whatever'], ids: { imdb: 'tt0013442' } })];
    expect(urlsOf(await play([library(other)]))).toEqual([['b']]);
  });

  test.each([
    ['the id of another title', { year: 1922, ids: { tmdb: '654' } }],
    ['the IMDb id of another title', { year: 1922, ids: { imdb: 'tt0000001' } }],
    ['another title', { titles: ['Nosferatu the Vampyre'], year: 1922 }],
    ['another year', { year: 1979 }],
  ])('with %s does not match', async (_, claim) => {
    await expect(play([library([video('a', claim)])])).rejects.toThrow('no matching file');
  });

  test('of the same year comes before one of the next, and an id before both', async () => {
    const near = video('near', { year: 1923 });
    const exact = video('exact', { year: 1922 });
    const sure = video('sure', { ids: { tmdb: '653' } });
    expect(urlsOf(await play([library([near])]))).toEqual([['near']]);
    expect(urlsOf(await play([library([near, exact])]))).toEqual([['exact']]);
    expect(urlsOf(await play([library([near, exact]), library([sure])]))).toEqual([['sure']]);
  });

  test('without a year must have the length of the movie', async () => {
    const files = [video('a')];
    expect(urlsOf(await play([library(files, { seconds: 95 * 60 })]))).toEqual([['a']]);
    for (const facts of [{}, { seconds: 118 * 60 }]) {
      await expect(play([library(files, facts)])).rejects.toThrow('has no year');
    }
  });

  test('that ends with a number may mean the year or the title', async () => {
    const files = [
      video('a', { titles: ['Wonder Woman'], year: 1984, undatedTitle: 'Wonder Woman 1984' }),
    ];
    const media = { ...MEDIA, title: 'Wonder Woman 1984', releaseYear: 2020, runtime: 151 };
    expect(urlsOf(await play([library(files, { seconds: 151 * 60 })], media))).toEqual([['a']]);
    const older = { ...MEDIA, title: 'Wonder Woman', releaseYear: 1984 };
    expect(urlsOf(await play([library(files)], older))).toEqual([['a']]);
  });

  test('may lack characters that file names cannot contain', async () => {
    const media = { ...MEDIA, title: 'Face/Off', releaseYear: 1997 };
    const files = [video('a', { titles: ['FaceOff'], year: 1997 })];
    expect(urlsOf(await play([library(files)], media))).toEqual([['a']]);
  });
});

describe('the result', () => {
  test('is one stream with all qualities, and another for each other cut', async () => {
    const files = [
      video('cut', { year: 1922, height: 1080, edition: 'Restored' }),
      video('hd', { year: 1922, height: 1080 }),
      video('sd', { year: 1922, height: 480 }),
      video('hd-again', { year: 1922, height: 1080 }),
    ];
    const streams = await play([library(files)]);
    expect(urlsOf(streams)).toEqual([['sd', 'hd'], ['hd-again'], ['cut']]);
    expect(streams.map(({ id }) => id)).toEqual(['file-1', 'file-2', 'file-3']);
    expect(Object.keys(streams[0]?.qualities ?? {})).toEqual(['480', '1080']);
  });

  test('is probed when the name does not contain the height', async () => {
    const files = [{ ...video('a', { year: 1922 }), height: undefined }];
    const [stream] = await play([library(files, { height: 1080 })]);
    expect(Object.keys(stream?.qualities ?? {})).toEqual(['1080']);
  });

  test('has those lower qualities of the smallest file that no file has', async () => {
    const files = [
      video('hd', { year: 1922, height: 1080 }),
      video('sd', { year: 1922, height: 720 }),
    ];
    const lowerQualities = { '720': 'library:a', '480': 'library:b', '360': 'library:c' };
    const [stream] = await play([library(files, { lowerQualities })]);
    expect(stream?.lowerQualities).toEqual({
      '480': { type: 'hls', url: 'library:b' },
      '360': { type: 'hls', url: 'library:c' },
    });
    const [small] = await play([
      library([video('s', { year: 1922, height: 360 })], { lowerQualities }),
    ]);
    expect(small).not.toHaveProperty('lowerQualities');
  });

  test('that is the only one has a playlist of all its sound tracks', async () => {
    const facts = { allAudio: 'library:all', lowerQualities: { '480': 'library:b' } };
    const sd = video('sd', { year: 1922, height: 720 });
    const [stream] = await play([library([sd], facts)]);
    expect(stream?.lowerQualities).toEqual({
      '720': { type: 'hls', url: 'library:all' },
      '480': { type: 'hls', url: 'library:b' },
    });
    const [both] = await play([library([sd, video('hd', { year: 1922, height: 1080 })], facts)]);
    expect(Object.keys(both?.lowerQualities ?? {})).toEqual(['480']);
  });

  test('has its captions, the plain ones first', async () => {
    const caption = (url: string, isForced: boolean, isHearingImpaired: boolean) =>
      ({ url, language: 'en', isForced, isHearingImpaired }) as const;
    const captions = [
      caption('f', true, false),
      caption('d', false, true),
      caption('p', false, false),
    ];
    const [stream] = await play([library([video('a', { year: 1922, captions })])]);
    expect(stream?.captions.map(({ id, url }) => `${id} ${url}`)).toEqual([
      '1-en p',
      '2-en-sdh d',
      '3-en-forced f',
    ]);
    expect(
      stream?.captions.map(({ forced, hearingImpaired }) => [forced, hearingImpaired]),
    ).toEqual([
      [undefined, undefined],
      [undefined, true],
      [true, undefined],
    ]);
    expect(stream).not.toHaveProperty('imageCaptions');
  });

  test('has image subtitles separate from its captions', async () => {
    const usual = { language: 'en', isForced: false, isHearingImpaired: false };
    const captions = [
      { ...usual, url: 'p', isImage: true },
      { ...usual, url: 't' },
    ];
    const [stream] = await play([library([video('a', { year: 1922, captions })])]);
    const expected = { language: 'en', hasCorsRestrictions: false };
    expect(stream?.captions).toEqual([{ ...expected, id: '1-en', type: 'vtt', url: 't' }]);
    expect(stream?.imageCaptions).toEqual([
      { ...expected, id: 'image-1-en', type: 'pgs', url: 'p' },
    ]);
  });

  test('may be empty at first', async () => {
    await expect(play([library([], {}, false)])).rejects.toMatchObject({
      message: 'the files are still being scanned',
      missCause: { code: 'scanning' },
    });
  });
});

describe('a file that no browser plays', () => {
  const cause = { code: 'unplayableFile', format: 'Matroska (.mkv)' } as const;
  const mkv = (claim: Partial<TitleClaim>): UnplayableVideo => ({
    claim: { titles: ['Nosferatu'], year: undefined, undatedTitle: undefined, ids: {}, ...claim },
    reason: 'browsers do not play Matroska',
    cause,
  });
  const holding = (unplayable: UnplayableVideo, videos: readonly IndexedVideo[] = []) => ({
    ...library(videos),
    findUnplayable: () => [unplayable],
  });

  test.each([{}, { year: 1922 }, { titles: ['Whatever'], ids: { tmdb: '653' } }])(
    'is named as the reason if its name contains %j',
    async (claim) => {
      await expect(play([holding(mkv(claim))])).rejects.toMatchObject({
        message: "there's a file, but browsers do not play Matroska",
        missCause: cause,
      });
    },
  );

  test('of another movie is not a reason', async () => {
    const other = holding(mkv({ year: 1979 }));
    await expect(play([other])).rejects.toMatchObject({ missCause: undefined });
  });

  test('comes after one that plays', async () => {
    const both = holding(mkv({ year: 1922 }), [video('a', { year: 1922 })]);
    expect(urlsOf(await play([both]))).toEqual([['a']]);
  });
});

describe('a file that the server repackages', () => {
  const playlist = (parts: Parts = {}): IndexedVideo => ({
    ...video('p', parts),
    url: 'library:folder/p/master.m3u8',
    isPlaylist: true,
  });
  const streams = async (videos: readonly IndexedVideo[], facts: Partial<VideoInfo> = {}) => {
    const context = { ...fakeContext(() => ({})), media: MEDIA };
    const result = await folder([library(videos, facts)]).movie?.(context);
    return result?.streams ?? [];
  };

  test('is a stream of its own, after the files that need no work', async () => {
    const found = await streams([playlist({ year: 1922 }), video('a', { year: 1922 })]);
    expect(found.map(({ type, id }) => `${type} ${id}`)).toEqual(['file file-1', 'hls file-2']);
    expect(found[1]).toMatchObject({ playlist: 'library:folder/p/master.m3u8', captions: [] });
  });

  test('names the codec that no browser plays, unless another file plays', async () => {
    const unplayable = { format: 'AC-3', part: 'audio', url: 'library:folder/a.mkv' } as const;
    const facts = { unplayable };
    await expect(streams([playlist({ year: 1922 })], facts)).rejects.toMatchObject({
      message: "there's a file, but browsers don't play AC-3 audio",
      missCause: { code: 'unplayableFile', ...unplayable },
    });
    const found = await streams([playlist({ year: 1922 }), video('a', { year: 1922 })], facts);
    expect(found).toHaveLength(1);
  });

  test('may be one that some browsers play as it is', async () => {
    const converted = 'library:folder/a/master.m3u8';
    const found = await streams([video('a', { year: 1922 })], { playlist: converted });
    expect(found).toMatchObject([{ type: 'hls', playlist: converted }]);
  });
});
