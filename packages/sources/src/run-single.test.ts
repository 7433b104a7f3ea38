import type { ScrapeMedia } from '@matinee/shared/media/media';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MOVIE, setUp } from './testing/stub-run.ts';
import { stubEmbed, stubStream, type StubPlan } from './testing/stub-source.ts';

const SHOW: ScrapeMedia = {
  ...MOVIE,
  type: 'show',
  season: { number: 1, tmdbId: '2' },
  episode: { number: 1, tmdbId: '3' },
};
const signal = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

async function read<T>(run: AsyncIterable<T>): Promise<T[]> {
  const reading = Array.fromAsync(run);
  await vi.advanceTimersByTimeAsync(60_000);
  return await reading;
}

function runSource(finds: StubPlan['finds'], after: StubPlan['after'] = 10) {
  const { scraper } = setUp([{ id: 'a', after, finds }], [stubEmbed('e', 1)]);
  return read(scraper.runSource('a', MOVIE, { signal }));
}

test.each([
  [20_000, { a: 20_000 }],
  [undefined, {}],
])('requests of a source may take %s ms if configured', async (ms, limits) => {
  const { scraper, network } = setUp([{ id: 'a', after: 10, finds: 'nothing' }], [], limits);
  await read(scraper.runSource('a', MOVIE, { signal }));
  expect(network.patience).toEqual([ms]);
});

describe('a single source', () => {
  const progress = { type: 'update', id: 'a', percentage: 30, status: 'pending' };
  const known = { embedId: 'e', url: '5/stream' };

  test('ends with all its playable streams', async () => {
    expect(await runSource('stream')).toEqual([
      progress,
      { type: 'completed', embeds: [], stream: [stubStream('a')] },
    ]);
  });

  test('ends with its known embeds, and does not run them', async () => {
    expect(await runSource([known, { embedId: 'unknown', url: 'u' }])).toEqual([
      progress,
      { type: 'completed', embeds: [known] },
    ]);
  });

  test.each<[string, StubPlan['finds'], { name: string; message: string; cause?: object }]>([
    ['has no result', 'nothing', { name: 'NotFoundError', message: 'a has not got it' }],
    ['breaks', 'an error', { name: 'TypeError', message: 'a is broken' }],
    [
      'has only unknown embeds',
      [{ embedId: 'x', url: 'u' }],
      { name: 'NotFoundError', message: 'No embeds found' },
    ],
    ['has no streams', [], { name: 'NotFoundError', message: 'No streams found' }],
    [
      'has a dead link',
      'a dead link',
      {
        name: 'NotFoundError',
        message: 'No playable stream: the file responded with status 404',
        cause: { code: 'deadLink' },
      },
    ],
  ])('that %s ends with an error that says so', async (_name, finds, error) => {
    expect(await runSource(finds)).toEqual([progress, { type: 'error', ...error }]);
  });

  test('has a limit of 30 s', async () => {
    expect(await runSource('stream', 29_000)).toMatchObject([{}, { type: 'completed' }]);
    expect(await runSource('stream', 'forever')).toMatchObject([
      {},
      { type: 'error', name: 'TimeoutError', message: 'No response within 30 s' },
    ]);
  });

  test('that is unknown or does not support series is an error', async () => {
    const { scraper } = setUp([{ id: 'a', after: 0, finds: 'stream' }]);
    expect(await read(scraper.runSource('b', MOVIE, { signal }))).toEqual([
      { type: 'error', name: 'Error', message: 'Source with ID not found' },
    ]);
    expect(await read(scraper.runSource('a', SHOW, { signal }))).toEqual([
      { type: 'error', name: 'Error', message: 'Source is not compatible with shows' },
    ]);
  });

  test('stops when its reader leaves', async () => {
    const { scraper, network } = setUp([{ id: 'a', after: 'forever', finds: 'stream' }]);
    const run = scraper.runSource('a', MOVIE, { signal });
    await run.next();
    expect(network.running()).toHaveLength(1);
    await run.return();
    await vi.advanceTimersByTimeAsync(0);
    expect(network.running()).toEqual([]);
  });

  test('stops when its caller aborts', async () => {
    const { scraper, network } = setUp([{ id: 'a', after: 'forever', finds: 'stream' }]);
    const caller = new AbortController();
    const run = Array.fromAsync(scraper.runSource('a', MOVIE, { signal: caller.signal }));
    const outcome = run.catch(String);
    await vi.advanceTimersByTimeAsync(10);
    caller.abort(new Error('gone'));
    expect(await outcome).toBe('Error: gone');
    expect(network.running()).toEqual([]);
  });
});

describe('a single embed', () => {
  function runEmbed(id: string, url: string) {
    const { scraper } = setUp([], [stubEmbed('e', 1)]);
    return read(scraper.runEmbed(id, url, { signal }));
  }

  test('ends with its streams', async () => {
    expect(await runEmbed('e', '5/stream')).toEqual([
      { type: 'completed', stream: [stubStream('e')] },
    ]);
  });

  test('ends with an error when it finds nothing or is unknown', async () => {
    expect(await runEmbed('e', '5/nothing')).toEqual([
      { type: 'error', name: 'NotFoundError', message: 'e has not got it' },
    ]);
    expect(await runEmbed('x', '5/stream')).toEqual([
      { type: 'error', name: 'Error', message: 'Embed with ID not found' },
    ]);
  });
});

test('the metadata lists embeds, then sources, highest rank first', () => {
  const { scraper } = setUp(
    [
      { id: 'a', after: 0, finds: 'stream' },
      { id: 'b', after: 0, finds: 'stream' },
    ],
    [stubEmbed('e', 1), stubEmbed('f', 2)],
  );
  expect(scraper.metadata()).toEqual([
    [
      { type: 'embed', id: 'f', rank: 2, name: 'Stub f' },
      { type: 'embed', id: 'e', rank: 1, name: 'Stub e' },
    ],
    [
      { type: 'source', id: 'a', rank: 100, name: 'Stub a', mediaTypes: ['movie'] },
      { type: 'source', id: 'b', rank: 99, name: 'Stub b', mediaTypes: ['movie'] },
    ],
  ]);
});
