// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { fakeVideo } from '../testing/fake-video.ts';
import { followNativeLive } from './native-live.ts';
import type { AttachOptions } from './source.ts';

function setUp(ranges: readonly (readonly [number, number])[]) {
  const { video, say } = fakeVideo();
  Object.defineProperty(video, 'seekable', {
    value: {
      length: ranges.length,
      start: (at: number) => ranges[at]?.[0],
      end: (at: number) => ranges[at]?.[1],
    },
  });
  const report = vi.fn<AttachOptions['report']>();
  followNativeLive(video, { signal: new AbortController().signal, report });
  return { report, say };
}

test('a playlist without an end that the browser plays has a window', () => {
  const { report, say } = setUp([[100, 160]]);
  say('durationchange', { duration: Infinity });
  expect(report).toHaveBeenLastCalledWith({ live: { start: 100, end: 142 } });
});

test('a window may be shorter than the distance to its edge', () => {
  const { report, say } = setUp([[100, 110]]);
  say('progress', { duration: Infinity });
  expect(report).toHaveBeenLastCalledWith({ live: { start: 100, end: 100 } });
});

test.each([
  ['a film with an end', 90, [[0, 90]] as const],
  ['an endless stream that keeps nothing', Infinity, []],
])('%s is not live', (_, duration, ranges) => {
  const { report, say } = setUp(ranges);
  say('timeupdate', { duration });
  expect(report).not.toHaveBeenCalled();
});
