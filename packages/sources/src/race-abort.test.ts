import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRegistry } from './registry.ts';
import { createScraper } from './scraper.ts';
import { NotFoundError, type Source } from './source.ts';
import { createStubNetwork, stubSource, type StubPlan } from './testing/stub-source.ts';
import { MOVIE, setUp } from './testing/stub-run.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a caller who leaves', () => {
  const plans: Omit<StubPlan, 'rank'>[] = [
    { id: 'a', after: 'forever', finds: 'stream' },
    { id: 'b', after: 'forever', finds: 'stream' },
  ];

  test('with the signal stops everything, and the run rejects', async () => {
    const { scraper, network } = setUp(plans);
    const caller = new AbortController();
    const run = Array.fromAsync(scraper.runAll(MOVIE, { signal: caller.signal }));
    const outcome = run.catch(String);
    await vi.advanceTimersByTimeAsync(500);
    expect(network.running()).toHaveLength(2);
    caller.abort(new Error('gone'));
    expect(await outcome).toBe('Error: gone');
    expect(network.running()).toEqual([]);
  });

  test('by ending the iteration stops everything', async () => {
    const { scraper, network } = setUp(plans);
    const run = scraper.runAll(MOVIE, { signal: new AbortController().signal });
    for (const type of ['init', 'start']) {
      expect((await run.next()).value).toMatchObject({ type });
    }
    expect(network.running()).toHaveLength(1);
    await run.return();
    await vi.advanceTimersByTimeAsync(0);
    expect(network.running()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('before the start runs nothing', async () => {
    const { scraper, network } = setUp(plans);
    const run = scraper.runAll(MOVIE, { signal: AbortSignal.abort(new Error('gone')) });
    await expect(run.next()).rejects.toThrow('gone');
    expect(network.requests).toEqual([]);
  });

  test('a slow reader does not slow the race', async () => {
    const { scraper } = setUp([{ id: 'a', after: 50, finds: 'stream' }]);
    const run = scraper.runAll(MOVIE, { signal: new AbortController().signal });
    await run.next();
    await run.next();
    await vi.advanceTimersByTimeAsync(50);
    const rest: string[] = [];
    for await (const { type } of run) rest.push(type);
    expect(rest).toEqual(['update', 'race', 'update', 'completed']);
  });
});

test('a source that ends leaves nothing running', async () => {
  const network = createStubNetwork();
  const careless: Source = {
    ...stubSource({ id: 'a', rank: 2, after: 0, finds: 'nothing' }),
    movie: async ({ fetch }) => {
      fetch('http://stub.test/wait/forever').catch(() => undefined);
      throw new NotFoundError('not here');
    },
  };
  const patient = stubSource({ id: 'b', rank: 1, after: 50, finds: 'stream' });
  const registry = createRegistry({ sources: [careless, patient], embeds: [] });
  const scraper = createScraper({ registry, fetch: network.fetch, now: Date.now });
  const run = Array.fromAsync(scraper.runAll(MOVIE, { signal: new AbortController().signal }));
  await vi.advanceTimersByTimeAsync(10);
  expect(network.running()).toEqual(['http://stub.test/wait/50']);
  await vi.advanceTimersByTimeAsync(40);
  expect((await run).at(-1)).toMatchObject({ type: 'completed', sourceId: 'b' });
});
