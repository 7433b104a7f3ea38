import { describe, expect, test, vi } from 'vitest';
import { createSearch } from './search.ts';
import {
  ServiceError,
  type FoundSubtitle,
  type SubtitleService,
  type SubtitleTarget,
} from './service.ts';

const MOVIE: SubtitleTarget = { imdbId: 'tt0063350', languages: [] };
const HOUR_MS = 3_600_000;

const found: FoundSubtitle = {
  id: '1',
  at: 'https://files.example.org/1',
  language: 'en',
  format: 'srt',
  hearingImpaired: false,
  names: [],
};

function service(find: SubtitleService['find'], id: SubtitleService['id'] = 'wyzie') {
  return { id, name: id, find: vi.fn(find), locate: async (at: string) => at };
}

function setUp(...services: readonly SubtitleService[]) {
  const log: string[] = [];
  const clock = { now: 1_000_000 };
  const search = createSearch({
    services,
    imdbIdOf: async () => undefined,
    timeoutMs: 20,
    now: () => clock.now,
    log: (message) => log.push(message),
  });
  const send = async (wanted = MOVIE, signal = new AbortController().signal) =>
    (await search(wanted, signal)).map(({ source }) => source);
  return { send, log, clock };
}

/** A service that rejects only when it is aborted. */
const hanging: SubtitleService['find'] = (_wanted, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('a service that never answers', () => {
  test('is left out after a while, and that is logged', async () => {
    const slow = service(hanging, 'subdl');
    const { send, log } = setUp(
      slow,
      service(async () => [found]),
    );
    expect(await send()).toEqual(['wyzie']);
    expect(log).toEqual(['subdl failed: The service took too long to respond.']);
  });

  test('alone is a failure', async () => {
    await expect(setUp(service(hanging)).send()).rejects.toMatchObject({
      status: 502,
      message: 'All subtitle services failed. wyzie: The service took too long to respond.',
    });
  });
});

describe('caching', () => {
  test('keeps a complete list for a day, and one without all services for a minute', async () => {
    const good = service(async () => [found]);
    const bad = service(() => Promise.reject(new ServiceError('No.')), 'subdl');
    const full = setUp(good);
    await full.send();
    full.clock.now += 23 * HOUR_MS;
    await full.send();
    expect(good.find).toHaveBeenCalledTimes(1);
    full.clock.now += 2 * HOUR_MS;
    await full.send();
    expect(good.find).toHaveBeenCalledTimes(2);

    const partial = setUp(good, bad);
    await partial.send();
    await partial.send();
    expect(bad.find).toHaveBeenCalledTimes(1);
    partial.clock.now += 61_000;
    await partial.send();
    expect(bad.find).toHaveBeenCalledTimes(2);
  });

  test('respects a service’s rate limit until it ends', async () => {
    const tired = service(() => Promise.reject(new ServiceError('Not now.', 600)));
    const { send, clock } = setUp(tired);
    await expect(send()).rejects.toThrow('Not now.');
    clock.now += 599_000;
    await expect(send({ ...MOVIE, imdbId: 'tt2' })).rejects.toThrow('Not now.');
    expect(tired.find).toHaveBeenCalledTimes(1);
    clock.now += 1_000;
    await expect(send()).rejects.toThrow('Not now.');
    expect(tired.find).toHaveBeenCalledTimes(2);
  });

  test('keeps no failures', async () => {
    const bad = service(() => Promise.reject(new ServiceError('No.')));
    const { send } = setUp(bad);
    await expect(send()).rejects.toThrow('No.');
    await expect(send()).rejects.toThrow('No.');
    expect(bad.find).toHaveBeenCalledTimes(2);
  });
});

describe('several callers with the same search', () => {
  test('cause one request, and one that leaves does not affect the others', async () => {
    const response = Promise.withResolvers<readonly FoundSubtitle[]>();
    const only = service(() => response.promise);
    const { send } = setUp(only);
    const leaving = new AbortController();
    const left = send(MOVIE, leaving.signal);
    const stayed = send();
    leaving.abort(new Error('gone'));
    response.resolve([found]);
    await expect(left).rejects.toThrow('gone');
    expect(await stayed).toEqual(['wyzie']);
    expect(only.find).toHaveBeenCalledTimes(1);
  });

  test('cancel it when the last one leaves, and that is not a failure of the service', async () => {
    const stopped = Promise.withResolvers<void>();
    const { send, log } = setUp(
      service((wanted, signal) => {
        signal.addEventListener('abort', () => stopped.resolve());
        return hanging(wanted, signal);
      }),
    );
    const leaving = new AbortController();
    const left = send(MOVIE, leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await stopped.promise;
    expect(log).toEqual([]);
  });
});

test('a title that TMDB cannot name is searched with its known fields', async () => {
  const only = service(async () => []);
  await setUp(only).send({ tmdbId: '7', languages: [] });
  expect(only.find.mock.calls[0]?.[0]).toMatchObject({ tmdbId: '7', imdbId: undefined });
});
