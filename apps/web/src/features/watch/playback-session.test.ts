import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { MediaState } from '#player/engine/engine.ts';
import { initialState, type PlayerState } from '#player/state/state.ts';
import { autosave, type Position, withReplacedHosts } from './playback-session.ts';
import type { FileStream, HlsStream } from '@matinee/shared/media/stream';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watching(first: Partial<MediaState> = {}) {
  const store = createStore<PlayerState>(() => initialState(1));
  const report = (patch: Partial<MediaState>) =>
    store.setState(({ media }) => ({ media: { ...media, ...patch } }));
  const saved: Position[] = [];
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  report({ paused: false, hasPlayed: true, duration: 600, time: 10, ...first });
  const stop = autosave({ store }, (position) => saved.push(position), { window, document });
  return { report, saved, window, document, stop };
}

test('the position is saved every three seconds during playback', () => {
  const { report, saved } = watching();
  vi.advanceTimersByTime(3_000);
  report({ time: 13 });
  vi.advanceTimersByTime(2_999);
  expect(saved).toEqual([{ watched: 10, duration: 600 }]);
  vi.advanceTimersByTime(1);
  expect(saved.at(-1)).toEqual({ watched: 13, duration: 600 });
});

test('an unchanged position is saved once', () => {
  const { saved } = watching({ paused: true });
  vi.advanceTimersByTime(30_000);
  expect(saved).toHaveLength(1);
});

test('pausing saves at once', () => {
  const { report, saved } = watching();
  report({ time: 11.5 });
  report({ paused: true });
  expect(saved).toEqual([{ watched: 11.5, duration: 600 }]);
});

test('the end of a seek saves at once', () => {
  const { report, saved } = watching();
  report({ seeking: true, time: 300 });
  expect(saved).toEqual([]);
  report({ seeking: false });
  expect(saved).toEqual([{ watched: 300, duration: 600 }]);
});

test('hiding or leaving the page saves, returning does not', () => {
  const { report, saved, window, document } = watching();
  document.visibilityState = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(saved).toHaveLength(1);
  report({ time: 12 });
  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(saved).toHaveLength(1);
  window.dispatchEvent(new Event('pagehide'));
  expect(saved.at(-1)).toEqual({ watched: 12, duration: 600 });
});

test('stopping saves once, and nothing is saved after it', () => {
  const { report, saved, window, stop } = watching();
  stop();
  stop();
  expect(saved).toHaveLength(1);
  report({ time: 20, paused: true });
  window.dispatchEvent(new Event('pagehide'));
  vi.advanceTimersByTime(10_000);
  expect(saved).toHaveLength(1);
});

test.each([
  ['whose length is unknown', { duration: 0 }],
  ['whose length has no end', { duration: Infinity }],
  ['that has not shown a frame yet', { hasPlayed: false, time: 0 }],
])('a video %s is never saved', (_, facts) => {
  const { report, saved, window, stop } = watching(facts);
  vi.advanceTimersByTime(10_000);
  report({ paused: true });
  window.dispatchEvent(new Event('pagehide'));
  stop();
  expect(saved).toEqual([]);
});

const RULES = [{ before: 'old.test', after: 'new.test' }];
const common = { id: 's', flags: [], captions: [] };
const playlist = (url: string): HlsStream => ({ ...common, type: 'hls', playlist: url });

test.each([
  ['http://cdn.old.test:8080/a.m3u8?b=1', 'https://new.test/a.m3u8?b=1'],
  ['https://old.test/a', 'https://new.test/a'],
  ['https://old.test.evil/a', 'https://old.test.evil/a'],
  ['https://other.test/old.test', 'https://other.test/old.test'],
  ['/stream/ticket', '/stream/ticket'],
  ['data:text/plain,old.test', 'data:text/plain,old.test'],
])('%s is requested at %s', (before, after) => {
  expect(withReplacedHosts(playlist(before), RULES)).toEqual(playlist(after));
});

test('every file and the thumbnails use the new host', () => {
  const movie = (host: string): FileStream => ({
    ...common,
    type: 'file',
    qualities: {
      720: { type: 'mp4', url: `https://${host}/720.mp4` },
      360: { type: 'mp4', url: `https://${host}/360.mp4` },
    },
    lowerQualities: { 360: { type: 'hls', url: `https://${host}/360.m3u8` } },
    thumbnailTrack: { type: 'vtt', url: `https://${host}/t.vtt` },
  });
  expect(withReplacedHosts(movie('a.old.test'), RULES)).toEqual(movie('new.test'));
});

test('without rules nothing changes', () => {
  const stream = playlist('https://old.test/a');
  expect(withReplacedHosts(stream, [])).toBe(stream);
});
