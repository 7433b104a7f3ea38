import { describe, expect, test, vi } from 'vitest';
import { createSingleFlightCache, type Loaded } from './single-flight-cache.ts';

interface Page {
  readonly text: string;
}

const patient = new AbortController().signal;
const loaded = (text: string, ttlMs = 500): Loaded<Page> => ({ value: { text }, ttlMs });

function setUp() {
  let at = 1_000;
  const cache = createSingleFlightCache<Page>({
    name: 'test',
    maxBytes: 10_000,
    bytesOf: ({ text }) => 2 * text.length,
    now: () => at,
  });
  const pending = Promise.withResolvers<Loaded<Page>>();
  const load = vi.fn((signal: AbortSignal) => {
    signal.addEventListener('abort', () => pending.reject(signal.reason));
    return pending.promise;
  });
  const get = (signal = patient) => cache.get('/movie/1', load, signal);
  return { cache, get, load, pending, pass: (ms: number) => (at += ms) };
}

describe('a single-flight cache', () => {
  test('loads once for two simultaneous callers with the same key', async () => {
    const { get, load, pending } = setUp();
    const both = Promise.all([get(), get()]);
    pending.resolve(loaded('one'));
    expect((await both).map(({ text }) => text)).toEqual(['one', 'one']);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('keeps a value for its time and then loads it again', async () => {
    const { get, load, pass, pending } = setUp();
    pending.resolve(loaded('one'));
    await get();
    pass(499);
    await get();
    expect(load).toHaveBeenCalledTimes(1);
    pass(2);
    await get();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('keeps no value without a time', async () => {
    const { get, load, pending } = setUp();
    pending.resolve(loaded('one', 0));
    expect(await get()).toEqual({ text: 'one' });
    await get();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('caches no failure, which all waiting callers receive', async () => {
    const { cache, get, pending } = setUp();
    const both = Promise.allSettled([get(), get()]);
    pending.reject(new Error('down'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = cache.get('/movie/1', async () => loaded('two'), patient);
    expect(await next).toEqual({ text: 'two' });
  });

  test('lets a caller leave without affecting the one who stays', async () => {
    const { get, load, pending } = setUp();
    const hasty = new AbortController();
    const left = get(hasty.signal);
    const stayed = get();
    hasty.abort();
    await expect(left).rejects.toThrow('aborted');
    expect(load.mock.calls[0]?.[0].aborted).toBe(false);
    pending.resolve(loaded('one'));
    expect(await stayed).toEqual({ text: 'one' });
  });

  test('ends the load when the last caller leaves, and starts a new one for the next caller', async () => {
    const { cache, get, load } = setUp();
    const hasty = [new AbortController(), new AbortController()];
    const left = hasty.map(({ signal }) => get(signal));
    for (const one of hasty) one.abort();
    const ends = await Promise.allSettled(left);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(load.mock.calls[0]?.[0].aborted).toBe(true);
    const next = cache.get('/movie/1', async () => loaded('two'), patient);
    expect(await next).toEqual({ text: 'two' });
  });

  test('rejects a caller that has already left', async () => {
    const { get, load } = setUp();
    await expect(get(AbortSignal.abort())).rejects.toThrow('aborted');
    expect(load).not.toHaveBeenCalled();
  });

  test('is bounded: the least recently used entry goes first', async () => {
    const { cache } = setUp();
    const load = vi.fn(async () => loaded('x'.repeat(1_000)));
    const get = (key: string) => cache.get(key, load, patient);
    for (const key of ['a', 'b', 'c', 'd', 'e']) await get(key);
    expect(load).toHaveBeenCalledTimes(5);
    await get('e');
    expect(load).toHaveBeenCalledTimes(5);
    await get('a');
    expect(load).toHaveBeenCalledTimes(6);
  });
});
