import type { ScrapeEvent } from '@matinee/shared/contract/scrape';
import { createRegistry } from '@matinee/sources/registry';
import { createScraper } from '@matinee/sources/scraper';
import { MOVIE } from '@matinee/sources/testing/stub-run';
import {
  createStubNetwork,
  stubEmbed,
  stubSource,
  type StubPlan,
} from '@matinee/sources/testing/stub-source';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cacheRuns } from './run-cache.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const MINUTE = 60_000;

/** `asks` counts the sources' requests, without probes of their results. */
function setUp(...plans: readonly Omit<StubPlan, 'rank'>[]) {
  const network = createStubNetwork();
  const sources = plans.map((plan, at) => stubSource({ ...plan, rank: 100 - at }));
  const registry = createRegistry({ sources, embeds: [stubEmbed('host', 1)] });
  const scraper = cacheRuns({
    scraper: createScraper({ registry, fetch: network.fetch, now: Date.now }),
    now: Date.now,
  });
  const requests = () => network.requests.filter((url) => url.includes('/wait/')).length;
  return { asks: requests, network, scraper };
}

async function ended<T>(run: AsyncIterable<T>): Promise<T[]> {
  const events = Array.fromAsync(run);
  await vi.advanceTimersByTimeAsync(100);
  return await events;
}

const here = () => ({ signal: new AbortController().signal });
const FINDS = { id: 'a', after: 10, finds: 'stream' } as const;
const HANGS = { id: 'a', after: 'forever', finds: 'stream' } as const;

describe('a finished search', () => {
  test('is replayed from memory, event by event, for five minutes', async () => {
    const { asks: requests, scraper } = setUp(FINDS);
    const first = await ended(scraper.runAll(MOVIE, here()));
    expect(first.at(-1)).toMatchObject({ type: 'completed', sourceId: 'a' });
    vi.setSystemTime(5 * MINUTE);
    expect(await ended(scraper.runAll(MOVIE, here()))).toEqual(first);
    expect(requests()).toBe(1);
    vi.setSystemTime(5 * MINUTE + 200);
    await ended(scraper.runAll(MOVIE, here()));
    expect(requests()).toBe(2);
  });

  test('is repeated for a caller who asks again, and the new one is replayed from then on', async () => {
    const { asks: requests, scraper } = setUp(FINDS);
    await ended(scraper.runAll(MOVIE, here()));
    await ended(scraper.runSource('a', MOVIE, here()));
    expect(requests()).toBe(2);
    await ended(scraper.fresh.runAll(MOVIE, here()));
    await ended(scraper.fresh.runSource('a', MOVIE, here()));
    expect(requests()).toBe(4);
    await ended(scraper.runAll(MOVIE, here()));
    await ended(scraper.runSource('a', MOVIE, here()));
    expect(requests()).toBe(4);
    const both = [1, 2].map(() => ended(scraper.fresh.runAll(MOVIE, here())));
    await Promise.all(both);
    expect(requests()).toBe(5);
  });

  test('with no result is repeated after 20 seconds', async () => {
    const { asks: requests, scraper } = setUp({ ...FINDS, finds: 'nothing' });
    const first = await ended(scraper.runAll(MOVIE, here()));
    expect(first.at(-1)).toEqual({ type: 'noOutput' });
    vi.setSystemTime(20_000);
    expect(await ended(scraper.runAll(MOVIE, here()))).toEqual(first);
    expect(requests()).toBe(1);
    vi.setSystemTime(20_200);
    await ended(scraper.runAll(MOVIE, here()));
    expect(requests()).toBe(2);
  });

  test('with an error is repeated at once', async () => {
    const { asks: requests, scraper } = setUp(
      { ...FINDS, finds: 'an error' },
      { ...FINDS, id: 'b', finds: 'nothing' },
    );
    await ended(scraper.runAll(MOVIE, here()));
    await ended(scraper.runAll(MOVIE, here()));
    expect(requests()).toBe(4);
    const alone = await ended(scraper.runSource('a', MOVIE, here()));
    expect(alone.at(-1)).toMatchObject({ type: 'error', name: 'TypeError' });
    await ended(scraper.runSource('a', MOVIE, here()));
    expect(requests()).toBe(6);
  });

  test('of one source or one embed is cached too', async () => {
    const { asks: requests, scraper } = setUp(FINDS, { ...FINDS, id: 'b', finds: 'nothing' });
    for (let round = 0; round < 2; round += 1) {
      const [source, missing, embed] = [
        await ended(scraper.runSource('a', MOVIE, here())),
        await ended(scraper.runSource('b', MOVIE, here())),
        await ended(scraper.runEmbed('host', '10/stream', here())),
      ];
      expect(source.at(-1)).toMatchObject({ type: 'completed' });
      expect(missing.at(-1)).toMatchObject({ type: 'error', name: 'NotFoundError' });
      expect(embed.at(-1)).toMatchObject({ type: 'completed' });
    }
    expect(requests()).toBe(3);
  });

  test.each([
    ['another title', { ...MOVIE, title: 'Other' }, {}],
    ['another order', MOVIE, { order: ['b'] }],
    ['fewer sources', MOVIE, { without: ['b'] }],
    ['another browser', MOVIE, { capabilities: ['avc', 'hevc'] as const }],
  ])('is not reused for %s', async (_what, media, preferences) => {
    const { asks: requests, scraper } = setUp(FINDS, { ...FINDS, id: 'b' });
    await ended(scraper.runAll(MOVIE, here()));
    const before = requests();
    await ended(scraper.runAll(media, { ...here(), ...preferences }));
    expect(requests()).toBeGreaterThan(before);
  });

  test('is evicted by newer ones when there are too many', async () => {
    const { asks: requests, scraper } = setUp({ ...FINDS, after: 0 });
    const request = (tmdbId: number) =>
      Array.fromAsync(scraper.runAll({ ...MOVIE, tmdbId: String(tmdbId) }, here()));
    for (let tmdbId = 0; tmdbId <= 500; tmdbId += 1) await request(tmdbId);
    expect(requests()).toBe(501);
    await request(500);
    expect(requests()).toBe(501);
    await request(0);
    expect(requests()).toBe(502);
  });
});

describe('simultaneous callers with the same search', () => {
  test('share one run, and a later one gets the past events', async () => {
    const { asks: requests, scraper } = setUp({ ...FINDS, after: 50 });
    const first = Array.fromAsync(scraper.runAll(MOVIE, here()));
    await vi.advanceTimersByTimeAsync(30);
    const second = Array.fromAsync(scraper.runAll(MOVIE, here()));
    await vi.advanceTimersByTimeAsync(30);
    expect(await second).toEqual(await first);
    expect((await first).map(({ type }) => type)).toContain('start');
    expect(requests()).toBe(1);
  });

  test('keep the run going until the last one leaves', async () => {
    const { network, scraper } = setUp(HANGS);
    const viewers = [new AbortController(), new AbortController()];
    const runs = viewers.map(({ signal }) =>
      Array.fromAsync(scraper.runAll(MOVIE, { signal })).catch(String),
    );
    await vi.advanceTimersByTimeAsync(10);
    expect(network.running()).toHaveLength(1);
    viewers[0]?.abort(new Error('gone'));
    expect(await runs[0]).toBe('Error: gone');
    expect(network.running()).toHaveLength(1);
    viewers[1]?.abort(new Error('gone too'));
    expect(await runs[1]).toBe('Error: gone too');
    await vi.advanceTimersByTimeAsync(0);
    expect(network.running()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('also leave when they stop reading, and the next caller gets a new run', async () => {
    const { network, scraper } = setUp(HANGS);
    const reader = scraper.runAll(MOVIE, here());
    await reader.next();
    await reader.next();
    expect(network.running()).toHaveLength(1);
    await reader.return();
    const viewer = new AbortController();
    const types: ScrapeEvent['type'][] = [];
    const next = (async () => {
      for await (const { type } of scraper.runAll(MOVIE, viewer)) types.push(type);
    })().catch(String);
    await vi.advanceTimersByTimeAsync(0);
    expect(network.requests).toHaveLength(2);
    expect(network.running()).toHaveLength(1);
    expect(types).toContain('start');
    viewer.abort(new Error('gone'));
    expect(await next).toBe('Error: gone');
  });

  test('all get the error when the run itself fails', async () => {
    const broken = cacheRuns({
      scraper: {
        ...createScraper({
          registry: createRegistry({ sources: [], embeds: [] }),
          fetch: createStubNetwork().fetch,
          now: Date.now,
        }),
        async *runAll() {
          yield { type: 'init', sourceIds: [] };
          throw new Error('bug');
        },
      },
      now: Date.now,
    });
    const runs = [1, 2].map(() => Array.fromAsync(broken.runAll(MOVIE, here())).catch(String));
    expect(await Promise.all(runs)).toEqual(['Error: bug', 'Error: bug']);
  });
});

test('without caching, only simultaneous callers share a result', async () => {
  const network = createStubNetwork();
  const registry = createRegistry({ sources: [stubSource({ ...FINDS, rank: 1 })], embeds: [] });
  const scraper = createScraper({ registry, fetch: network.fetch, now: Date.now });
  const shared = cacheRuns({ scraper, isCached: false, now: Date.now });
  const twice = () => Promise.all([1, 2].map(() => ended(shared.runAll(MOVIE, here()))));
  await twice();
  expect(network.requests.filter((url) => url.includes('/wait/'))).toHaveLength(1);
  await twice();
  expect(network.requests.filter((url) => url.includes('/wait/'))).toHaveLength(2);
});

test('a caller that has already left starts nothing', async () => {
  const { network, scraper } = setUp(FINDS);
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(scraper.runAll(MOVIE, { signal: gone }).next()).rejects.toThrow('gone');
  expect(network.requests).toEqual([]);
});
