import { describe, expect, test } from 'vitest';
import type { ScrapeMovie, ScrapeShow } from '@matinee/shared/media/media';
import type { TitleMetadata } from '#match.ts';
import {
  fakeContext,
  jsonResponse,
  type FakeRequest,
  type FakeResponse,
} from '#testing/fake-context.ts';
import { NotFoundError, type SourceResult } from '#source.ts';
import { internetArchive } from './internet-archive.ts';

const BASE = 'https://archive.test';
const CC_BY = 'https://creativecommons.org/licenses/by/4.0/';
const PD_MARK = 'https://creativecommons.org/publicdomain/mark/1.0/';
/** A new instance for each test, because it remembers paused hosts. */
const archive = () => internetArchive(BASE).source;

const openDoor: ScrapeMovie = {
  type: 'movie',
  title: 'The Open Door: OR Not',
  releaseYear: 1925,
  tmdbId: '77',
  imdbId: 'tt0000077',
  runtime: 80,
};
const hillbillies: ScrapeShow = {
  type: 'show',
  title: 'The Beverly Hillbillies',
  releaseYear: 1962,
  tmdbId: '1930',
  season: { number: 1, tmdbId: '1' },
  episode: { number: 2, tmdbId: '2' },
};
const doc = { mediatype: 'movies', title: 'The Open Door - Or Not', year: 1925 };

const found = (...docs: readonly object[]) =>
  jsonResponse({
    responseHeader: { status: 0 },
    response: { numFound: docs.length, start: 0, docs },
  });

/** The catalog's metadata for a truthful client. */
const factsOf = ({ title, releaseYear, imdbId }: ScrapeMovie): TitleMetadata => ({
  titles: [title],
  year: releaseYear,
  imdbId,
});

async function find(
  media: ScrapeMovie,
  respond: (requested: FakeRequest) => FakeResponse,
  facts: TitleMetadata | undefined = factsOf(media),
) {
  const context = fakeContext(respond, { facts });
  const result = await archive().movie?.({ ...context, media });
  return { requested: context.requests, identifiers: itemsOf(result), result };
}

const itemsOf = (result: SourceResult | undefined) =>
  (result?.embeds ?? [])
    .filter(({ embedId }) => embedId === 'internet-archive-item')
    .map(identifierOf);

const identifierOf = ({ url }: { readonly url: string }) =>
  new URL(url).pathname.replace('/details/', '');
const queryOf = ({ options }: FakeRequest) => options.query?.['q'];
const byTitle =
  (...docs: readonly object[]) =>
  (requested: FakeRequest) =>
    String(queryOf(requested)).startsWith('title:') ? found(...docs) : found();

describe('reviewed movies', () => {
  test('come from the starter catalog without any request', async () => {
    const night = { ...openDoor, title: 'La Nuit des morts-vivants', tmdbId: '10331' };
    const { requested, identifiers, result } = await find(night, () => ({ status: 500 }));
    expect(requested).toEqual([]);
    expect(identifiers).toEqual([
      'Night.Of.The.Living.Dead_1080p',
      'night_of_the_living_dead_dvd',
      'night_of_the_living_dead',
    ]);
    expect(result?.embeds.map(({ embedId }) => embedId)).toEqual([
      'internet-archive-item',
      'internet-archive-item',
      'internet-archive-item',
      'internet-archive-search',
    ]);
  });

  test('are found by their IMDb id too', async () => {
    const duck = { ...openDoor, tmdbId: '123456', imdbId: 'tt0213381' };
    expect((await find(duck, () => ({ status: 500 }))).identifiers).toEqual(['DuckandC1951']);
  });

  test('an episode of a series is found by its numbers', async () => {
    const context = fakeContext(() => ({ status: 500 }));
    const result = await archive().show?.({ ...context, media: hillbillies });
    expect(itemsOf(result)).toEqual(['thebeverlyhillbilliesgettingsettledhq']);
    expect(context.requests).toEqual([]);
  });

  test('a series never gets a movie as result, even under its IMDb id', async () => {
    const media = { ...hillbillies, tmdbId: '5', imdbId: 'tt0063350' };
    const context = fakeContext(() => found());
    await expect(archive().show?.({ ...context, media })).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe('the search', () => {
  test('is by IMDb id first, and stops there when that finds it', async () => {
    const tagged = { ...doc, identifier: 'tagged', 'external-identifier': 'urn:imdb:tt0000077' };
    const { requested, identifiers, result } = await find(openDoor, () => found(tagged));
    expect(requested.map(queryOf)).toEqual([
      'external-identifier:"urn:imdb:tt0000077" AND mediatype:movies',
    ]);
    expect(requested[0]?.url).toBe(`${BASE}/advancedsearch.php`);
    expect(identifiers).toEqual(['tagged']);
    expect(result?.embeds).toHaveLength(1);
  });

  test('is then by title and year, with operators removed from the title', async () => {
    const { requested, identifiers } = await find(
      openDoor,
      byTitle({ ...doc, identifier: 'titled' }),
    );
    expect(requested.map(queryOf)[1]).toBe(
      'title:(the open door or not) AND mediatype:movies AND (year:1925 OR year:1924 OR year:1926)',
    );
    expect(identifiers).toEqual(['titled']);
  });

  test('is not done for a title of signs only', async () => {
    const media = { ...openDoor, title: '"*?"', imdbId: undefined };
    await expect(find(media, () => found())).rejects.toBeInstanceOf(NotFoundError);
  });

  test('keeps the three likeliest, the best first', async () => {
    const { identifiers } = await find(
      openDoor,
      byTitle(
        { ...doc, identifier: 'plain', downloads: 10 },
        { ...doc, identifier: 'popular', downloads: '9000' },
        {
          ...doc,
          identifier: 'best',
          collection: ['feature_films'],
          format: ['h.264', 'Ogg Video'],
        },
        { ...doc, identifier: 'right-length', format: 'h.264 IA', runtime: '1:20:10' },
      ),
    );
    expect(identifiers).toEqual(['best', 'right-length', 'popular']);
  });

  test('prefers the exact year to adjacent ones, which then are another movie', async () => {
    const { identifiers } = await find(
      openDoor,
      byTitle(
        { ...doc, identifier: 'remake', year: '1926', licenseurl: CC_BY, downloads: 1e6 },
        { ...doc, identifier: 'original', year: ['1925'] },
      ),
    );
    expect(identifiers).toEqual(['original']);
  });

  test.each([
    ['trailers', { ...doc, title: 'The Open Door - Or Not (trailer)' }],
    ['other titles', { ...doc, title: 'The Open Door - Or Not - Or What' }],
    ['other years', { ...doc, year: 1931 }],
    ['other ids', { ...doc, 'external-identifier': ['urn:imdb:tt0000078'] }],
    ['books', { ...doc, mediatype: 'texts' }],
  ])('%s are left out', async (_, hit) => {
    await expect(find(openDoor, byTitle({ ...hit, identifier: 'a-hit' }))).rejects.toThrow(
      'no upload has this title',
    );
  });

  test.each([
    ['without a license', {}, 'nothing shows that it may'],
    ['with a license declared by a stranger', { licenseurl: CC_BY }, 'only the uploader claims'],
    ['with a Public Domain Mark', { licenseurl: PD_MARK }, "Mark alone isn't proof"],
  ])(
    'a movie that is too recent is not offered %s, and the reason is shown',
    async (_, more, reason) => {
      const media = { ...openDoor, releaseYear: 1951 };
      const young = { ...doc, year: 1951, identifier: 'young', ...more };
      await expect(find(media, byTitle(young))).rejects.toThrow(reason);
    },
  );

  test('a license counts in a collection that only its curators fill', async () => {
    const media = { ...openDoor, releaseYear: 1951 };
    const hit = { ...doc, year: 1951, identifier: 'kept', licenseurl: PD_MARK };
    const kept = byTitle({ ...hit, collection: ['prelinger'] }, { ...hit, identifier: 'copied' });
    expect((await find(media, kept)).identifiers).toEqual(['kept']);
  });

  test('a studio movie with a Public Domain Mark is refused', async () => {
    const heat = {
      ...openDoor,
      title: 'Heat',
      releaseYear: 1995,
      tmdbId: '949',
      imdbId: 'tt0113277',
    };
    const upload = {
      mediatype: 'movies',
      identifier: 'heat-1995-1080p-bluray',
      title: 'Heat 1080p',
      year: '1995',
      collection: ['opensource_movies'],
      licenseurl: PD_MARK,
      'external-identifier': 'urn:imdb:tt0113277',
    };
    await expect(find(heat, () => found(upload))).rejects.toThrow(
      "the upload was rejected: a Public Domain Mark alone isn't proof",
    );
  });

  test('an old year that only the client claims permits nothing', async () => {
    const young = { ...doc, title: 'A Film of Last Summer', year: 1925, identifier: 'young' };
    const claim = { ...openDoor, title: young.title, imdbId: undefined };
    await expect(find(claim, byTitle(young), factsOf(openDoor))).rejects.toThrow(
      'nothing shows that it may',
    );
    await expect(
      find(claim, byTitle(young), { titles: [young.title], year: 2026 }),
    ).rejects.toThrow('nothing shows that it may');
  });

  test('without the catalog no work is old enough', async () => {
    const context = fakeContext(byTitle({ ...doc, identifier: 'open' }));
    const result = archive().movie?.({ ...context, media: openDoor });
    await expect(result).rejects.toThrow('nothing shows that it may');
  });

  test('works that the operator has approved are offered', async () => {
    const media = { ...openDoor, releaseYear: 1951 };
    const own = internetArchive(BASE, { collections: ['our_films'], uploaders: [] });
    const hit = { ...doc, year: 1951, identifier: 'ours', collection: 'our_films' };
    const context = fakeContext(byTitle(hit));
    const result = await own.source.movie?.({ ...context, media });
    expect(itemsOf(result)).toEqual(['ours']);
  });
});

describe('hostile search responses', () => {
  test.each<[string, FakeResponse, string]>([
    ['a web page', { body: '<html></html>' }, "didn't send JSON"],
    ['an error in a 200', jsonResponse({ error: 'bad query' }), 'bad query'],
    ['an error that is an object', jsonResponse({ error: { a: 1 } }), 'no reason given'],
    ['an empty object', jsonResponse({}), 'unexpected response'],
    ['a list', jsonResponse([]), 'unexpected response'],
    ['docs that are not a list', jsonResponse({ response: { docs: {} } }), 'unexpected response'],
    ['too many requests', { status: 429 }, 'busy (429)'],
  ])('%s is a failure with its own error', async (_, respond, message) => {
    const finding = find(openDoor, () => respond);
    await expect(finding).rejects.not.toBeInstanceOf(NotFoundError);
    await expect(finding).rejects.toThrow(message);
  });

  test('invalid rows are left out, and the others count', async () => {
    const { identifiers } = await find(
      openDoor,
      byTitle(
        { ...doc },
        { ...doc, identifier: '../metadata' },
        { ...doc, identifier: 'x y' },
        { ...doc, identifier: 'no-title', title: null },
        { ...doc, identifier: 'fine', year: { odd: true }, date: '1925-01-01T00:00:00Z' },
      ),
    );
    expect(identifiers).toEqual(['fine']);
  });
});
