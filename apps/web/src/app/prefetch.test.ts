// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#data/query-client.ts';
import { prefetch, prefetchPlayer } from './prefetch.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test.each([
  ['/', ['/movie/popular']],
  ['/browse/living%20dead', ['/search/multi']],
  ['/browse/%20', []],
  ['/browse/%E0%A4%A', []],
  ['/browse', []],
  ['/discover', ['/movie/', '/movie/']],
  ['/media/tmdb-movie-16093-carnival', ['/movie/16093']],
  ['/media/JW-movie-1', []],
  ['/mediatheque', []],
  ['/about', []],
])('%s requests %j', (path, expected) => {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    return Response.json({ results: [] });
  });
  prefetch(path);
  expect(fetched).toHaveLength(expected.length);
  for (const [index, part] of expected.entries()) expect(fetched[index]).toContain(part);
});

describe('the player', () => {
  let life: AbortController;
  let idle: (() => void)[];
  beforeEach(() => {
    life = new AbortController();
    idle = [];
    vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
    document.body.innerHTML =
      '<a href="/media/tmdb-movie-1-x"><b>film</b></a><a href="/discover">rows</a>';
  });
  afterEach(() => {
    life.abort();
    vi.unstubAllGlobals();
  });

  const lineIs = (connection: object | undefined) => vi.stubGlobal('navigator', { connection });
  const point = (selector: string): void => {
    document.querySelector(selector)?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  };

  test('on a slow connection the player loads when a title is hovered, and not before', () => {
    const load = vi.fn();
    lineIs({ effectiveType: '3g', saveData: false });
    prefetchPlayer(life.signal, load);
    expect(idle).toEqual([]);
    point('[href="/discover"]');
    expect(load).not.toHaveBeenCalled();
    point('b');
    point('b');
    expect(load).toHaveBeenCalledTimes(1);
  });

  test.each([undefined, { effectiveType: '4g', saveData: false }])(
    'on a fast or unknown connection it loads when the browser is idle: %j',
    (connection) => {
      const load = vi.fn();
      lineIs(connection);
      prefetchPlayer(life.signal, load);
      expect(load).not.toHaveBeenCalled();
      for (const work of idle) work();
      expect(load).toHaveBeenCalledTimes(1);
      point('b');
      expect(load).toHaveBeenCalledTimes(1);
    },
  );

  test('with data saving nothing is prefetched, and after stop nothing either', () => {
    const load = vi.fn();
    lineIs({ effectiveType: '4g', saveData: true });
    prefetchPlayer(life.signal, load);
    expect(idle).toEqual([]);
    life.abort();
    point('b');
    expect(load).not.toHaveBeenCalled();
  });
});
