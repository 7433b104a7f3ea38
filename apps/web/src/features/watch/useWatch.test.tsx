// @vitest-environment jsdom
import type { ScrapeEvent, ScrapeSourceEvent } from '@matinee/shared/contract/scrape';
import type { FileStream } from '@matinee/shared/media/stream';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation, useParams } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import type { MovieMeta, ShowMeta } from '#data/catalog/details.ts';
import type { ScrapeOptions } from '#data/streams/scrape.ts';
import { createPlayer } from '#player/player.ts';
import type { PlayTitleDeps } from './play-title.ts';
import type { OtherStreamsDeps } from './sources/useFailover.ts';
import { useWatch } from './useWatch.ts';

afterEach(cleanup);

const movie: MovieMeta = { type: 'movie', title: 'Carnival', releaseYear: 1962, tmdbId: '16093' };
const episodes = [1, 2].map((number) => ({ number, title: `E${number}`, tmdbId: `30${number}` }));
const season = { number: 1, title: 'S', tmdbId: '31' };
const show = (at: number): ShowMeta => {
  const episode = episodes[at];
  if (!episode) throw new Error('no such episode');
  return { ...movie, type: 'show', tmdbId: '7', season, seasons: [season], episode, episodes };
};
const stream: FileStream = {
  id: 's',
  type: 'file',
  flags: [],
  captions: [],
  qualities: { '480': { type: 'mp4', url: 'x' } },
};

const NOTHING: ScrapeSourceEvent = { type: 'error', name: 'NotFoundError', message: 'Nothing' };

/** Scrapes that the test ends. */
function setUp(path: string, offers: ScrapeSourceEvent = NOTHING) {
  const searched: string[] = [];
  const runs: (ScrapeOptions & { emit: (event: ScrapeEvent) => void; title: string })[] = [];
  const deps: PlayTitleDeps & OtherStreamsDeps = {
    fetchMeta: async ({ tmdbId, episodeId }) =>
      tmdbId === '7' ? show(episodeId === '302' ? 1 : 0) : movie,
    fetchSourceNames: async () => undefined,
    scrape: async function* (media, options) {
      let waiting = Promise.withResolvers<ScrapeEvent>();
      const emit = (event: ScrapeEvent) => waiting.resolve(event);
      const title = media.type === 'show' ? `E${media.episode.number}` : media.title;
      options.signal.addEventListener('abort', () => {
        // A run that has ended waits for nothing.
        waiting.promise.catch(() => undefined);
        waiting.reject(options.signal.reason);
      });
      runs.push({ ...options, emit, title });
      for (;;) {
        const event = await waiting.promise;
        waiting = Promise.withResolvers();
        yield event;
      }
    },
    runSource: async function* (id) {
      searched.push(id);
      yield offers;
    },
    runEmbed: async function* (id) {
      searched.push(id);
      yield { type: 'completed', stream: [{ ...stream, id }] };
    },
    prepareFurther: async () => undefined,
    isRemoved: () => false,
    lacksPermission: async () => false,
    metaFailure: () => 'failed',
    now: () => new Date('2026-01-01'),
    report: () => undefined,
  };
  const player = createPlayer();
  let router: ReturnType<typeof createMemoryRouter> | undefined;
  const wrapper = ({ children }: { children: ReactNode }) => {
    router ??= createMemoryRouter(
      [{ path: '/media/:media/:season?/:episode?', element: children }],
      {
        initialEntries: [path],
      },
    );
    return (
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>
    );
  };
  const hook = renderHook(
    () => {
      const { media = '', season: seasonId, episode: episodeId } = useParams();
      const { pathname, search } = useLocation();
      const watch = useWatch({ slug: media, seasonId, episodeId }, player, deps);
      return { ...watch, url: pathname + search };
    },
    { wrapper },
  );
  const isRunning = () => runs.filter(({ signal }) => !signal.aborted);
  const running = () =>
    waitFor(() => expect(isRunning()).toHaveLength(1)).then(() => isRunning()[0]);
  const go = (to: string) => act(async () => router?.navigate(to));
  return { hook, player, runs, running, isRunning, go, searched };
}

const emit = async (
  run: { emit: (event: ScrapeEvent) => void } | undefined,
  event: ScrapeEvent,
) => {
  await act(async () => run?.emit(event));
};
const completed: ScrapeEvent = { type: 'completed', sourceId: 'a', stream };

test("only one run is active, even in React's strict mode", async () => {
  const { hook, running, player } = setUp('/media/tmdb-movie-16093-x');
  await emit(await running(), completed);
  await waitFor(() => expect(hook.result.current.state.at).toBe('playing'));
  expect(player.store.getState().stream).toEqual(stream);
});

test('a show path without an episode is redirected and keeps the start time', async () => {
  const { hook, running, player, runs } = setUp('/media/tmdb-tv-7-x?t=1:05');
  const run = await running();
  expect(hook.result.current.url).toBe('/media/tmdb-tv-7-x/31/301?t=1:05');
  await emit(run, completed);
  expect(player.store.getState().media.time).toBe(65);
  expect(new Set(runs.map(({ title }) => title))).toEqual(new Set(['E1']));
});

test('an open overlay survives the redirect', async () => {
  const { hook, running } = setUp('/media/tmdb-tv-7-x?t=soon&r=/settings/quality');
  await running();
  expect(hook.result.current.url).toBe('/media/tmdb-tv-7-x/31/301?r=%2Fsettings%2Fquality');
});

test('unmounting stops the run', async () => {
  const { hook, running } = setUp('/media/tmdb-movie-16093-x');
  const run = await running();
  hook.unmount();
  expect(run?.signal.aborted).toBe(true);
});

test('unmounting empties the player', async () => {
  const { hook, running, player } = setUp('/media/tmdb-movie-16093-x');
  await emit(await running(), completed);
  hook.unmount();
  expect(player.store.getState().phase).toBe('empty');
});

test('another episode replaces the running search', async () => {
  const { running, isRunning, go } = setUp('/media/tmdb-tv-7-x/31/301');
  const first = await running();
  await go('/media/tmdb-tv-7-x/31/302');
  await waitFor(() => expect(isRunning()[0]?.title).toBe('E2'));
  expect(first?.signal.aborted).toBe(true);
});

test('another episode prefers the source of the previous one', async () => {
  const { running, isRunning, go } = setUp('/media/tmdb-tv-7-x/31/301');
  const first = await running();
  expect(first?.prefer).toBeUndefined();
  await emit(first, { ...completed, sourceId: 'b' });
  await go('/media/tmdb-tv-7-x/31/302');
  await waitFor(() => expect(isRunning()[0]?.title).toBe('E2'));
  expect(isRunning()[0]?.prefer).toBe('b');
  await go('/media/tmdb-movie-16093-x');
  await waitFor(() => expect(isRunning()[0]?.title).toBe('Carnival'));
  expect(isRunning()[0]?.prefer).toBeUndefined();
});

test('retrying searches every source again', async () => {
  const { hook, running, runs } = setUp('/media/tmdb-movie-16093-x');
  await emit(await running(), { type: 'noOutput' });
  expect(hook.result.current.state.at).toBe('notFound');
  const before = runs.length;
  act(() => hook.result.current.retry());
  await waitFor(() => expect(runs.length).toBeGreaterThan(before));
  expect(runs.at(-1)?.only).toBeUndefined();
  expect(runs.map(({ isFresh }) => isFresh ?? false)).toEqual([false, true]);
  expect(hook.result.current.state.at).toBe('scraping');
});

test('a manually chosen stream continues at the same position', async () => {
  const { hook, running, player } = setUp('/media/tmdb-movie-16093-x?t=40');
  await emit(await running(), completed);
  const chosen = { ...stream, id: 'other' };
  act(() => hook.result.current.switchTo({ sourceId: 'b', stream: chosen }));
  expect(player.store.getState()).toMatchObject({ stream: chosen, media: { time: 40 } });
  act(() =>
    player.store.setState(({ media }) => ({ media: { ...media, hasPlayed: true, time: 55 } })),
  );
  act(() => hook.result.current.switchTo({ sourceId: 'a', stream }));
  expect(player.store.getState()).toMatchObject({ stream, media: { time: 55 } });
  expect(hook.result.current.state).toMatchObject({ at: 'playing', sourceId: 'a' });
  hook.unmount();
  expect(player.store.getState().phase).toBe('empty');
});

describe('a failed stream', () => {
  const decodeError = {
    errorName: 'MEDIA_ERR_DECODE',
    type: 'htmlvideo',
    key: 'errorDecode',
  } as const;

  async function breakAt(seconds: number, offers?: ScrapeSourceEvent) {
    const set = setUp('/media/tmdb-movie-16093-x?t=40', offers);
    const { player, running, hook } = set;
    const run = await running();
    await emit(run, { type: 'init', sourceIds: ['a', 'b'] });
    await emit(run, completed);
    act(() =>
      player.store.setState(({ media }) => ({
        media: { ...media, hasPlayed: true, paused: false, time: seconds },
        phase: 'failed',
        error: decodeError,
      })),
    );
    return { ...set, state: () => hook.result.current.state };
  }

  test('is replaced by the next source at the same position, once', async () => {
    const { player, runs, state, hook } = await breakAt(55);
    await waitFor(() => expect(runs.at(-1)?.only).toEqual(['b']));
    const next = { ...stream, id: 'other' };
    await emit(runs.at(-1), { ...completed, sourceId: 'b', stream: next });
    await waitFor(() => expect(state()).toMatchObject({ at: 'playing', sourceId: 'b' }));
    expect(state()).toMatchObject({
      failover: { from: 'a', error: decodeError },
      failedSources: ['a'],
    });
    expect(player.store.getState()).toMatchObject({ stream: next, media: { time: 55 } });
    const before = runs.length;
    act(() => player.store.setState({ phase: 'failed', error: decodeError }));
    await waitFor(() => expect(state().at).toBe('playbackError'));
    expect(runs).toHaveLength(before);
    hook.unmount();
  });

  test('is replaced by other streams of its source and embeds first', async () => {
    const second = { ...stream, id: 'second' };
    const embeds = ['x', 'y'].map((embedId) => ({ embedId, url: `https://${embedId}.test` }));
    const { player, runs, state, searched } = await breakAt(55, {
      type: 'completed',
      stream: [stream, second],
      embeds,
    });
    const before = runs.length;
    for (const id of ['second', 'x', 'y']) {
      await waitFor(() =>
        expect(player.store.getState()).toMatchObject({ stream: { id }, media: { time: 55 } }),
      );
      expect(state()).toMatchObject({ at: 'playing', sourceId: 'a', failover: { from: 'a' } });
      act(() =>
        player.store.setState(({ media }) => ({
          media: { ...media, hasPlayed: true, time: 55 },
          phase: 'failed',
          error: decodeError,
        })),
      );
    }
    await waitFor(() => expect(runs.length).toBeGreaterThan(before));
    expect(runs.at(-1)?.only).toEqual(['b']);
    expect(searched).toEqual(['a', 'a', 'x', 'a', 'y', 'a', 'x', 'y']);
  });

  test('is an error when no other source has it', async () => {
    const { runs, state } = await breakAt(55);
    await waitFor(() => expect(runs.at(-1)?.only).toEqual(['b']));
    await emit(runs.at(-1), { type: 'start', id: 'b' });
    await emit(runs.at(-1), { type: 'noOutput' });
    await waitFor(() => expect(state()).toMatchObject({ at: 'playbackError', error: decodeError }));
  });

  test('chosen by the user is not replaced', async () => {
    const { hook, runs, state, player } = await breakAt(55);
    await waitFor(() => expect(runs.at(-1)?.only).toEqual(['b']));
    const chosen = { ...stream, id: 'chosen' };
    act(() => hook.result.current.switchTo({ sourceId: 'c', stream: chosen }));
    expect(runs.at(-1)?.signal.aborted).toBe(true);
    expect(state()).toMatchObject({ at: 'playing', sourceId: 'c', isChosen: true });
    expect(player.store.getState().stream).toBe(chosen);
  });
});

test('a stream chosen after an empty search plays from the stored position', async () => {
  const { hook, running, player } = setUp('/media/tmdb-movie-16093-x?t=1:05');
  await emit(await running(), { type: 'noOutput' });
  expect(hook.result.current.state.at).toBe('notFound');
  act(() => hook.result.current.switchTo({ sourceId: 'b', stream }));
  expect(hook.result.current.state.at).toBe('playing');
  expect(player.store.getState()).toMatchObject({ stream, media: { time: 65 } });
});

test('after an empty search only unanswered sources are searched again', async () => {
  const { hook, running, isRunning } = setUp('/media/tmdb-movie-16093-x');
  const first = await running();
  await emit(first, { type: 'init', sourceIds: ['a', 'b', 'c'] });
  await emit(first, { type: 'update', id: 'a', percentage: 100, status: 'notfound' });
  await emit(first, { type: 'update', id: 'b', percentage: 100, status: 'failure' });
  await emit(first, { type: 'error', name: 'Error', message: 'broke off' });
  const { state } = hook.result.current;
  if (state.at !== 'notFound') throw new Error(`It is ${state.at}`);
  act(() => hook.result.current.searchUnanswered(state));
  await waitFor(() => expect(isRunning()[0]?.only).toEqual(['b', 'c']));
});
