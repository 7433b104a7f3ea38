import { describe, expect, test } from 'vitest';
import { CatalogError } from './tmdb.ts';
import { chooseSeason, movieMeta, showMeta, yearOf } from './playback-meta.ts';
import { MovieDetails, SeasonDetails, ShowDetails } from './schemas.ts';

const movie = (more: object = {}) =>
  movieMeta(MovieDetails.parse({ id: 10331, title: 'Night of the Living Dead', ...more }));

describe('a film', () => {
  test('carries all that a source may ask for', () => {
    expect(
      movie({
        release_date: '1968-10-04',
        poster_path: '/night.jpg',
        runtime: 96,
        overview: 'They are coming.',
        external_ids: { imdb_id: 'tt0063350' },
      }),
    ).toEqual({
      type: 'movie',
      title: 'Night of the Living Dead',
      releaseYear: 1968,
      tmdbId: '10331',
      imdbId: 'tt0063350',
      runtime: 96,
      poster: 'https://image.tmdb.org/t/p/w342/night.jpg',
      overview: 'They are coming.',
      releaseDate: '1968-10-04',
    });
  });

  test('lacks what the catalogue leaves out, empties or nulls', () => {
    const nothing = { release_date: '', poster_path: null, runtime: 0, overview: '' };
    expect(movie({ ...nothing, external_ids: { imdb_id: null } })).toEqual({
      type: 'movie',
      title: 'Night of the Living Dead',
      releaseYear: 0,
      tmdbId: '10331',
    });
  });
});

test.each([
  ['1968-10-04', 1968],
  ['', 0],
  [null, 0],
  [undefined, 0],
  ['soon', 0],
  ['1968', 0],
])('the year of %j is %i', (date, year) => {
  expect(yearOf(date)).toBe(year);
});

const show = (seasons: readonly { id: number; own_id?: number; season_number: number }[]) =>
  ShowDetails.parse({ id: 1930, name: 'The Beverly Hillbillies', seasons, episode_run_time: [25] });

describe('the season that is meant', () => {
  const full = show([
    { id: 12, season_number: 2 },
    { id: 10, season_number: 0 },
    { id: 11, season_number: 1 },
  ]);
  test.each([
    ['12', 12],
    ['10', 10],
    ['999', 11],
    [undefined, 11],
  ])('for the path’s %j is %i', (seasonId, id) => {
    expect(chooseSeason(full, seasonId).id).toBe(id);
  });

  test('without a first one it is the next regular one, and specials come last', () => {
    const specials = { id: 10, season_number: 0 };
    expect(chooseSeason(show([specials, { id: 13, season_number: 3 }]), undefined).id).toBe(13);
    expect(chooseSeason(show([specials]), undefined).id).toBe(10);
  });

  test('of a series without any is a failure that says so', () => {
    expect(() => chooseSeason(show([]), undefined)).toThrow(CatalogError);
  });
});

describe('an episode', () => {
  const season = (episodes: readonly object[] | null) =>
    SeasonDetails.parse({ id: 11, season_number: 1, name: 'Season 1', episodes });
  const seasons = show([{ id: 11, season_number: 1 }]);
  const second = { id: 112, episode_number: 2, name: 'Getting Settled', air_date: '1962-10-03' };
  const first = { id: 111, episode_number: 1, name: 'The Clampetts Strike Oil', runtime: 26 };

  test('is the one of the path, in its season, with all others by number', () => {
    const meta = showMeta(seasons, season([second, first]), '112');
    expect(meta).toMatchObject({
      type: 'show',
      tmdbId: '1930',
      runtime: 25,
      season: { number: 1, title: 'Season 1', tmdbId: '11' },
      episode: { number: 2, title: 'Getting Settled', tmdbId: '112', airDate: '1962-10-03' },
    });
    expect(meta.episodes.map(({ number }) => number)).toEqual([1, 2]);
  });

  test('is found by the id that it had before the operator set a key, and so is its season', () => {
    const renamed = show([
      { id: 11, season_number: 1 },
      { id: 12, own_id: 1_000_000_012, season_number: 2 },
    ]);
    expect(chooseSeason(renamed, '1000000012').id).toBe(12);
    const meta = showMeta(
      renamed,
      season([first, { ...second, own_id: 1_000_000_112 }]),
      '1000000112',
    );
    expect(meta.episode).toMatchObject({ number: 2, tmdbId: '112', ownId: '1000000112' });
  });

  test('that is unknown is the first one, with its own length', () => {
    expect(showMeta(seasons, season([second, first]), '999')).toMatchObject({
      runtime: 26,
      episode: { number: 1 },
    });
  });

  test.each([null, []])('of a season without episodes (%j) is a failure that says so', (none) => {
    expect(() => showMeta(seasons, season(none), undefined)).toThrow(/no episodes/);
  });
});
