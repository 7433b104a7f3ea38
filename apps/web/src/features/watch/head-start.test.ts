import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { FileStream } from '@matinee/shared/media/stream';
import { expect, test, vi } from 'vitest';
import type { MovieMeta } from '#data/catalog/details.ts';
import { createHeadStart, type StartedRun } from './head-start.ts';
import type { PlayTitleDeps } from './play-title.ts';

const movie: MovieMeta = { type: 'movie', title: 'Carnival', releaseYear: 1962, tmdbId: '16093' };
const stream: FileStream = { id: 's', type: 'file', flags: [], captions: [], qualities: {} };
const init: ScrapeEvent = { type: 'init', sourceIds: ['a'] };
const completed: ScrapeEvent = { type: 'completed', sourceId: 'a', stream };
const path = '/media/tmdb-movie-16093-carnival';
const route = { slug: 'tmdb-movie-16093-carnival' };

/** One search, which the test completes. */
function setUp({ isRemoved = false } = {}) {
  const found = Promise.withResolvers<ScrapeEvent>();
  const scrape = vi.fn<PlayTitleDeps['scrape']>(async function* () {
    yield init;
    yield await found.promise;
  });
  const fetchMeta = vi.fn<PlayTitleDeps['fetchMeta']>(async () => movie);
  const headStart = createHeadStart({
    fetchMeta,
    scrape,
    fetchSourceNames: async () => undefined,
    isRemoved: () => isRemoved,
    lacksPermission: async () => false,
    metaFailure: () => 'failed',
    now: () => new Date('2026-01-01'),
    report: () => undefined,
  });
  return { headStart, scrape, fetchMeta, complete: () => found.resolve(completed) };
}

function observe(run: StartedRun | undefined): string[] {
  const calls: string[] = [];
  run?.observe({
    onEvent: (event) => calls.push(event.type === 'scraped' ? event.event.type : event.type),
    redirect: () => calls.push('redirect'),
    prepare: () => calls.push('prepare'),
    play: ({ title }, { id }) => calls.push(`play ${title} from ${id}`),
  });
  return calls;
}

test('the search starts without an observer', async () => {
  const { headStart, scrape } = setUp();
  headStart.begin(path);
  await vi.waitFor(() => expect(scrape).toHaveBeenCalledOnce());
});

test('a late observer receives all calls in their order', async () => {
  const { headStart, scrape, complete } = setUp();
  headStart.begin(path);
  await vi.waitFor(() => expect(scrape).toHaveBeenCalledOnce());
  const run = headStart.take(route);
  const calls = observe(run);
  expect(calls.slice(0, 3)).toEqual(['started', 'prepare', 'resolved']);
  complete();
  await vi.waitFor(() =>
    expect(calls.slice(3)).toEqual(['init', 'completed', 'play Carnival from s']),
  );
  expect(scrape).toHaveBeenCalledOnce();
});

test('a run is handed over once', () => {
  const { headStart } = setUp();
  headStart.begin(path);
  expect(headStart.take(route)).toBeDefined();
  expect(headStart.take(route)).toBeUndefined();
});

test('taking another route cancels the run', async () => {
  const { headStart, scrape } = setUp();
  headStart.begin(path);
  await vi.waitFor(() => expect(scrape).toHaveBeenCalledOnce());
  expect(headStart.take({ slug: 'tmdb-movie-7-other' })).toBeUndefined();
  expect(scrape.mock.lastCall?.[1].signal.aborted).toBe(true);
  expect(headStart.take(route)).toBeUndefined();
});

test('leaving cancels an unclaimed run, but not a taken one', async () => {
  const { headStart, scrape } = setUp();
  headStart.begin(path);
  await vi.waitFor(() => expect(scrape).toHaveBeenCalledOnce());
  const run = headStart.take(route);
  headStart.keepOnly('/browse/x');
  expect(scrape.mock.lastCall?.[1].signal.aborted).toBe(false);
  run?.cancel();
  expect(scrape.mock.lastCall?.[1].signal.aborted).toBe(true);

  headStart.begin(path);
  await vi.waitFor(() => expect(scrape).toHaveBeenCalledTimes(2));
  headStart.keepOnly(path);
  expect(scrape.mock.lastCall?.[1].signal.aborted).toBe(false);
  headStart.keepOnly('/media/tmdb-movie-7-other');
  expect(scrape.mock.lastCall?.[1].signal.aborted).toBe(true);
});

test('a run ahead of time prefers the given source', async () => {
  const { headStart, scrape } = setUp();
  headStart.begin(path, { prefer: 'a' });
  await vi.waitFor(() => expect(scrape).toHaveBeenCalledOnce());
  expect(scrape.mock.lastCall?.[1].prefer).toBe('a');
});

test('a removed title is not searched', () => {
  const { headStart, scrape, fetchMeta } = setUp({ isRemoved: true });
  headStart.begin(path);
  expect(observe(headStart.take(route))).toEqual(['started', 'blocked']);
  expect(fetchMeta).not.toHaveBeenCalled();
  expect(scrape).not.toHaveBeenCalled();
});

test('other pages start no run', () => {
  const { headStart, fetchMeta } = setUp();
  headStart.begin('/browse/carnival');
  expect(fetchMeta).not.toHaveBeenCalled();
  expect(headStart.take(route)).toBeUndefined();
});
