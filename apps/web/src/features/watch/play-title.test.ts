import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import type { FileStream } from '@matinee/shared/media/stream';
import { expect, test, vi } from 'vitest';
import { TooManySearches } from '#data/streams/relay-response.ts';
import type { MovieMeta, PlaybackMeta, ShowMeta } from '#data/catalog/details.ts';
import { isReleased, playTitle, type PlayTitleDeps, type PlayRequest } from './play-title.ts';
import type { ScrapeProgress } from './sources/scrape-progress.ts';
import type { WatchEvent } from './watch-machine.ts';

const movie: MovieMeta = { type: 'movie', title: 'Carnival', releaseYear: 1962, tmdbId: '16093' };
const episode = { number: 1, title: 'One', tmdbId: '11' };
const season = { number: 1, title: 'S', tmdbId: '1' };
const show: ShowMeta = {
  ...movie,
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

async function* streamEvents(...events: readonly (ScrapeEvent | Error)[]) {
  for (const event of events) {
    if (event instanceof Error) throw event;
    yield event;
  }
}

function setUp(deps: Partial<PlayTitleDeps> = {}, request: Partial<PlayRequest> = {}) {
  const sent: WatchEvent[] = [];
  const fetched: string[] = [];
  const played: string[] = [];
  const redirected: PlaybackMeta[] = [];
  const reported: ScrapeProgress[] = [];
  const lifetime = new AbortController();
  const done = playTitle(
    { route: { slug: 'tmdb-movie-16093-x' }, options: {}, signal: lifetime.signal, ...request },
    {
      onEvent: (event) => sent.push(event),
      redirect: (meta) => redirected.push(meta),
      prepare: () => fetched.push('chunks'),
      play: (_, { id }) => played.push(id),
    },
    {
      fetchMeta: async () => {
        fetched.push('meta');
        return movie;
      },
      fetchSourceNames: async () => fetched.push('names'),
      scrape: () => streamEvents(init, completed),
      isRemoved: () => false,
      lacksPermission: async () => false,
      metaFailure: (error) => (error === 404 ? 'notFound' : 'failed'),
      now: () => new Date('2026-01-01'),
      report: (_, progress) => reported.push(progress),
      ...deps,
    },
  );
  const types = () => sent.map((event) => (event.type === 'blocked' ? event.why : event.type));
  return { done, sent, types, fetched, played, redirected, reported, lifetime };
}

test('a title is resolved, scraped and played', async () => {
  const { done, types, played } = setUp();
  await done;
  expect(types()).toEqual(['started', 'resolved', 'scraped', 'scraped']);
  expect(played).toEqual(['a']);
});

test('source names, metadata and player code are fetched in parallel', () => {
  const { fetched } = setUp({ fetchMeta: never });
  expect(fetched).toEqual(['names', 'chunks']);
});

test.each<[string, Partial<PlayTitleDeps>, Partial<PlayRequest>, string]>([
  ['an invalid slug', {}, { route: { slug: 'JW-movie-1' } }, 'notFound'],
  ['a title that was taken down', { isRemoved: () => true }, {}, 'removed'],
  ['a title that does not exist', { fetchMeta: () => Promise.reject(404) }, {}, 'notFound'],
  ['a catalog that is down', { fetchMeta: () => Promise.reject(500) }, {}, 'failed'],
  [
    'a failed list of names',
    { fetchMeta: never, fetchSourceNames: () => Promise.reject(new Error('x')) },
    {},
    'api',
  ],
  [
    'an extension without permission',
    { fetchMeta: never, lacksPermission: async () => true },
    {},
    'extension',
  ],
])('%s blocks playback', async (_, deps, request, why) => {
  const { types, played, lifetime } = setUp(deps, request);
  await vi.waitFor(() => expect(types()).toEqual(['started', why]));
  expect(played).toEqual([]);
  lifetime.abort();
});

test('a failed source list during the search stops it', async () => {
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
  expect(types()).toEqual(['started', 'resolved', 'scraped', 'api']);
});

test('a failed source list after a stream was found changes nothing', async () => {
  const names = Promise.withResolvers<never>();
  const { done, types } = setUp({ fetchSourceNames: () => names.promise });
  await done;
  names.reject(new Error('down'));
  await names.promise.catch(() => undefined);
  expect(types()).not.toContain('api');
});

test('a missing extension permission does not stop a found stream', async () => {
  const lacks = Promise.withResolvers<boolean>();
  const { done, types, played } = setUp({ lacksPermission: () => lacks.promise });
  await done;
  lacks.resolve(true);
  await lacks.promise;
  expect(played).toEqual(['a']);
  expect(types()).not.toContain('extension');
});

test('a path without an episode is redirected before the search', async () => {
  const { done, types, redirected } = setUp(
    { fetchMeta: async () => show },
    { route: { slug: 'tmdb-tv-16093-x' } },
  );
  await done;
  expect(redirected).toEqual([show]);
  expect(types()).toEqual(['started']);
});

test('an unreleased title is searched only on request', async () => {
  const fetchMeta = async () => ({ ...movie, releaseYear: 2031 });
  const first = setUp({ fetchMeta });
  await first.done;
  expect(first.types()).toEqual(['started', 'unreleased']);
  const second = setUp({ fetchMeta }, { options: { evenUnreleased: true } });
  await second.done;
  expect(second.played).toEqual(['a']);
});

test('a failed search reports its error', async () => {
  const { done, sent } = setUp({
    scrape: () => streamEvents(init, new Error('SSE closed improperly')),
  });
  await done;
  expect(sent.at(-1)).toEqual({
    type: 'scrapeFailed',
    error: { name: 'Error', message: 'SSE closed improperly' },
  });
});

test('a rate limit reports its duration', async () => {
  const { done, sent } = setUp({
    scrape: () => streamEvents(new TooManySearches('slow down', 42)),
  });
  await done;
  expect(sent.at(-1)).toEqual({
    type: 'scrapeFailed',
    error: { name: 'TooManySearches', message: 'slow down', retryAfterSeconds: 42 },
  });
});

test('a retry searches only the remaining sources', async () => {
  const only = ['b'];
  let fetched: readonly string[] | undefined;
  const { done } = setUp(
    {
      scrape: (_, options) => {
        fetched = options.only;
        return streamEvents(completed);
      },
    },
    { options: { only } },
  );
  await done;
  expect(fetched).toBe(only);
});

test('an aborted run reports and plays nothing', async () => {
  const meta = Promise.withResolvers<PlaybackMeta>();
  const { done, types, played, lifetime } = setUp({ fetchMeta: () => meta.promise });
  lifetime.abort();
  meta.resolve(movie);
  await done;
  expect(types()).toEqual(['started']);
  expect(played).toEqual([]);
});

test('aborting the metadata request is no failure', async () => {
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
  expect(types()).toEqual(['started']);
});

test('a failed source list cancels the metadata request', async () => {
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
  expect(types()).toEqual(['started', 'api']);
});

test('aborting stops the search', async () => {
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
  expect(types()).toEqual(['started', 'resolved', 'scraped']);
});

test.each<[string, readonly (ScrapeEvent | Error)[], string]>([
  ['a stream', [init, completed], 'success'],
  ['nothing', [init, { type: 'start', id: 'a' }, { type: 'noOutput' }], 'notfound'],
  ['a broken line', [init, { type: 'start', id: 'a' }, new Error('lost')], 'pending'],
])('a search that ends with %s is reported once', async (_, events, status) => {
  const { done, reported } = setUp({ scrape: () => streamEvents(...events) });
  await done;
  expect(reported.map(({ sources }) => sources.map((source) => source.status))).toEqual([[status]]);
});

test('an aborted search is not reported', async () => {
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

const now = new Date('2026-04-01T12:00:00Z');

test.each([
  ['a movie from the past', movie, true],
  ['a movie of a later year', { ...movie, releaseYear: 2027 }, false],
  [
    'a movie with a future release date',
    { ...movie, releaseYear: 2026, releaseDate: '2026-09-01' },
    false,
  ],
  ['a movie released yesterday', { ...movie, releaseYear: 2026, releaseDate: '2026-03-31' }, true],
  ['a movie without a year', { ...movie, releaseYear: 0 }, true],
  [
    'an episode that airs next month',
    { ...show, episode: { ...episode, airDate: '2026-05-01' } },
    false,
  ],
  ['an episode that has aired', { ...show, episode: { ...episode, airDate: '2026-03-01' } }, true],
  ['an episode with an invalid date', { ...show, episode: { ...episode, airDate: 'soon' } }, true],
  ['an episode without a date', { ...show, episode: { number: 1, title: '', tmdbId: '1' } }, true],
] as const)('%s counts as released: %s', (_, meta, released) => {
  expect(isReleased(meta, now)).toBe(released);
});
