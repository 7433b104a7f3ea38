import { describe, expect, test } from 'vitest';
import type { ScrapeMovie, ScrapeShow } from '@matinee/shared/media/media';
import type { TitleMetadata } from '#title-metadata.ts';
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
const archive = () => internetArchive({ internetArchive: BASE, peertubeHosts: {} }).source;

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
  answer: (asked: FakeRequest) => FakeResponse,
  facts: TitleMetadata | undefined = factsOf(media),
) {
  const context = fakeContext(answer, { facts });
  const result = await archive().movie?.({ ...context, media });
  return { asked: context.requests, identifiers: itemsOf(result), result };
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
  (asked: FakeRequest) =>
    String(queryOf(asked)).startsWith('title:') ? found(...docs) : found();

describe('films that people have checked', () => {
  test('come from the starter catalogue without a single request', async () => {
    const night = { ...openDoor, title: 'La Nuit des morts-vivants', tmdbId: '10331' };
    const { asked, identifiers, result } = await find(night, () => ({ status: 500 }));
    expect(asked).toEqual([]);
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

  test('are known by their IMDb id too', async () => {
    const duck = { ...openDoor, tmdbId: '123456', imdbId: 'tt0213381' };
    expect((await find(duck, () => ({ status: 500 }))).identifiers).toEqual(['DuckandC1951']);
  });

  test('an episode of a series is found by its numbers', async () => {
    const context = fakeContext(() => ({ status: 500 }));
    const result = await archive().show?.({ ...context, media: hillbillies });
    expect(itemsOf(result)).toEqual(['thebeverlyhillbilliesgettingsettledhq']);
    expect(context.requests).toEqual([]);
  });

  test('a series is never answered with a film, even under its IMDb id', async () => {
    const media = { ...hillbillies, tmdbId: '5', imdbId: 'tt0063350' };
    const context = fakeContext(() => found());
    await expect(archive().show?.({ ...context, media })).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe('the search', () => {
  test('asks by IMDb id first, and stops there when that finds it', async () => {
    const tagged = { ...doc, identifier: 'tagged', 'external-identifier': 'urn:imdb:tt0000077' };
    const { asked, identifiers, result } = await find(openDoor, () => found(tagged));
    expect(asked.map(queryOf)).toEqual([
      'external-identifier:"urn:imdb:tt0000077" AND mediatype:movies',
    ]);
    expect(asked[0]?.url).toBe(`${BASE}/advancedsearch.php`);
    expect(identifiers).toEqual(['tagged']);
    expect(result?.embeds).toHaveLength(1);
  });

  test('then by title and year, with no operator left in the title', async () => {
    const { asked, identifiers } = await find(openDoor, byTitle({ ...doc, identifier: 'titled' }));
    expect(asked.map(queryOf)[1]).toBe(
      'title:(the open door or not) AND mediatype:movies AND (year:1925 OR year:1924 OR year:1926)',
    );
    expect(identifiers).toEqual(['titled']);
  });

  test('a title of signs alone is not searched for', async () => {
    const media = { ...openDoor, title: '"*?"', imdbId: undefined };
    await expect(find(media, () => found())).rejects.toBeInstanceOf(NotFoundError);
  });

  test('the likeliest three remain, the best first', async () => {
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

  test('the exact year beats its neighbours, which then are another film', async () => {
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
      'no upload bears this title',
    );
  });

  test.each([
    ['without a licence', {}, 'nothing proves the right'],
    ['with the licence of a stranger', { licenseurl: CC_BY }, 'only the claim of its uploader'],
    ['with a Public Domain Mark', { licenseurl: PD_MARK }, 'Mark alone proves nothing'],
  ])('a film too young is not offered %s, and the viewer learns why', async (_, more, reason) => {
    const media = { ...openDoor, releaseYear: 1951 };
    const young = { ...doc, year: 1951, identifier: 'young', ...more };
    await expect(find(media, byTitle(young))).rejects.toThrow(reason);
  });

  test('a licence counts in a collection that only its curators fill', async () => {
    const media = { ...openDoor, releaseYear: 1951 };
    const hit = { ...doc, year: 1951, identifier: 'kept', licenseurl: PD_MARK };
    const kept = byTitle({ ...hit, collection: ['prelinger'] }, { ...hit, identifier: 'copied' });
    expect((await find(media, kept)).identifiers).toEqual(['kept']);
  });

  test('a studio film with a Public Domain Mark is refused', async () => {
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
      'its upload was refused: a Public Domain Mark alone proves nothing',
    );
  });

  test('an old year that only the visitor knows of opens nothing', async () => {
    const young = { ...doc, title: 'A Film of Last Summer', year: 1925, identifier: 'young' };
    const claim = { ...openDoor, title: young.title, imdbId: undefined };
    await expect(find(claim, byTitle(young), factsOf(openDoor))).rejects.toThrow('nothing proves');
    await expect(
      find(claim, byTitle(young), { titles: [young.title], year: 2026 }),
    ).rejects.toThrow('nothing proves');
  });

  test('where the catalogue is away nothing is old enough', async () => {
    const context = fakeContext(byTitle({ ...doc, identifier: 'open' }));
    const result = archive().movie?.({ ...context, media: openDoor });
    await expect(result).rejects.toThrow('nothing proves');
  });

  test('what the operator vouches for is offered', async () => {
    const media = { ...openDoor, releaseYear: 1951 };
    const own = internetArchive(
      { internetArchive: BASE, peertubeHosts: {} },
      { collections: ['our_films'], uploaders: [] },
    );
    const hit = { ...doc, year: 1951, identifier: 'ours', collection: 'our_films' };
    const context = fakeContext(byTitle(hit));
    const result = await own.source.movie?.({ ...context, media });
    expect(itemsOf(result)).toEqual(['ours']);
  });
});

describe('hostile search answers', () => {
  test.each<[string, FakeResponse, string]>([
    ['a web page', { body: '<html></html>' }, 'not JSON'],
    ['an error in a 200', jsonResponse({ error: 'bad query' }), 'bad query'],
    ['an error that is an object', jsonResponse({ error: { a: 1 } }), 'no reason given'],
    ['an empty object', jsonResponse({}), 'unknown shape'],
    ['a list', jsonResponse([]), 'unknown shape'],
    ['docs that are no list', jsonResponse({ response: { docs: {} } }), 'unknown shape'],
    ['too many requests', { status: 429 }, 'busy (429)'],
  ])('%s is a failure that says so', async (_, answer, message) => {
    const finding = find(openDoor, () => answer);
    await expect(finding).rejects.not.toBeInstanceOf(NotFoundError);
    await expect(finding).rejects.toThrow(message);
  });

  test('rows that make no sense are left out, the others count', async () => {
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
