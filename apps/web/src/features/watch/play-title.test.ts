import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { FileStream } from '@matinee/shared/media/stream';
import { expect, test, vi } from 'vitest';
import { TooManySearches } from '#data/streams/relay-error.ts';
import type { MovieMeta, PlaybackMeta, ShowMeta } from '#data/catalog/details.ts';
import { travel, type JourneyDeps, type Trip } from './play-title.ts';
import type { ScrapeProgress } from './scrape-progress.ts';
import type { WatchEvent } from './watch-machine.ts';

const film: MovieMeta = { type: 'movie', title: 'Carnival', releaseYear: 1962, tmdbId: '16093' };
const episode = { number: 1, title: 'One', tmdbId: '11' };
const season = { number: 1, title: 'S', tmdbId: '1' };
const show: ShowMeta = {
  ...film,
  type: 'show',
  season,
  episode,
  episodes: [episode],
  seasons: [season],
};
const stream: FileStream = { id: 'a', type: 'file', flags: [], captions: [], qualities: {} };
const init: ScrapeEvent = { type: 'init', sourceIds: ['a'] };
const completed: ScrapeEvent = { type: 'completed', sourceId: 'a', stream };

const never = () => new Promise<never>(() => undefined);

async function* telling(...events: readonly (ScrapeEvent | Error)[]) {
  for (const event of events) {
    if (event instanceof Error) throw event;
    yield event;
  }
}

function setUp(deps: Partial<JourneyDeps> = {}, trip: Partial<Trip> = {}) {
  const told: WatchEvent[] = [];
  const asked: string[] = [];
  const played: string[] = [];
  const redirected: PlaybackMeta[] = [];
  const reported: ScrapeProgress[] = [];
  const lifetime = new AbortController();
  const done = travel(
    { place: { slug: 'tmdb-movie-16093-x' }, attempt: {}, signal: lifetime.signal, ...trip },
    {
      tell: (event) => told.push(event),
      redirect: (meta) => redirected.push(meta),
      prepare: () => asked.push('chunks'),
      play: (_, { id }) => played.push(id),
    },
    {
      fetchMeta: async () => {
        asked.push('meta');
        return film;
      },
      fetchSourceNames: async () => asked.push('names'),
      scrape: () => telling(init, completed),
      isRemoved: () => false,
      lacksPermission: async () => false,
      explain: (error) => (error === 404 ? 'notFound' : 'failed'),
      now: () => new Date('2026-01-01'),
      report: (_, progress) => reported.push(progress),
      ...deps,
    },
  );
  const types = () => told.map((event) => (event.type === 'blocked' ? event.why : event.type));
  return { done, told, types, asked, played, redirected, reported, lifetime };
}

test('a title is resolved, scraped and played', async () => {
  const { done, types, played } = setUp();
  await done;
  expect(types()).toEqual(['entered', 'resolved', 'scraped', 'scraped']);
  expect(played).toEqual(['a']);
});

test('the names, the title and the code that will play it are fetched side by side', () => {
  const { asked } = setUp({ fetchMeta: never });
  expect(asked).toEqual(['names', 'chunks']);
});

test.each<[string, Partial<JourneyDeps>, Partial<Trip>, string]>([
  ['a slug that is none', {}, { place: { slug: 'JW-movie-1' } }, 'notFound'],
  ['a title that was taken down', { isRemoved: () => true }, {}, 'removed'],
  ['a title that does not exist', { fetchMeta: () => Promise.reject(404) }, {}, 'notFound'],
  ['a catalogue that is down', { fetchMeta: () => Promise.reject(500) }, {}, 'failed'],
  [
    'a list of names that cannot be had',
    { fetchMeta: never, fetchSourceNames: () => Promise.reject(new Error('x')) },
    {},
    'api',
  ],
  [
    'an extension that waits to be let in',
    { fetchMeta: never, lacksPermission: async () => true },
    {},
    'extension',
  ],
])('%s blocks the way', async (_, deps, trip, why) => {
  const { types, played, lifetime } = setUp(deps, trip);
  await vi.waitFor(() => expect(types()).toEqual(['entered', why]));
  expect(played).toEqual([]);
  lifetime.abort();
});

test('a list of names that fails while scraping stops the run', async () => {
  const names = Promise.withResolvers<never>();
  const stopped = Promise.withResolvers<void>();
  const { types } = setUp({
    fetchSourceNames: () => names.promise,
    scrape: async function* (_, { signal }) {
      signal.addEventListener('abort', () => stopped.resolve());
      yield init;
      names.reject(new Error('down'));
      await never();
    },
  });
  await stopped.promise;
  expect(types()).toEqual(['entered', 'resolved', 'scraped', 'api']);
});

test('a list of names that fails after the stream was found changes nothing', async () => {
  const names = Promise.withResolvers<never>();
  const { done, types } = setUp({ fetchSourceNames: () => names.promise });
  await done;
  names.reject(new Error('down'));
  await names.promise.catch(() => undefined);
  expect(types()).not.toContain('api');
});

test('an extension that waits to be let in stops no film that was found without it', async () => {
  const lacks = Promise.withResolvers<boolean>();
  const { done, types, played } = setUp({ lacksPermission: () => lacks.promise });
  await done;
  lacks.resolve(true);
  await lacks.promise;
  expect(played).toEqual(['a']);
  expect(types()).not.toContain('extension');
});

test('an episode without its place in the path is sent there before anything is scraped', async () => {
  const { done, types, redirected } = setUp(
    { fetchMeta: async () => show },
    { place: { slug: 'tmdb-tv-16093-x' } },
  );
  await done;
  expect(redirected).toEqual([show]);
  expect(types()).toEqual(['entered']);
});

test('a title of the future is scraped only when the viewer insists', async () => {
  const fetchMeta = async () => ({ ...film, releaseYear: 2031 });
  const first = setUp({ fetchMeta });
  await first.done;
  expect(first.types()).toEqual(['entered', 'unreleased']);
  const second = setUp({ fetchMeta }, { attempt: { evenUnreleased: true } });
  await second.done;
  expect(second.played).toEqual(['a']);
});

test('a run that breaks off is told with its reason', async () => {
  const { done, told } = setUp({ scrape: () => telling(init, new Error('SSE closed improperly')) });
  await done;
  expect(told.at(-1)).toEqual({
    type: 'scrapeFailed',
    error: { name: 'Error', message: 'SSE closed improperly' },
  });
});

test('a refusal of further searches is told with how long it lasts', async () => {
  const { done, told } = setUp({ scrape: () => telling(new TooManySearches('slow down', 42)) });
  await done;
  expect(told.at(-1)).toEqual({
    type: 'scrapeFailed',
    error: { name: 'TooManySearches', message: 'slow down', retryAfterSeconds: 42 },
  });
});

test('only the sources that are left are asked on a second try', async () => {
  const only = ['b'];
  let asked: readonly string[] | undefined;
  const { done } = setUp(
    {
      scrape: (_, options) => {
        asked = options.only;
        return telling(completed);
      },
    },
    { attempt: { only } },
  );
  await done;
  expect(asked).toBe(only);
});

test('after leaving, nothing is told and nothing plays', async () => {
  const meta = Promise.withResolvers<PlaybackMeta>();
  const { done, types, played, lifetime } = setUp({ fetchMeta: () => meta.promise });
  lifetime.abort();
  meta.resolve(film);
  await done;
  expect(types()).toEqual(['entered']);
  expect(played).toEqual([]);
});

test('leaving while the title is looked up ends that, and is no failure', async () => {
  let looking: AbortSignal | undefined;
  const { done, types, lifetime } = setUp({
    fetchMeta: (_, signal) => {
      looking = signal;
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  lifetime.abort();
  await done;
  expect(looking?.aborted).toBe(true);
  expect(types()).toEqual(['entered']);
});

test('a list of names that cannot be had ends the look-up of the title', async () => {
  const looking = Promise.withResolvers<AbortSignal>();
  const { types } = setUp({
    fetchMeta: (_, signal) => {
      looking.resolve(signal);
      return never();
    },
    fetchSourceNames: () => Promise.reject(new Error('down')),
  });
  const signal = await looking.promise;
  await vi.waitFor(() => expect(signal.aborted).toBe(true));
  expect(types()).toEqual(['entered', 'api']);
});

test('leaving in the middle of a run stops it', async () => {
  const started = Promise.withResolvers<AbortSignal>();
  const { done, types, lifetime } = setUp({
    scrape: async function* (_, { signal }) {
      yield init;
      started.resolve(signal);
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    },
  });
  const signal = await started.promise;
  lifetime.abort();
  await done;
  expect(signal.aborted).toBe(true);
  expect(types()).toEqual(['entered', 'resolved', 'scraped']);
});

test.each<[string, readonly (ScrapeEvent | Error)[], string]>([
  ['a stream', [init, completed], 'success'],
  ['nothing', [init, { type: 'start', id: 'a' }, { type: 'noOutput' }], 'notfound'],
  ['a broken line', [init, { type: 'start', id: 'a' }, new Error('lost')], 'pending'],
])('a search that ends with %s is reported once', async (_, events, status) => {
  const { done, reported } = setUp({ scrape: () => telling(...events) });
  await done;
  expect(reported.map(({ sources }) => sources.map((source) => source.status))).toEqual([[status]]);
});

test('a search that somebody left is not reported', async () => {
  const started = Promise.withResolvers<void>();
  const { done, reported, lifetime } = setUp({
    scrape: async function* (_, { signal }) {
      yield init;
      started.resolve();
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    },
  });
  await started.promise;
  lifetime.abort();
  await done;
  expect(reported).toEqual([]);
});
