import { expect, test } from 'vitest';
import type { MovieMeta, ShowMeta } from '#data/catalog/details.ts';
import { changeLanguage, startLanguages } from '#i18n/index.ts';
import { pickLanguage } from '#i18n/languages.ts';
import { pageTitle, searchedName, subtitle } from './watch-title.ts';

const { t } = startLanguages();

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
  expect(pageTitle(movie, t)).toBe('Sita Sings the Blues');
  expect(pageTitle(show, t)).toBe('Pioneer One - S1 E3');
});

test('a search is named by its movie or its episode', () => {
  expect(searchedName(movie, t)).toBe('Sita Sings the Blues');
  expect(searchedName(show, t)).toBe('Pioneer One · S1 E3');
});

test('the subtitle names the episode, or the year of a movie', () => {
  expect(subtitle(movie, t, 'en')).toBe('2008');
  expect(subtitle({ ...movie, releaseYear: 0 }, t, 'en')).toBeUndefined();
  expect(subtitle(show, t, 'en')).toBe('S1 E3 · The Third');
});

test('the short form of an episode follows the language', async () => {
  await changeLanguage(pickLanguage('de', []), new AbortController().signal);
  expect(pageTitle(show, t)).toBe('Pioneer One - S1 F3');
  await changeLanguage(pickLanguage('en', []), new AbortController().signal);
});
