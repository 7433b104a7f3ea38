import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

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

/** Each is a tab of its own. */
const openTab = async () => {
  vi.resetModules();
  return (await import('./tab-lock.ts')).inOneTab;
};
const started = () => {
  let end = (): void => undefined;
  const work = () => new Promise<string>((resolve) => (end = () => resolve('done')));
  return { work, end: () => end() };
};

describe('where the browser has no locks', () => {
  beforeEach(() => vi.stubGlobal('navigator', {}));

  test('a second tab does nothing while the first is at it, and may when it is done', async () => {
    const [one, other] = [await openTab(), await openTab()];
    const { work, end } = started();
    const first = one('send', work);
    expect(await other('send', () => Promise.resolve('twice'))).toBeUndefined();
    expect(await other('else', () => Promise.resolve('other work'))).toBe('other work');
    end();
    expect(await first).toBe('done');
    expect(await other('send', () => Promise.resolve('mine'))).toBe('mine');
    expect([...cells.keys()]).toEqual([]);
  });

  test('a tab that was killed holds nobody up for long', async () => {
    vi.useFakeTimers({ now: 1_000 });
    const [one, other] = [await openTab(), await openTab()];
    void one('send', started().work);
    vi.setSystemTime(40_000);
    expect(await other('send', () => Promise.resolve('mine'))).toBe('mine');
  });

  test('work that fails lets others have their turn', async () => {
    const [one, other] = [await openTab(), await openTab()];
    await expect(one('send', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await other('send', () => Promise.resolve('mine'))).toBe('mine');
  });
});

test('where it has, they decide', async () => {
  const asked: unknown[] = [];
  const request = (...question: unknown[]) => {
    asked.push(question.slice(0, 2));
    const run = question[2] as (lock: object | null) => unknown;
    return Promise.resolve(run(asked.length === 1 ? {} : null));
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const inOneTab = await openTab();
  expect(await inOneTab('send', () => Promise.resolve('mine'))).toBe('mine');
  expect(await inOneTab('send', () => Promise.resolve('mine'))).toBeUndefined();
  expect(asked[0]).toEqual(['send', { ifAvailable: true }]);
});
