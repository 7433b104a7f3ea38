import { describe, expect, test, vi } from 'vitest';
import { createSearch } from './search.ts';
import {
  ServiceError,
  type FoundSubtitle,
  type SubtitleService,
  type SubtitleTarget,
} from './service.ts';

const FILM: SubtitleTarget = { imdbId: 'tt0063350', languages: [] };
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
  const send = async (wanted = FILM, signal = new AbortController().signal) =>
    (await search(wanted, signal)).map(({ source }) => source);
  return { ask: send, log, clock };
}

/** Answers only when it is told to stop. */
const hanging: SubtitleService['find'] = (_wanted, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('a service that never answers', () => {
  test('is left out after a while, and said so in the log', async () => {
    const slow = service(hanging, 'subdl');
    const { ask: send, log } = setUp(
      slow,
      service(async () => [found]),
    );
    expect(await send()).toEqual(['wyzie']);
    expect(log).toEqual(['subdl failed: It took too long.']);
  });

  test('alone is a failure', async () => {
    await expect(setUp(service(hanging)).ask()).rejects.toMatchObject({
      status: 502,
      message: 'All subtitle services failed. wyzie: It took too long.',
    });
  });
});

describe('what is remembered', () => {
  test('is a whole list for a day, and one from which somebody was missing for a minute', async () => {
    const good = service(async () => [found]);
    const bad = service(() => Promise.reject(new ServiceError('No.')), 'subdl');
    const full = setUp(good);
    await full.ask();
    full.clock.now += 23 * HOUR_MS;
    await full.ask();
    expect(good.find).toHaveBeenCalledTimes(1);
    full.clock.now += 2 * HOUR_MS;
    await full.ask();
    expect(good.find).toHaveBeenCalledTimes(2);

    const partial = setUp(good, bad);
    await partial.ask();
    await partial.ask();
    expect(bad.find).toHaveBeenCalledTimes(1);
    partial.clock.now += 61_000;
    await partial.ask();
    expect(bad.find).toHaveBeenCalledTimes(2);
  });

  test('is that a service wants a rest, until that is over', async () => {
    const tired = service(() => Promise.reject(new ServiceError('Not now.', 600)));
    const { ask: send, clock } = setUp(tired);
    await expect(send()).rejects.toThrow('Not now.');
    clock.now += 599_000;
    await expect(send({ ...FILM, imdbId: 'tt2' })).rejects.toThrow('Not now.');
    expect(tired.find).toHaveBeenCalledTimes(1);
    clock.now += 1_000;
    await expect(send()).rejects.toThrow('Not now.');
    expect(tired.find).toHaveBeenCalledTimes(2);
  });

  test('is nothing of a failure', async () => {
    const bad = service(() => Promise.reject(new ServiceError('No.')));
    const { ask: send } = setUp(bad);
    await expect(send()).rejects.toThrow('No.');
    await expect(send()).rejects.toThrow('No.');
    expect(bad.find).toHaveBeenCalledTimes(2);
  });
});

describe('several who want the same', () => {
  test('cause one request, and one who leaves takes nothing from the others', async () => {
    const response = Promise.withResolvers<readonly FoundSubtitle[]>();
    const only = service(() => response.promise);
    const { ask: send } = setUp(only);
    const leaving = new AbortController();
    const left = send(FILM, leaving.signal);
    const stayed = send();
    leaving.abort(new Error('gone'));
    response.resolve([found]);
    await expect(left).rejects.toThrow('gone');
    expect(await stayed).toEqual(['wyzie']);
    expect(only.find).toHaveBeenCalledTimes(1);
  });

  test('end it when the last one leaves, and that is no failure of the service', async () => {
    const stopped = Promise.withResolvers<void>();
    const { ask: send, log } = setUp(
      service((wanted, signal) => {
        signal.addEventListener('abort', () => stopped.resolve());
        return hanging(wanted, signal);
      }),
    );
    const leaving = new AbortController();
    const left = send(FILM, leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await stopped.promise;
    expect(log).toEqual([]);
  });
});

test('a title that the movie database cannot name is asked for by what is known', async () => {
  const only = service(async () => []);
  await setUp(only).ask({ tmdbId: '7', languages: [] });
  expect(only.find.mock.calls[0]?.[0]).toMatchObject({ tmdbId: '7', imdbId: undefined });
});
