import type { ScrapeMedia } from '@matinee/shared/media/media';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRegistry } from './registry.ts';
import { createScraper } from './scraper.ts';
import { NotFoundError, type Source } from './source.ts';
import { createStubNetwork, stubEmbed, stubSource } from './testing/stub-source.ts';
import { ending, MOVIE, onClock, setUp, starts, updatesOf } from './testing/stub-run.ts';

const { play, runAll } = onClock(vi);

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a race of sources', () => {
  test('announces at once which sources will run, and starts nothing within its delay', async () => {
    const events = await runAll(
      setUp([
        { id: 'a', after: 'forever', finds: 'stream' },
        { id: 'b', after: 900, finds: 'stream' },
        { id: 'c', after: 900, finds: 'stream' },
      ]),
    );
    expect(events[0]).toEqual({ type: 'init', sourceIds: ['a', 'b', 'c'], at: 0 });
    expect(starts(events)).toEqual([
      ['a', 0],
      ['b', 200],
      ['c', 400],
    ]);
  });

  test('replaces a source without a result at once', async () => {
    const events = await runAll(
      setUp([
        { id: 'a', after: 50, finds: 'nothing' },
        { id: 'b', after: 50, finds: 'an error' },
        { id: 'c', after: 50, finds: 'stream' },
      ]),
    );
    expect(starts(events)).toEqual([
      ['a', 0],
      ['b', 50],
      ['c', 100],
    ]);
    expect(updatesOf(events, 'a').at(-1)).toMatchObject({
      percentage: 100,
      status: 'notfound',
      reason: 'a has not got it',
    });
    expect(updatesOf(events, 'b').at(-1)).toMatchObject({
      percentage: 100,
      status: 'failure',
      error: { name: 'TypeError', message: 'b is broken' },
    });
    expect(ending(events)).toEqual(['c', 150]);
  });

  test('prefers a better-ranked stream that arrives within the grace period', async () => {
    const events = await runAll(
      setUp([
        { id: 'a', after: 800, finds: 'stream' },
        { id: 'b', after: 300, finds: 'stream' },
      ]),
    );
    // b finds a stream at 500, and a has until 1000.
    expect(ending(events)).toEqual(['a', 800]);
  });

  test('waits for a hanging source no longer than the grace period', async () => {
    const events = await runAll(
      setUp([
        { id: 'hangs', after: 'forever', finds: 'stream' },
        { id: 'b', after: 300, finds: 'stream' },
      ]),
    );
    expect(ending(events)).toEqual(['b', 1_000]);
    expect(updatesOf(events, 'hangs').at(-1)).toMatchObject({
      status: 'notfound',
      reason: 'slower than another source',
    });
  });

  test('does not restart the wait when a better stream replaces the first', async () => {
    const events = await runAll(
      setUp([
        { id: 'hangs', after: 'forever', finds: 'stream' },
        { id: 'b', after: 700, finds: 'stream' },
        { id: 'c', after: 100, finds: 'stream' },
      ]),
    );
    // c finds a stream at 500, b at 900. The grace still ends at 1000.
    expect(ending(events)).toEqual(['b', 1_000]);
  });

  test('does not wait for lower-ranked sources, and stops them', async () => {
    const race = setUp([
      { id: 'a', after: 300, finds: 'stream' },
      { id: 'b', after: 'forever', finds: 'stream' },
    ]);
    const events = await runAll(race);
    expect(ending(events)).toEqual(['a', 300]);
    expect(race.network.running()).toEqual([]);
  });

  test('does not start sources ranked below a candidate', async () => {
    const events = await runAll(
      setUp([
        { id: 'a', after: 'forever', finds: 'stream' },
        { id: 'b', after: 100, finds: 'stream' },
        { id: 'c', after: 100, finds: 'stream' },
      ]),
    );
    expect(starts(events).map(([id]) => id)).toEqual(['a', 'b']);
  });

  test('reports the running sources, in rank order, whenever they change', async () => {
    const events = await runAll(
      setUp([
        { id: 'a', after: 300, finds: 'nothing' },
        { id: 'b', after: 300, finds: 'nothing' },
      ]),
    );
    const races = events.flatMap((it) => (it.type === 'race' ? [it.running] : []));
    expect(races).toEqual([['a'], ['a', 'b'], ['b']]);
  });

  test('reports progress with the id of its own source', async () => {
    const events = await runAll(setUp([{ id: 'a', after: 20, finds: 'stream' }]));
    expect(updatesOf(events, 'a')).toMatchObject([
      { percentage: 30, status: 'pending' },
      { percentage: 100, status: 'success' },
    ]);
  });

  test('reports only growing progress, up to 100', async () => {
    const jumpy: Source = {
      ...stubSource({ id: 'a', rank: 1, after: 0, finds: 'nothing' }),
      movie: async ({ progress }) => {
        for (const percentage of [20.9, 20, 10, Number.NaN, 50, 500, 1_000]) progress(percentage);
        return { embeds: [], streams: [] };
      },
    };
    const registry = createRegistry({ sources: [jumpy], embeds: [] });
    const { fetch } = createStubNetwork();
    const scraper = createScraper({ registry, fetch, now: Date.now });
    const events = await play(scraper.runAll(MOVIE, { signal: new AbortController().signal }));
    const pending = updatesOf(events, 'a').filter(({ status }) => status === 'pending');
    expect(pending.map(({ percentage }) => percentage)).toEqual([20, 50, 100]);
  });

  test('is not shortened when the system clock is changed', async () => {
    const slow = stubSource({ id: 'a', rank: 1, after: 900, finds: 'stream' });
    const source: Source = {
      ...slow,
      movie: async (context) => {
        vi.setSystemTime(3_600_000);
        return (await slow.movie?.(context)) ?? { embeds: [], streams: [] };
      },
    };
    const registry = createRegistry({ sources: [source], embeds: [] });
    const { fetch } = createStubNetwork();
    const scraper = createScraper({ registry, fetch, now: Date.now });
    const events = await play(scraper.runAll(MOVIE, { signal: new AbortController().signal }));
    expect(events.at(-1)).toMatchObject({ type: 'completed', sourceId: 'a' });
  });

  test('treats a dead link as not found', async () => {
    const race = setUp([{ id: 'a', after: 20, finds: 'a dead link' }]);
    const events = await runAll(race);
    expect(updatesOf(events, 'a').at(-1)).toMatchObject({
      status: 'notfound',
      reason: 'No playable stream: the file responded with status 404',
      cause: { code: 'deadLink' },
    });
    expect(events.at(-1)?.type).toBe('noOutput');
    expect(race.warnings).toEqual(['a: skipped a stream: the file responded with status 404']);
  });

  test('lets the viewer choose the order, and then waits longer for the best', async () => {
    const race = setUp([
      { id: 'a', after: 100, finds: 'stream' },
      { id: 'b', after: 'forever', finds: 'stream' },
    ]);
    const events = await runAll(race, ['b', 'unknown']);
    expect(starts(events)).toEqual([
      ['b', 0],
      ['a', 400],
    ]);
    expect(ending(events)).toEqual(['a', 1_000]);
  });

  test('leaves out sources that do not support this kind of title', async () => {
    const { scraper } = setUp([{ id: 'a', after: 10, finds: 'stream' }]);
    const show: ScrapeMedia = {
      ...MOVIE,
      type: 'show',
      season: { number: 1, tmdbId: '2' },
      episode: { number: 1, tmdbId: '3' },
    };
    const events = await play(scraper.runAll(show, { signal: new AbortController().signal }));
    expect(events).toMatchObject([{ type: 'init', sourceIds: [] }, { type: 'noOutput' }]);
  });
});

describe('time limits', () => {
  test('a source gets 10 s, and its timeout is a failure', async () => {
    const events = await runAll(setUp([{ id: 'a', after: 'forever', finds: 'stream' }]));
    expect(updatesOf(events, 'a').at(-1)).toMatchObject({
      at: 10_000,
      status: 'failure',
      error: { name: 'TimeoutError', message: 'No response within 10 s' },
    });
    expect(ending(events)).toEqual(['noOutput', 10_000]);
  });

  test('a source gets its configured time, for its embeds and requests too', async () => {
    const plans = [
      { id: 'long', after: 15_000, finds: [{ embedId: 'e', url: '12000/stream' }] },
      { id: 'short', after: 'forever', finds: 'stream' },
    ] as const;
    const race = setUp(plans, [stubEmbed('e', 1)], { long: 20_000, short: 2_000 });
    const events = await runAll(race);
    expect(updatesOf(events, 'short').at(-1)).toMatchObject({
      status: 'failure',
      error: { message: 'No response within 2 s' },
    });
    expect(ending(events)).toEqual(['long', 27_000]);
    expect(race.network.patience).toContain(20_000);
  });

  test('the whole run gets 30 s, whatever remains to try', async () => {
    const embeds = Array.from({ length: 9 }, () => ({ embedId: 'e', url: 'forever/stream' }));
    const race = setUp([{ id: 'a', after: 5, finds: embeds }], [stubEmbed('e', 1)]);
    const events = await runAll(race);
    expect(ending(events)).toEqual(['noOutput', 30_000]);
    for (let position = 0; position < 9; position += 1) {
      expect(updatesOf(events, `a-${position}`).at(-1)?.status).toBe('failure');
    }
    expect(race.network.running()).toEqual([]);
  });

  test('a source that timed out three times in a row runs last for a minute', async () => {
    const race = setUp([
      { id: 'hangs', after: 'forever', finds: 'stream' },
      { id: 'b', after: 10, finds: 'nothing' },
    ]);
    const order = async () => {
      const [init] = await runAll(race);
      return init?.type === 'init' ? init.sourceIds : [];
    };
    for (let run = 0; run < 3; run += 1) expect(await order()).toEqual(['hangs', 'b']);
    const { scraper } = race;
    const next = await scraper.runAll(MOVIE, { signal: new AbortController().signal }).next();
    expect(next.value).toMatchObject({ sourceIds: ['b', 'hangs'] });
    await vi.advanceTimersByTimeAsync(60_000);
    const later = await scraper.runAll(MOVIE, { signal: new AbortController().signal }).next();
    expect(later.value).toMatchObject({ sourceIds: ['hangs', 'b'] });
  });

  test('a source with known low latency is waited for only for its typical time', async () => {
    let after: number | 'forever' = 20;
    const race = setUp([
      { id: 'a', after: () => after, finds: 'nothing' },
      { id: 'b', after: 1_500, finds: 'stream' },
    ]);
    for (let run = 0; run < 3; run += 1) expect(ending(await runAll(race))).toEqual(['b', 1_520]);
    after = 'forever';
    // b starts at 200 and finds a stream at 1700, when a is overdue.
    expect(ending(await runAll(race))).toEqual(['b', 1_700]);
  });

  test('a cancelled source gives no latency sample', async () => {
    let after = 300;
    const race = setUp([
      { id: 'a', after: 300, finds: 'stream' },
      { id: 'b', after: () => after, finds: 'stream' },
    ]);
    // b starts at 200 and is aborted at 300.
    for (let run = 0; run < 3; run += 1) expect(ending(await runAll(race))).toEqual(['a', 300]);
    after = 1_000;
    expect(ending(await runAll(race, ['b', 'a']))).toEqual(['b', 1_000]);
  });
});

test('sources get the metadata that the scraper was called with', async () => {
  const metadata = { titles: ['Stub'], year: 1968 };
  const found: unknown[] = [];
  const source: Source = {
    id: 'a',
    name: 'A',
    rank: 1,
    runsIn: 'anywhere',
    movie: async ({ getMetadata }) => {
      found.push(await getMetadata('1'));
      throw new NotFoundError('none');
    },
  };
  const scraper = createScraper({
    registry: createRegistry({ sources: [source], embeds: [] }),
    fetch: createStubNetwork().fetch,
    getMetadata: async () => metadata,
    now: Date.now,
  });
  const run = Array.fromAsync(scraper.runAll(MOVIE, { signal: new AbortController().signal }));
  await vi.runAllTimersAsync();
  await run;
  expect(found).toEqual([metadata]);
});
