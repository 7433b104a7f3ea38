// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { fakeVideo } from '../testing/fake-video.ts';
import { MOVIE } from '../testing/streams.ts';
import type { EngineReports } from './engine.ts';
import { watchForStall } from './stall-detection.ts';
import { htmlEngine } from './html.ts';
import type { AttachOptions } from './source.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const starved = { paused: false, readyState: 2 };
const seconds = (count: number) => void vi.advanceTimersByTime(count * 1_000);

function watch() {
  const life = new AbortController();
  const onStall = vi.fn<() => void>();
  const screen = fakeVideo();
  watchForStall(screen.video, { signal: life.signal, onStall });
  return { ...screen, onStall, life };
}

test('ten seconds without a byte are a stall', () => {
  const { dispatch, onStall } = watch();
  dispatch('waiting', starved);
  seconds(9.9);
  expect(onStall).not.toHaveBeenCalled();
  seconds(0.2);
  expect(onStall).toHaveBeenCalledOnce();
});

test('each byte that arrives restarts the limit', () => {
  const { dispatch, onStall } = watch();
  dispatch('waiting', starved);
  for (let at = 0; at < 5; at += 1) {
    seconds(8);
    dispatch('progress');
  }
  expect(onStall).not.toHaveBeenCalled();
  seconds(10);
  expect(onStall).toHaveBeenCalledOnce();
});

describe('there is no stall with', () => {
  test('a movie that plays on', () => {
    const { dispatch, onStall } = watch();
    dispatch('waiting', starved);
    seconds(5);
    dispatch('playing', { readyState: 4 });
    seconds(60);
    expect(onStall).not.toHaveBeenCalled();
  });

  test('a paused movie', () => {
    const { dispatch, onStall } = watch();
    dispatch('waiting', starved);
    dispatch('pause', { paused: true });
    seconds(60);
    expect(onStall).not.toHaveBeenCalled();
    dispatch('play', { paused: false });
    seconds(10);
    expect(onStall).toHaveBeenCalledOnce();
  });

  test('a movie in a hidden tab', () => {
    const { dispatch, onStall } = watch();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    dispatch('waiting', starved);
    seconds(60);
    expect(onStall).not.toHaveBeenCalled();
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    seconds(10);
    expect(onStall).toHaveBeenCalledOnce();
  });

  test('a browser that is offline', () => {
    const { dispatch, onStall } = watch();
    dispatch('waiting', starved);
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    seconds(60);
    expect(onStall).not.toHaveBeenCalled();
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    seconds(10);
    expect(onStall).toHaveBeenCalledOnce();
  });

  test('a movie that was removed', () => {
    const { dispatch, onStall, life } = watch();
    dispatch('waiting', starved);
    life.abort();
    seconds(60);
    expect(onStall).not.toHaveBeenCalled();
  });
});

describe('a server that stalls', () => {
  function play() {
    const respond = vi.fn<typeof fetch>(async () => new Response());
    vi.stubGlobal('fetch', respond);
    const screen = fakeVideo();
    const state = vi.fn<EngineReports['state']>();
    const failed = vi.fn<EngineReports['failed']>();
    const attached: AttachOptions[] = [];
    const engine = htmlEngine(screen.video, { state, failed }, (_video, _stream, options) => {
      attached.push(options);
    });
    Object.defineProperty(screen.video, 'currentSrc', { value: 'https://films.test/360.mp4' });
    engine.load(MOVIE, { startAt: 0, autoplay: true });
    return { ...screen, respond, state, failed, attached };
  }
  const later = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

  test('is retried at the same second, with pauses of 1 and 2 s, and then given up', async () => {
    const { dispatch, attached, state, failed } = play();
    const stall = () => {
      dispatch('loadedmetadata', { paused: false, readyState: 4 });
      dispatch('timeupdate', { currentTime: 31 });
      attached.at(-1)?.stalled();
    };
    for (const pause of [1, 2]) {
      stall();
      await later(pause - 0.1);
      expect(state).toHaveBeenCalledWith({ time: 31, retrying: true }, 'stalled');
      const before = attached.length;
      await later(0.2);
      expect(attached).toHaveLength(before + 1);
      expect(attached.at(-1)?.startAt).toBe(31);
    }
    stall();
    await later(0.1);
    expect(failed).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ key: 'errorNetwork' }),
    );
  });

  test('gets a longer time before its first byte', async () => {
    const { attached, failed, respond } = play();
    attached[0]?.stalled();
    await later(60);
    expect(respond).not.toHaveBeenCalled();
    expect(failed).not.toHaveBeenCalled();
  });

  test('is given up, too, if it breaks off before the position is reached', async () => {
    const { dispatch, failed } = play();
    const error = { code: 2, message: '' };
    dispatch('loadedmetadata', { paused: false, readyState: 4 });
    dispatch('error', { error, currentTime: 31 });
    for (const pause of [1, 2, 4, 8]) {
      await later(pause + 0.1);
      expect(failed).not.toHaveBeenCalled();
      dispatch('error', { error, currentTime: 0, readyState: 0 });
    }
    await later(0.1);
    expect(failed).toHaveBeenCalledOnce();
  });
});
