import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchQueryAbortable } from '#data/query-client.ts';
import { playbackMeta, showDetails, type PlaybackRef } from './details.ts';

interface Request {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly answer: (body: unknown) => void;
}

let client: QueryClient;
let requests: Request[];

/** A server that answers when the test says so. */
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

const asked = (path: string) =>
  vi.waitFor(() => {
    const request = requests.findLast((one) => one.path === path);
    if (!request) throw new Error(`${path} was not asked for`);
    return request;
  });
const paths = () => requests.map(({ path }) => path);

describe('a visitor who leaves', () => {
  test('ends the request for a film, and nothing of it is remembered', async () => {
    const { outcome, leave } = visit(movie);
    const { signal } = await asked('/movie/5');
    leave();
    expect(signal.aborted).toBe(true);
    expect(await outcome).toHaveProperty('error');
    expect(client.getQueryState(playbackMeta(movie).queryKey)).toMatchObject({
      status: 'pending',
      fetchStatus: 'idle',
      error: null,
    });
  });

  test('ends the request for a series', async () => {
    const { outcome, leave } = visit(first);
    const { signal } = await asked('/tv/7');
    leave();
    expect(signal.aborted).toBe(true);
    expect(await outcome).toHaveProperty('error');
    expect(paths()).toEqual(['/tv/7']);
  });

  test('ends the request for a season, and keeps the series', async () => {
    const { outcome, leave } = visit(first);
    (await asked('/tv/7')).answer(showBody);
    const { signal } = await asked('/tv/7/season/1');
    leave();
    expect(signal.aborted).toBe(true);
    expect(await outcome).toHaveProperty('error');
    expect(client.getQueryData(showDetails('7').queryKey)).toMatchObject({ id: 7 });
  });

  test('and comes back at once has the title asked for again', async () => {
    const gone = visit(movie);
    await asked('/movie/5');
    gone.leave();
    const back = visit(movie);
    expect(paths()).toEqual(['/movie/5', '/movie/5']);
    await gone.outcome;
    (await asked('/movie/5')).answer(movieBody);
    expect(await back.outcome).toBe('Carnival');
  });

  test('before anything was asked for asks for nothing', async () => {
    const page = AbortSignal.abort('left');
    await expect(fetchQueryAbortable(client, playbackMeta(movie), page)).rejects.toBe('left');
    expect(paths()).toEqual([]);
  });
});

describe('two who wait for the same', () => {
  test('share a request, which goes on for the one who stays', async () => {
    const [one, other] = [visit(movie), visit(movie)];
    const request = await asked('/movie/5');
    one.leave();
    expect(await one.outcome).toEqual({ error: 'left' });
    expect(request.signal.aborted).toBe(false);
    request.answer(movieBody);
    expect(await other.outcome).toBe('Carnival');
    expect(paths()).toEqual(['/movie/5']);
  });

  test('end it when both have left', async () => {
    const [one, other] = [visit(movie), visit(movie)];
    const { signal } = await asked('/movie/5');
    one.leave();
    other.leave();
    expect(signal.aborted).toBe(true);
  });

  test.each(['/tv/7', '/tv/7/season/1'])(
    'of a series, at two episodes, share what is asked at %s',
    async (path) => {
      const [one, other] = [visit(first), visit(second)];
      if (path !== '/tv/7') (await asked('/tv/7')).answer(showBody);
      const { signal } = await asked(path);
      one.leave();
      expect(await one.outcome).toHaveProperty('error');
      expect(signal.aborted).toBe(false);
      (await asked('/tv/7')).answer(showBody);
      (await asked('/tv/7/season/1')).answer(seasonBody);
      expect(await other.outcome).toBe(2);
      expect(paths()).toEqual(['/tv/7', '/tv/7/season/1']);
    },
  );
});

test('a title that is known is not asked for again', async () => {
  const once = visit(movie);
  (await asked('/movie/5')).answer(movieBody);
  expect(await once.outcome).toBe('Carnival');
  expect(await visit(movie).outcome).toBe('Carnival');
  expect(paths()).toEqual(['/movie/5']);
});
