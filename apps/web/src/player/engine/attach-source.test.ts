// @vitest-environment jsdom
import type { FileStream } from '@matinee/shared/media/stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { fakeVideo } from '../testing/fake-video.ts';
import { MOVIE, PLAYLIST } from '../testing/streams.ts';
import { attachSource, followNativeLive } from './html.ts';
import type * as HlsModule from './hls/hls.ts';
import type { AttachOptions, TrackControls, TrackPreferences } from './source.ts';

const hls = vi.hoisted(() => ({
  attachHls: vi.fn<typeof HlsModule.attachHls>(),
  isHlsSupported: vi.fn<typeof HlsModule.isHlsSupported>(),
}));
vi.mock('./hls/hls.ts', () => hls);

function setUp(preferences: Partial<TrackPreferences> = {}) {
  const steered: TrackControls[] = [];
  const life = new AbortController();
  const options = {
    startAt: 0,
    signal: life.signal,
    preferences: () => ({ quality: 'auto' as const, audioLanguage: undefined, ...preferences }),
    setControls: (controls: TrackControls) => void steered.push(controls),
    restart: vi.fn<AttachOptions['restart']>(),
    isRunning: () => true,
    stalled: vi.fn<AttachOptions['stalled']>(),
    report: vi.fn<AttachOptions['report']>(),
    failed: vi.fn<AttachOptions['failed']>(),
  };
  return { ...fakeVideo(), life, options, steered };
}

beforeEach(() => {
  hls.attachHls.mockReset();
  hls.isHlsSupported.mockReset().mockReturnValue(true);
});
afterEach(() => void vi.useRealTimers());

describe('a file', () => {
  test('plays from its address and reports its quality', () => {
    const { video, options } = setUp();
    attachSource(video, MOVIE, options);
    expect(video.src).toBe('https://films.test/360.mp4');
    expect(options.report).toHaveBeenCalledExactlyOnceWith({
      quality: '360',
      qualities: ['360'],
    });
  });

  const MANY = {
    ...MOVIE,
    qualities: {
      1080: { type: 'mp4', url: 'https://films.test/1080.mp4' },
      480: { type: 'mp4', url: 'https://films.test/480.mp4' },
    },
  } as const;

  test('is the one nearest to the preferred quality', () => {
    const { video, options } = setUp({ quality: '720' });
    attachSource(video, MANY, options);
    expect(video.src).toBe('https://films.test/480.mp4');
    expect(options.report).toHaveBeenCalledExactlyOnceWith({
      quality: '480',
      qualities: ['1080', '480'],
    });
  });

  test('is replaced only for a choice of another file', () => {
    const { video, options, steered } = setUp();
    attachSource(video, MANY, options);
    steered[0]?.chooseQuality('1080');
    steered[0]?.chooseQuality('4k');
    steered[0]?.chooseQuality('auto');
    expect(options.restart).not.toHaveBeenCalled();
    steered[0]?.chooseQuality('360');
    expect(options.restart).toHaveBeenCalledOnce();
  });

  test('without audio tracks has no audio choice', () => {
    const { video, options, steered } = setUp();
    attachSource(video, MOVIE, options);
    expect(steered[0]?.chooseAudio('0')).toBeUndefined();
  });

  test('without any quality causes an error', () => {
    const { video, options } = setUp();
    attachSource(video, { ...MOVIE, qualities: {} }, options);
    expect(options.failed).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ key: 'errorNoQuality', message: "couldn't select quality" }),
    );
  });

  test('that never responds is a network error, not an endless spinner', () => {
    vi.useFakeTimers();
    const { video, options } = setUp();
    attachSource(video, MOVIE, options);
    vi.advanceTimersByTime(29_999);
    expect(options.failed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(options.failed).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ key: 'errorNetwork' }),
    );
  });

  test.each(['metadata', 'end'])('has no time limit after its %s', (what) => {
    vi.useFakeTimers();
    const { video, options, life, dispatch } = setUp();
    attachSource(video, MOVIE, options);
    if (what === 'end') life.abort();
    else dispatch('loadedmetadata');
    vi.advanceTimersByTime(60_000);
    expect(options.failed).not.toHaveBeenCalled();
  });
});

describe('a file with lower qualities, which the server encodes', () => {
  const stream = {
    ...MOVIE,
    qualities: { 1080: { type: 'mp4', url: 'https://films.test/1080.mp4' } },
    lowerQualities: {
      720: { type: 'hls', url: 'https://films.test/720.m3u8' },
      480: { type: 'hls', url: 'https://films.test/480.m3u8' },
    },
  } as const;
  const qualities = ['1080', '720', '480'];

  /** The viewer's choice applies to this attachment and to the next. */
  function play(quality: TrackPreferences['quality'], own: FileStream = { ...stream }) {
    const preferences = { quality };
    const { video, options, steered } = setUp();
    attachSource(video, own, {
      ...options,
      preferences: () => ({ audioLanguage: undefined, ...preferences }),
    });
    const choose = (next: TrackPreferences['quality']) => {
      preferences.quality = next;
      steered.at(-1)?.chooseQuality(next);
    };
    return { video, options, steered, choose, own };
  }
  const attached = async () => {
    await vi.waitFor(() => expect(hls.attachHls).toHaveBeenCalledOnce());
    const [, url, options] = hls.attachHls.mock.calls[0] ?? [];
    if (!options) throw new Error('Nothing is attached');
    const controls = { chooseAudio: () => undefined, readCaption: () => undefined };
    options.setControls({ ...controls, chooseQuality: () => undefined });
    return { url, options };
  };

  test('plays as it is, and offers them below the original', () => {
    const { video, options, choose } = play('auto');
    expect(video.src).toBe('https://films.test/1080.mp4');
    expect(options.report).toHaveBeenCalledWith({ quality: '1080', qualities, original: '1080' });
    choose('1080');
    expect(options.restart).not.toHaveBeenCalled();
    choose('480');
    expect(options.restart).toHaveBeenCalledOnce();
  });

  test('plays the playlist of the chosen one, and leaves it for another', async () => {
    const { video, options, choose } = play('720');
    const { url, options: inside } = await attached();
    expect(url).toBe('https://films.test/720.m3u8');
    expect(video.hasAttribute('src')).toBe(false);
    expect(options.report).toHaveBeenCalledWith({ quality: '720', qualities, original: '1080' });
    inside.report({ qualities: ['unknown'], original: undefined, quality: 'unknown', rate: 2 });
    expect(options.report).toHaveBeenLastCalledWith({ rate: 2 });
    choose('720');
    expect(options.restart).not.toHaveBeenCalled();
    choose('480');
    choose('auto');
    expect(options.restart).toHaveBeenCalledTimes(2);
  });

  test('plays as it is when the encoding fails, until the viewer chooses again', async () => {
    const { options, own } = play('720');
    const { options: inside } = await attached();
    inside.failed({ type: 'hls', errorName: 'Busy', key: 'errorBusy' });
    expect(options.restart).toHaveBeenCalledOnce();
    expect(options.report).toHaveBeenLastCalledWith({ remedy: 'quality' });
    expect(options.failed).not.toHaveBeenCalled();
    const next = play('720', own);
    expect(next.video.src).toBe('https://films.test/1080.mp4');
    next.choose('720');
    expect(next.options.restart).toHaveBeenCalledOnce();
  });

  test('plays in a playlist of its own if only that lets the viewer choose its audio', async () => {
    const own = { type: 'hls', url: 'https://films.test/all.m3u8' } as const;
    const several = { ...stream, lowerQualities: { ...stream.lowerQualities, 1080: own } };
    const { options, choose } = play('auto', several);
    const { url } = await attached();
    expect(url).toBe(own.url);
    expect(options.report).toHaveBeenCalledWith({ quality: '1080', qualities, original: '1080' });
    choose('1080');
    expect(options.restart).not.toHaveBeenCalled();
    choose('480');
    expect(options.restart).toHaveBeenCalledOnce();
  });

  test('is captured for thumbnails without any encoding', () => {
    const { video, options } = setUp({ quality: '360' });
    attachSource(video, stream, { ...options, isFrugal: true });
    expect(video.src).toBe('https://films.test/1080.mp4');
  });
});

describe('a playlist', () => {
  test('is played by hls.js even if the browser could play it', async () => {
    const { video, options } = setUp();
    vi.spyOn(video, 'canPlayType').mockReturnValue('maybe');
    attachSource(video, PLAYLIST, options);
    await vi.waitFor(() => expect(hls.attachHls).toHaveBeenCalledOnce());
    expect(video.hasAttribute('src')).toBe(false);
  });

  test('is played by the browser where hls.js cannot run', async () => {
    const { video, options } = setUp();
    hls.isHlsSupported.mockReturnValue(false);
    vi.spyOn(video, 'canPlayType').mockReturnValue('maybe');
    attachSource(video, PLAYLIST, options);
    await vi.waitFor(() => expect(video.src).toBe(PLAYLIST.playlist));
    expect(hls.attachHls).not.toHaveBeenCalled();
  });

  test('causes an error where neither can', async () => {
    const { video, options } = setUp();
    hls.isHlsSupported.mockReturnValue(false);
    vi.spyOn(video, 'canPlayType').mockReturnValue('');
    attachSource(video, PLAYLIST, options);
    await vi.waitFor(() => expect(options.failed).toHaveBeenCalledOnce());
    expect(options.failed).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'hls', errorName: 'HlsNotSupported' }),
    );
  });

  test('that was replaced while hls.js was loading is not attached', async () => {
    const { video, options, life } = setUp();
    attachSource(video, PLAYLIST, options);
    life.abort();
    const next = setUp();
    attachSource(next.video, PLAYLIST, next.options);
    await vi.waitFor(() => expect(hls.attachHls).toHaveBeenCalled());
    expect(hls.attachHls).toHaveBeenCalledExactlyOnceWith(
      next.video,
      PLAYLIST.playlist,
      next.options,
    );
  });
});

function setUpLive(ranges: readonly (readonly [number, number])[]) {
  const { video, dispatch } = fakeVideo();
  Object.defineProperty(video, 'seekable', {
    value: {
      length: ranges.length,
      start: (at: number) => ranges[at]?.[0],
      end: (at: number) => ranges[at]?.[1],
    },
  });
  const report = vi.fn<AttachOptions['report']>();
  followNativeLive(video, { signal: new AbortController().signal, report });
  return { report, dispatch };
}

test('an endless playlist that the browser plays has a window', () => {
  const { report, dispatch } = setUpLive([[100, 160]]);
  dispatch('durationchange', { duration: Infinity });
  expect(report).toHaveBeenLastCalledWith({ live: { start: 100, end: 142 } });
});

test('a window may be shorter than the distance to its edge', () => {
  const { report, dispatch } = setUpLive([[100, 110]]);
  dispatch('progress', { duration: Infinity });
  expect(report).toHaveBeenLastCalledWith({ live: { start: 100, end: 100 } });
});

test.each([
  ['a movie with an end', 90, [[0, 90]] as const],
  ['an endless stream without a window', Infinity, []],
])('%s is not live', (_, duration, ranges) => {
  const { report, dispatch } = setUpLive(ranges);
  dispatch('timeupdate', { duration });
  expect(report).not.toHaveBeenCalled();
});
