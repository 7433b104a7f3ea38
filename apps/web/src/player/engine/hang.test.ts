// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { fakeVideo } from '../testing/fake-video.ts';
import { FILM } from '../testing/streams.ts';
import type { EngineReports } from './engine.ts';
import { watchForHang } from './hang.ts';
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
  const onHang = vi.fn<() => void>();
  const screen = fakeVideo();
  watchForHang(screen.video, { signal: life.signal, onHang });
  return { ...screen, onHang, life };
}

test('ten seconds without a byte are a hang', () => {
  const { say, onHang } = watch();
  say('waiting', starved);
  seconds(9.9);
  expect(onHang).not.toHaveBeenCalled();
  seconds(0.2);
  expect(onHang).toHaveBeenCalledOnce();
});

test('each byte that arrives restarts the limit', () => {
  const { say, onHang } = watch();
  say('waiting', starved);
  for (let at = 0; at < 5; at += 1) {
    seconds(8);
    say('progress');
  }
  expect(onHang).not.toHaveBeenCalled();
  seconds(10);
  expect(onHang).toHaveBeenCalledOnce();
});

describe('no hang is', () => {
  test('a movie that plays on', () => {
    const { say, onHang } = watch();
    say('waiting', starved);
    seconds(5);
    say('playing', { readyState: 4 });
    seconds(60);
    expect(onHang).not.toHaveBeenCalled();
  });

  test('a paused movie', () => {
    const { say, onHang } = watch();
    say('waiting', starved);
    say('pause', { paused: true });
    seconds(60);
    expect(onHang).not.toHaveBeenCalled();
    say('play', { paused: false });
    seconds(10);
    expect(onHang).toHaveBeenCalledOnce();
  });

  test('a movie in a hidden tab', () => {
    const { say, onHang } = watch();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    say('waiting', starved);
    seconds(60);
    expect(onHang).not.toHaveBeenCalled();
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    seconds(10);
    expect(onHang).toHaveBeenCalledOnce();
  });

  test('a browser that is offline', () => {
    const { say, onHang } = watch();
    say('waiting', starved);
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    seconds(60);
    expect(onHang).not.toHaveBeenCalled();
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    seconds(10);
    expect(onHang).toHaveBeenCalledOnce();
  });

  test('a movie that has gone', () => {
    const { say, onHang, life } = watch();
    say('waiting', starved);
    life.abort();
    seconds(60);
    expect(onHang).not.toHaveBeenCalled();
  });
});

describe('a server that hangs', () => {
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
    engine.load(FILM, { startAt: 0, autoplay: true });
    return { ...screen, respond, state, failed, attached };
  }
  const later = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

  test('is tried again at the same second, with pauses of 1 and 2 s, and then given up', async () => {
    const { say, attached, state, failed } = play();
    const hang = () => {
      say('loadedmetadata', { paused: false, readyState: 4 });
      say('timeupdate', { currentTime: 31 });
      attached.at(-1)?.hung();
    };
    for (const pause of [1, 2]) {
      hang();
      await later(pause - 0.1);
      expect(state).toHaveBeenCalledWith({ time: 31, retrying: true }, 'stalled');
      const before = attached.length;
      await later(0.2);
      expect(attached).toHaveLength(before + 1);
      expect(attached.at(-1)?.startAt).toBe(31);
    }
    hang();
    await later(0.1);
    expect(failed).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ key: 'errorNetwork' }),
    );
  });

  test('is waited for longer before anything has come from it', async () => {
    const { attached, failed, respond } = play();
    attached[0]?.hung();
    await later(60);
    expect(respond).not.toHaveBeenCalled();
    expect(failed).not.toHaveBeenCalled();
  });
});
