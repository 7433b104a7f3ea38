import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { FileStream } from '@matinee/shared/media/stream';
import { expect, test, vi } from 'vitest';
import type { MovieMeta } from '#data/catalog/details.ts';
import { createHeadStart, type Departure } from './head-start.ts';
import type { JourneyDeps } from './play-title.ts';

const film: MovieMeta = { type: 'movie', title: 'Carnival', releaseYear: 1962, tmdbId: '16093' };
const stream: FileStream = { id: 's', type: 'file', flags: [], captions: [], qualities: {} };
const init: ScrapeEvent = { type: 'init', sourceIds: ['a'] };
const completed: ScrapeEvent = { type: 'completed', sourceId: 'a', stream };
const path = '/media/tmdb-movie-16093-carnival';
const place = { slug: 'tmdb-movie-16093-carnival' };

/** One scrape, which ends when the test lets it. */
function setUp({ isRemoved = false } = {}) {
  const found = Promise.withResolvers<ScrapeEvent>();
  const scrape = vi.fn<JourneyDeps['scrape']>(async function* () {
    yield init;
    yield await found.promise;
  });
  const fetchMeta = vi.fn<JourneyDeps['fetchMeta']>(async () => film);
  const headStart = createHeadStart({
    fetchMeta,
    scrape,
    fetchSourceNames: async () => undefined,
    isRemoved: () => isRemoved,
    lacksPermission: async () => false,
    explain: () => 'failed',
    now: () => new Date('2026-01-01'),
    report: () => undefined,
  });
  return { headStart, scrape, fetchMeta, complete: () => found.resolve(completed) };
}

function join(departure: Departure | undefined): string[] {
  const told: string[] = [];
  departure?.join({
    tell: (event) => told.push(event.type === 'scraped' ? event.event.type : event.type),
    redirect: () => told.push('redirect'),
    prepare: () => told.push('prepare'),
    play: ({ title }, { id }) => told.push(`play ${title} from ${id}`),
  });
  return told;
}

test('the sources are asked before anybody is there to be told', async () => {
  const { headStart, scrape } = setUp();
  headStart.begin(path);
  await vi.waitFor(() => expect(scrape).toHaveBeenCalledOnce());
});

test('who comes later is told all that was missed, in its order, and then the rest', async () => {
  const { headStart, scrape, complete } = setUp();
  headStart.begin(path);
  await vi.waitFor(() => expect(scrape).toHaveBeenCalledOnce());
  const departure = headStart.take(place);
  const told = join(departure);
  expect(told.slice(0, 3)).toEqual(['entered', 'prepare', 'resolved']);
  complete();
  await vi.waitFor(() =>
    expect(told.slice(3)).toEqual(['init', 'completed', 'play Carnival from s']),
  );
  expect(scrape).toHaveBeenCalledOnce();
});

test('it is given away once: a second try is a journey of its own', () => {
  const { headStart } = setUp();
  headStart.begin(path);
  expect(headStart.take(place)).toBeDefined();
  expect(headStart.take(place)).toBeUndefined();
});

test('who goes somewhere else ends it', async () => {
  const { headStart, scrape } = setUp();
  headStart.begin(path);
  await vi.waitFor(() => expect(scrape).toHaveBeenCalledOnce());
  expect(headStart.take({ slug: 'tmdb-movie-7-other' })).toBeUndefined();
  expect(scrape.mock.lastCall?.[1].signal.aborted).toBe(true);
  expect(headStart.take(place)).toBeUndefined();
});

test('one that nobody will come for is cancelled, one that was taken is not', async () => {
  const { headStart, scrape } = setUp();
  headStart.begin(path);
  await vi.waitFor(() => expect(scrape).toHaveBeenCalledOnce());
  const departure = headStart.take(place);
  headStart.keepOnly('/browse/x');
  expect(scrape.mock.lastCall?.[1].signal.aborted).toBe(false);
  departure?.cancel();
  expect(scrape.mock.lastCall?.[1].signal.aborted).toBe(true);

  headStart.begin(path);
  await vi.waitFor(() => expect(scrape).toHaveBeenCalledTimes(2));
  headStart.keepOnly(path);
  expect(scrape.mock.lastCall?.[1].signal.aborted).toBe(false);
  headStart.keepOnly('/media/tmdb-movie-7-other');
  expect(scrape.mock.lastCall?.[1].signal.aborted).toBe(true);
});

test('a start made ahead looks first where the viewer was served before', async () => {
  const { headStart, scrape } = setUp();
  headStart.begin(path, { prefer: 'a' });
  await vi.waitFor(() => expect(scrape).toHaveBeenCalledOnce());
  expect(scrape.mock.lastCall?.[1].prefer).toBe('a');
});

test('no source is asked for a title that the operator has removed', () => {
  const { headStart, scrape, fetchMeta } = setUp({ isRemoved: true });
  headStart.begin(path);
  expect(join(headStart.take(place))).toEqual(['entered', 'blocked']);
  expect(fetchMeta).not.toHaveBeenCalled();
  expect(scrape).not.toHaveBeenCalled();
});

test('a page that is no title sets nothing in motion', () => {
  const { headStart, fetchMeta } = setUp();
  headStart.begin('/browse/carnival');
  expect(fetchMeta).not.toHaveBeenCalled();
  expect(headStart.take(place)).toBeUndefined();
});
