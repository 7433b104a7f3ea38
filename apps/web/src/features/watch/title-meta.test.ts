import { expect, test } from 'vitest';
import type { MovieMeta, ShowMeta } from '#data/catalog/details.ts';
import { isReleased, pageTitle, scrapeMedia, subtitle } from './title-meta.ts';
import { canonicalRoute, isCanonical, routePath } from './route-params.ts';

const movie: MovieMeta = {
  type: 'movie',
  title: 'Sita Sings the Blues',
  releaseYear: 2008,
  tmdbId: '20529',
  runtime: 82,
};
const episode = { number: 3, title: 'The Third', tmdbId: '303', airDate: '2026-05-01' };
const show: ShowMeta = {
  type: 'show',
  title: 'Pioneer One',
  releaseYear: 2010,
  tmdbId: '33333',
  imdbId: 'tt1748166',
  season: { number: 1, title: 'Season 1', tmdbId: '31' },
  episode,
  episodes: [episode],
  seasons: [{ number: 1, title: 'Season 1', tmdbId: '31' }],
};

test('the page title names the title and the episode', () => {
  expect(pageTitle(movie)).toBe('Sita Sings the Blues');
  expect(pageTitle(show)).toBe('Pioneer One - S1 E3');
});

test('the subtitle names the episode, or the year of a movie', () => {
  expect(subtitle(movie)).toBe('2008');
  expect(subtitle({ ...movie, releaseYear: 0 })).toBeUndefined();
  expect(subtitle(show)).toBe('S1 E3 · The Third');
});

test('sources receive only what identifies the title', () => {
  expect(scrapeMedia(movie)).toEqual({
    type: 'movie',
    title: 'Sita Sings the Blues',
    releaseYear: 2008,
    tmdbId: '20529',
    imdbId: undefined,
    runtime: 82,
  });
  expect(scrapeMedia(show)).toMatchObject({
    season: { number: 1, tmdbId: '31' },
    episode: { number: 3, tmdbId: '303', title: 'The Third' },
  });
});

test('a path is canonical if it names exactly the episode, or only the movie', () => {
  const slug = 'tmdb-tv-33333-pioneer-one';
  expect(canonicalRoute(slug, show)).toEqual({ slug, seasonId: '31', episodeId: '303' });
  expect(isCanonical({ slug, seasonId: '31', episodeId: '303' }, show)).toBe(true);
  expect(isCanonical({ slug, seasonId: '31' }, show)).toBe(false);
  expect(isCanonical({ slug, seasonId: '31', episodeId: '999' }, show)).toBe(false);
  expect(isCanonical({ slug }, movie)).toBe(true);
  expect(isCanonical({ slug, seasonId: '1', episodeId: '2' }, movie)).toBe(false);
  expect(routePath({ slug: 'tmdb-tv-1-a/b', seasonId: '2', episodeId: '3' })).toBe(
    '/media/tmdb-tv-1-a%2Fb/2/3',
  );
});

const now = new Date('2026-04-01T12:00:00Z');

test.each([
  ['a movie from the past', movie, true],
  ['a movie of a later year', { ...movie, releaseYear: 2027 }, false],
  [
    'a movie with a future release date',
    { ...movie, releaseYear: 2026, releaseDate: '2026-09-01' },
    false,
  ],
  ['a movie released yesterday', { ...movie, releaseYear: 2026, releaseDate: '2026-03-31' }, true],
  ['a movie without a year', { ...movie, releaseYear: 0 }, true],
  ['an episode that airs next month', show, false],
  ['an episode that has aired', { ...show, episode: { ...episode, airDate: '2026-03-01' } }, true],
  [
    'an episode with a date that is none',
    { ...show, episode: { ...episode, airDate: 'soon' } },
    true,
  ],
  ['an episode without a date', { ...show, episode: { number: 1, title: '', tmdbId: '1' } }, true],
] as const)('%s counts as released: %s', (_, meta, released) => {
  expect(isReleased(meta, now)).toBe(released);
});
