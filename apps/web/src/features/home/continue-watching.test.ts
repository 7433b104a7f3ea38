import { expect, test } from 'vitest';
import type { ProgressItem } from '#data/user-data/progress.ts';
import { unfinished } from './continue-watching.ts';

const film: ProgressItem = {
  title: 'Carnival of Souls',
  year: 1962,
  type: 'movie',
  progress: { watched: 1_200, duration: 4_800 },
  updatedAt: 10,
  seasons: {},
  episodes: {},
};

interface Watched {
  readonly number: number;
  readonly watched: number;
  readonly updatedAt: number;
}

function series(...watched: readonly Watched[]): ProgressItem {
  const episodes = watched.map(({ number, watched: seconds, updatedAt }) => ({
    id: `90${number}`,
    number,
    title: `Episode ${number}`,
    seasonId: '71',
    updatedAt,
    progress: { watched: seconds, duration: 1_500 },
  }));
  return {
    title: 'Bonanza',
    type: 'show',
    updatedAt: 20,
    seasons: { '71': { id: '71', number: 1, title: 'Season 1' } },
    episodes: Object.fromEntries(episodes.map((episode) => [episode.id, episode])),
  };
}

test('a film in its middle is offered, with how much of it was seen', () => {
  expect(unfinished({ '5': film })).toEqual([
    {
      type: 'movie',
      tmdbId: '5',
      title: 'Carnival of Souls',
      year: 1962,
      poster: undefined,
      percentage: 25,
    },
  ]);
});

test.each([
  ['only glanced at', 19],
  ['as good as over', 4_681],
])('a film that was %s is not', (_, watched) => {
  expect(unfinished({ '5': { ...film, progress: { watched, duration: 4_800 } } })).toEqual([]);
});

test('a film without a position is not', () => {
  expect(unfinished({ '5': { ...film, progress: undefined } })).toEqual([]);
});

test('a series is offered at the episode seen last', () => {
  const item = series(
    { number: 2, watched: 1_490, updatedAt: 5 },
    { number: 3, watched: 300, updatedAt: 9 },
  );
  expect(unfinished({ '7': item })[0]).toMatchObject({
    percentage: 20,
    episode: { seasonId: '71', episodeId: '903', season: 1, number: 3 },
  });
});

test('a series whose first episode was only glanced at is not', () => {
  expect(unfinished({ '7': series({ number: 1, watched: 12, updatedAt: 5 }) })).toEqual([]);
});

test('a series of which nothing is known is not', () => {
  expect(unfinished({ '7': series() })).toEqual([]);
});

test('what was watched last comes first', () => {
  const items = {
    '5': film,
    '6': { ...film, updatedAt: 30 },
    '7': series({ number: 2, watched: 60, updatedAt: 1 }),
  };
  expect(unfinished(items).map(({ tmdbId }) => tmdbId)).toEqual(['6', '7', '5']);
});

test('a poster with the double slash of earlier clients is the same poster', () => {
  const poster = 'https://image.tmdb.org/t/p/w342//carnival.jpg';
  const [item] = unfinished({ '5': { ...film, poster } });
  expect(item?.poster).toBe('https://image.tmdb.org/t/p/w342/carnival.jpg');
});
