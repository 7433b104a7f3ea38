// Clients of the relay that leave, alone and in numbers.
import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { address, open, startStubRelay, startStubRelayWith } from '../support/stub-relay.ts';

const MOVIE = { type: 'movie', title: 'Stub', releaseYear: '1968', tmdbId: '1' };
const HANGS = { after: 'forever', finds: 'stream' } as const;

describe('a client that leaves', () => {
  test.each([
    ['/scrape', MOVIE, 3],
    ['/scrape/source', { ...MOVIE, id: 'a' }, 1],
    ['/scrape/embed', { id: 'host', url: 'forever/stream' }, 1],
  ])('%s ends everything that ran for it', async (path, query, fetches) => {
    const { url, network } = await startStubRelay(
      ...['a', 'b', 'c'].map((id) => ({ ...HANGS, id })),
    );
    const response = await open(address(url, path, query));
    await vi.waitFor(() => expect(network.running()).toHaveLength(fetches));
    response.destroy();
    await vi.waitFor(() => expect(network.running()).toEqual([]));
  });

  test('does not affect another client', async () => {
    const { url, network } = await startStubRelay({ ...HANGS, id: 'a' });
    const leaver = await open(address(url, '/scrape', MOVIE));
    const stayer = await open(address(url, '/scrape', { ...MOVIE, tmdbId: '2' }));
    await vi.waitFor(() => expect(network.running()).toHaveLength(2));
    leaver.destroy();
    await vi.waitFor(() => expect(network.running()).toHaveLength(1));
    expect(stayer.destroyed).toBe(false);
    stayer.destroy();
    await vi.waitFor(() => expect(network.running()).toEqual([]));
  });

  test('does not affect another client with the same search', async () => {
    const { url, network } = await startStubRelay({ ...HANGS, id: 'a' });
    const movie = address(url, '/scrape', MOVIE);
    const [leaver, stayer] = [await open(movie), await open(movie)];
    const reported = once(stayer, 'data');
    await vi.waitFor(() => expect(network.running()).toHaveLength(1));
    const gone = once(leaver, 'close');
    leaver.on('error', () => undefined).destroy();
    await Promise.all([gone, reported]);
    await turn();
    expect(network.running()).toHaveLength(1);
    expect(stayer.destroyed).toBe(false);
    stayer.destroy();
    await vi.waitFor(() => expect(network.running()).toEqual([]));
  });

  test('releases its slot for another search from the same network', async () => {
    const slots = { total: 3, perClient: 2 };
    const { url, network } = await startStubRelayWith({ slots }, [{ ...HANGS, id: 'a' }]);
    const movie = (tmdbId: string) => address(url, '/scrape', { ...MOVIE, tmdbId });
    const searches = [await open(movie('1')), await open(movie('2'))];
    await vi.waitFor(() => expect(network.running()).toHaveLength(2));
    const denied = await fetch(movie('3'));
    expect([denied.status, denied.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await denied.json()).toEqual({
      _errors: ['Too many searches at once. Try again in a moment.'],
    });
    for (const search of searches) search.destroy();
    await vi.waitFor(() => expect(network.running()).toEqual([]));
    const next = await open(movie('3'));
    await vi.waitFor(() => expect(network.running()).toHaveLength(1));
    next.destroy();
    await vi.waitFor(() => expect(network.running()).toEqual([]));
  });

  test('and its search are ended when the server stops', async () => {
    const { url, app, network } = await startStubRelay({ ...HANGS, id: 'a' });
    const response = await open(address(url, '/scrape', MOVIE));
    const outcome = text(response).catch(String);
    await vi.waitFor(() => expect(network.running()).toHaveLength(1));
    await app.close();
    expect(await outcome).toBe('Error: aborted');
    await vi.waitFor(() => expect(network.running()).toEqual([]));
  });
});

const RUNS = 200;
const AT_ONCE = 20;
/** Timers that a run may leave until the next collection, and Vitest's own. */
const A_FEW = 10;

/** Integers below `limit`, the same in every run of the test. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 75 + 74) % 65_537;
    return Math.floor((state / 65_537) * limit);
  };
}

/** Leaves without waiting for the response, or a number of turns after it began. */
async function visit(url: string, turns: number): Promise<void> {
  const request = get(url);
  request.on('error', () => undefined);
  if (turns > 0) {
    const [response] = await once(request, 'response');
    response.on('error', () => undefined).resume();
  } else await once(request, 'socket');
  for (let passed = 0; passed < turns; passed += 1) await turn();
  request.destroy();
}

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('two hundred clients that leave at random leave nothing behind', async () => {
  const { url, app, network } = await startStubRelay(
    { id: 'a', after: 1, finds: [{ embedId: 'host', url: 'forever/stream' }] },
    { id: 'b', after: 2, finds: 'nothing' },
    { ...HANGS, id: 'c' },
  );
  const movie = (tmdbId: number) => address(url, '/scrape', { ...MOVIE, tmdbId: `${tmdbId}` });
  const before = timers();
  const roll = dice(1968);
  for (let run = 0; run < RUNS; run += AT_ONCE) {
    // Some search alone, some together.
    const visits = Array.from({ length: AT_ONCE }, () =>
      visit(movie(run + roll(AT_ONCE)), roll(4) * roll(100)),
    );
    await Promise.all(visits);
  }
  await vi.waitFor(() => expect(network.running()).toEqual([]));
  expect(network.requests.length).toBeGreaterThan(RUNS / 2);
  await vi.waitFor(() => expect(timers()).toBeLessThan(before + A_FEW));

  // Nothing keeps a reference to the arguments of the runs.
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  await vi.waitFor(async () => {
    await turn();
    collect();
    expect(network.remembered()).toBeLessThan(A_FEW);
  });
  const connections = () =>
    new Promise((resolve) => {
      app.server.getConnections((_error, count) => resolve(count));
    });
  await vi.waitFor(async () => expect(await connections()).toBe(0));
});
