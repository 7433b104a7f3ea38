import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTabLock } from './tab-lock.ts';

let cells: Map<string, string>;

beforeEach(() => {
  cells = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => void cells.set(key, value),
    removeItem: (key: string) => void cells.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

let tabs = 0;
const openTab = () => createTabLock(`tab ${(tabs += 1)}`);
const started = () => {
  let end = (): void => undefined;
  const work = () => new Promise<string>((resolve) => (end = () => resolve('done')));
  return { work, end: () => end() };
};

describe('where the browser has no locks', () => {
  beforeEach(() => vi.stubGlobal('navigator', {}));

  test('a second tab waits while the first holds the lock', async () => {
    const [one, other] = [openTab(), openTab()];
    const { work, end } = started();
    const first = one('send', work);
    expect(await other('send', () => Promise.resolve('twice'))).toBeUndefined();
    expect(await other('else', () => Promise.resolve('other work'))).toBe('other work');
    end();
    expect(await first).toBe('done');
    expect(await other('send', () => Promise.resolve('mine'))).toBe('mine');
    expect([...cells.keys()]).toEqual([]);
  });

  test('the lock of a killed tab expires', async () => {
    vi.useFakeTimers({ now: 1_000 });
    const [one, other] = [openTab(), openTab()];
    void one('send', started().work);
    vi.setSystemTime(40_000);
    expect(await other('send', () => Promise.resolve('mine'))).toBe('mine');
  });

  test('a failing task releases the lock', async () => {
    const [one, other] = [openTab(), openTab()];
    await expect(one('send', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await other('send', () => Promise.resolve('mine'))).toBe('mine');
  });
});

test('where the browser has locks, they are used', async () => {
  const requested: unknown[] = [];
  const request = (...question: unknown[]) => {
    requested.push(question.slice(0, 2));
    const run = question[2] as (lock: object | null) => unknown;
    return Promise.resolve(run(requested.length === 1 ? {} : null));
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const withTabLock = openTab();
  expect(await withTabLock('send', () => Promise.resolve('mine'))).toBe('mine');
  expect(await withTabLock('send', () => Promise.resolve('mine'))).toBeUndefined();
  expect(requested[0]).toEqual(['send', { ifAvailable: true }]);
});
