import { expect, test } from 'vitest';
import type { ShowMeta } from '#data/catalog/details.ts';
import type { TitleDetails } from '#data/catalog/title-details.ts';
import { withNames } from './useShownMeta.ts';

const season = { number: 1, title: 'Season 1', tmdbId: '71' };
const episode = { number: 3, title: 'The Third One', tmdbId: '93' };
const show: ShowMeta = {
  type: 'show',
  title: 'The Long Walk',
  releaseYear: 2019,
  tmdbId: '7',
  season,
  seasons: [season],
  episode,
  episodes: [episode],
};
const details: TitleDetails = {
  type: 'show',
  tmdbId: '7',
  title: 'Der lange Weg',
  isReleased: true,
  overview: '',
  isOverviewEnglish: false,
  genres: [],
  directors: [],
  cast: [],
  seasons: [{ id: '71', number: 1, name: 'Staffel 1' }],
  similar: [],
};

test('a show, its seasons and its episode have the names of the catalog', () => {
  const content = { season, episodes: [{ ...episode, title: 'Die dritte' }] };
  expect(withNames(show, details, content)).toMatchObject({
    title: 'Der lange Weg',
    season: { title: 'Staffel 1' },
    seasons: [{ title: 'Staffel 1' }],
    episode: { title: 'Die dritte' },
  });
});

test('what is not known yet, or has no name, stays English', () => {
  expect(withNames(show, undefined, undefined)).toEqual(show);
  const content = { season, episodes: [{ ...episode, title: '' }] };
  expect(withNames(show, undefined, content)).toEqual(show);
});
