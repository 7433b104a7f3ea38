// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { MovieMeta, ShowMeta } from '#data/catalog/details.ts';
import { playing } from '#player/testing/playing.ts';
import { exposeNowPlaying, type NowPlayingWindow } from './now-playing-api.ts';

const movie: MovieMeta = {
  type: 'movie',
  title: 'Carnival',
  releaseYear: 1962,
  tmdbId: '16093',
  poster: 'https://pictures.test/carnival.jpg',
};
const season = { number: 4, title: 'The fourth', tmdbId: '1' };
const episode = { number: 2, title: 'Two', tmdbId: '12', airDate: '2020-01-08' };
const show: ShowMeta = {
  ...movie,
  type: 'show',
  season,
  seasons: [season],
  episode,
  episodes: [episode],
};

/** Read as an extension would read it. */
const read = (target: NowPlayingWindow): unknown => JSON.parse(JSON.stringify(target.meta ?? null));

test('extensions can read the movie and its position', () => {
  const { player, engines } = playing();
  const target: NowPlayingWindow = {};
  exposeNowPlaying(player, movie, target);
  engines.last().reports.state({ time: 21, duration: 60, paused: false }, 'ready');
  expect(read(target)).toEqual({
    player: {
      meta: {
        title: 'Carnival',
        type: 'movie',
        tmdbId: '16093',
        year: 1962,
        poster: 'https://pictures.test/carnival.jpg',
      },
      progress: { time: 21, duration: 60 },
      controls: { isPlaying: true, isLoading: false },
    },
  });
  engines.last().reports.state({ time: 22, paused: true }, 'stalled');
  expect(read(target)).toMatchObject({
    player: { progress: { time: 22 }, controls: { isPlaying: false, isLoading: true } },
  });
});

test('extensions can read season and episode numbers', () => {
  const target: NowPlayingWindow = {};
  exposeNowPlaying(playing().player, show, target);
  expect(read(target)).toMatchObject({
    player: {
      season: { number: 4, tmdbId: '1', title: 'The fourth' },
      episode: { number: 2, tmdbId: '12', title: 'Two' },
    },
  });
});

test('stopping removes the object, but not that of the next title', () => {
  const { player } = playing();
  const target: NowPlayingWindow = {};
  const stopFirst = exposeNowPlaying(player, movie, target);
  const stopSecond = exposeNowPlaying(player, show, target);
  stopFirst();
  expect(target.meta?.player.meta.type).toBe('show');
  stopSecond();
  expect(target).toEqual({});
});
