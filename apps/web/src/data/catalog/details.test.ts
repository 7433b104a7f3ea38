import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchQueryAbortable } from '#data/query-client.ts';
import {
  playbackMeta,
  showDetails,
  type PlaybackRef,
  chooseSeason,
  movieMeta,
  showMeta,
  yearOf,
} from './details.ts';
import { CatalogError } from './tmdb.ts';
import { MovieDetails, SeasonDetails, ShowDetails } from './schemas.ts';

interface Request {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly answer: (body: unknown) => void;
}

let client: QueryClient;
let requests: Request[];

/** A server that responds when the test lets it. */
beforeEach(() => {
  client = new QueryClient();
  requests = [];
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    requests.push({
      path: new URL(url, 'http://localhost').pathname.replace('/catalogue/3', ''),
      signal,
      answer: (body) => resolve(Response.json(body)),
    });
    return promise;
  });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

const movie: PlaybackRef = { type: 'movie', tmdbId: '5' };
const first: PlaybackRef = { type: 'show', tmdbId: '7', seasonId: '71', episodeId: '711' };
const second: PlaybackRef = { ...first, episodeId: '712' };
const movieBody = { id: 5, title: 'Carnival' };
const showBody = { id: 7, name: 'Hillbillies', seasons: [{ id: 71, season_number: 1 }] };
const episodes = [1, 2].map((number) => ({ id: 710 + number, episode_number: number }));
const seasonBody = { id: 71, season_number: 1, episodes };

function visit(ref: PlaybackRef) {
  const page = new AbortController();
  const outcome = fetchQueryAbortable(client, playbackMeta(ref), page.signal).then(
    (meta) => (meta.type === 'show' ? meta.episode.number : meta.title),
    (error: unknown) => ({ error }),
  );
  return { outcome, leave: () => page.abort('left') };
}

const requested = (path: string) =>
  vi.waitFor(() => {
    const request = requests.findLast((one) => one.path === path);
    if (!request) throw new Error(`${path} was not asked for`);
    return request;
  });
const paths = () => requests.map(({ path }) => path);

describe('a user who leaves', () => {
  test('cancels the request for a movie, and nothing of it is cached', async () => {
    const { outcome, leave } = visit(movie);
    const { signal } = await requested('/movie/5');
    leave();
    expect(signal.aborted).toBe(true);
    expect(await outcome).toHaveProperty('error');
    expect(client.getQueryState(playbackMeta(movie).queryKey)).toMatchObject({
      status: 'pending',
      fetchStatus: 'idle',
      error: null,
    });
  });

  test('cancels the request for a series', async () => {
    const { outcome, leave } = visit(first);
    const { signal } = await requested('/tv/7');
    leave();
    expect(signal.aborted).toBe(true);
    expect(await outcome).toHaveProperty('error');
    expect(paths()).toEqual(['/tv/7']);
  });

  test('cancels the request for a season, and keeps the series', async () => {
    const { outcome, leave } = visit(first);
    (await requested('/tv/7')).answer(showBody);
    const { signal } = await requested('/tv/7/season/1');
    leave();
    expect(signal.aborted).toBe(true);
    expect(await outcome).toHaveProperty('error');
    expect(client.getQueryData(showDetails('7').queryKey)).toMatchObject({ id: 7 });
  });

  test('and returns at once causes a new request', async () => {
    const gone = visit(movie);
    await requested('/movie/5');
    gone.leave();
    const back = visit(movie);
    expect(paths()).toEqual(['/movie/5', '/movie/5']);
    await gone.outcome;
    (await requested('/movie/5')).answer(movieBody);
    expect(await back.outcome).toBe('Carnival');
  });

  test('before the request causes none', async () => {
    const page = AbortSignal.abort('left');
    await expect(fetchQueryAbortable(client, playbackMeta(movie), page)).rejects.toBe('left');
    expect(paths()).toEqual([]);
  });
});

describe('two callers that request the same', () => {
  test('share a request, which continues for the one that stays', async () => {
    const [one, other] = [visit(movie), visit(movie)];
    const request = await requested('/movie/5');
    one.leave();
    expect(await one.outcome).toEqual({ error: 'left' });
    expect(request.signal.aborted).toBe(false);
    request.answer(movieBody);
    expect(await other.outcome).toBe('Carnival');
    expect(paths()).toEqual(['/movie/5']);
  });

  test('cancel it when both have left', async () => {
    const [one, other] = [visit(movie), visit(movie)];
    const { signal } = await requested('/movie/5');
    one.leave();
    other.leave();
    expect(signal.aborted).toBe(true);
  });

  test.each(['/tv/7', '/tv/7/season/1'])(
    'share the requests of a series at %s, at two episodes',
    async (path) => {
      const [one, other] = [visit(first), visit(second)];
      if (path !== '/tv/7') (await requested('/tv/7')).answer(showBody);
      const { signal } = await requested(path);
      one.leave();
      expect(await one.outcome).toHaveProperty('error');
      expect(signal.aborted).toBe(false);
      (await requested('/tv/7')).answer(showBody);
      (await requested('/tv/7/season/1')).answer(seasonBody);
      expect(await other.outcome).toBe(2);
      expect(paths()).toEqual(['/tv/7', '/tv/7/season/1']);
    },
  );
});

test('a known title is not requested again', async () => {
  const once = visit(movie);
  (await requested('/movie/5')).answer(movieBody);
  expect(await once.outcome).toBe('Carnival');
  expect(await visit(movie).outcome).toBe('Carnival');
  expect(paths()).toEqual(['/movie/5']);
});

const movieWith = (more: object = {}) =>
  movieMeta(MovieDetails.parse({ id: 10331, title: 'Night of the Living Dead', ...more }));

describe('a film', () => {
  test('has every field that a source may need', () => {
    expect(
      movieWith({
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

  test('lacks fields that the catalog leaves out, empties or sets to null', () => {
    const nothing = { release_date: '', poster_path: null, runtime: 0, overview: '' };
    expect(movieWith({ ...nothing, external_ids: { imdb_id: null } })).toEqual({
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

const showWith = (seasons: readonly { id: number; own_id?: number; season_number: number }[]) =>
  ShowDetails.parse({ id: 1930, name: 'The Beverly Hillbillies', seasons, episode_run_time: [25] });

describe('the season', () => {
  const full = showWith([
    { id: 12, season_number: 2 },
    { id: 10, season_number: 0 },
    { id: 11, season_number: 1 },
  ]);
  test.each([
    ['12', 12],
    ['10', 10],
    ['999', 11],
    [undefined, 11],
  ])('for %j in the path is %i', (seasonId, id) => {
    expect(chooseSeason(full, seasonId).id).toBe(id);
  });

  test('without a first one is the next regular one, and specials come last', () => {
    const specials = { id: 10, season_number: 0 };
    expect(chooseSeason(showWith([specials, { id: 13, season_number: 3 }]), undefined).id).toBe(13);
    expect(chooseSeason(showWith([specials]), undefined).id).toBe(10);
  });

  test('of a series without seasons is a failure with its own error', () => {
    expect(() => chooseSeason(showWith([]), undefined)).toThrow(CatalogError);
  });
});

describe('an episode', () => {
  const season = (episodes: readonly object[] | null) =>
    SeasonDetails.parse({ id: 11, season_number: 1, name: 'Season 1', episodes });
  const seasons = showWith([{ id: 11, season_number: 1 }]);
  const second = { id: 112, episode_number: 2, name: 'Getting Settled', air_date: '1962-10-03' };
  const first = { id: 111, episode_number: 1, name: 'The Clampetts Strike Oil', runtime: 26 };

  test('is the one in the path, in its season, with all others by number', () => {
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

  test('is found by its id from before the operator set a key, and so is its season', () => {
    const renamed = showWith([
      { id: 11, season_number: 1 },
      { id: 12, own_id: 1_000_000_012, season_number: 2 },
    ]);
    expect(chooseSeason(renamed, '1000000012').id).toBe(12);
    const meta = showMeta(
      renamed,
      season([first, { ...second, own_id: 1_000_000_112 }]),
      '1000000112',
    );
    expect(meta.episode).toMatchObject({ number: 2, tmdbId: '112', starterId: '1000000112' });
  });

  test('with an unknown id is the first one, with its own length', () => {
    expect(showMeta(seasons, season([second, first]), '999')).toMatchObject({
      runtime: 26,
      episode: { number: 1 },
    });
  });

  test.each([null, []])(
    'of a season without episodes (%j) is a failure with its own error',
    (none) => {
      expect(() => showMeta(seasons, season(none), undefined)).toThrow(/no episodes/);
    },
  );
});
