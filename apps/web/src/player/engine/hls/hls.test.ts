// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { fakeVideo } from '../../testing/fake-video.ts';
import type { PlaybackError } from '../engine.ts';
import { attachHls } from './hls.ts';
import type { AttachOptions, TrackControls } from '../source.ts';

const fake = vi.hoisted(() => {
  type Listener = (event: string, data?: unknown) => void;
  class FakeHls {
    static made: FakeHls[] = [];
    readonly config: unknown;
    readonly listeners: (readonly [event: string, listener: Listener])[] = [];
    readonly calls: string[] = [];
    levels = [
      { width: 640, height: 360 },
      { width: 1280, height: 720 },
    ];
    audioTracks = [{ name: 'English', lang: 'eng' }];
    audioTrack = 0;
    nextLevel = -1;
    liveSyncPosition: number | null = null;
    constructor(config: unknown) {
      this.config = config;
      FakeHls.made.push(this);
    }
    on(event: string, listener: Listener) {
      this.listeners.push([event, listener]);
    }
    emit(event: string, data?: unknown) {
      for (const [name, listener] of this.listeners) if (name === event) listener(event, data);
    }
    loadSource(url: string) {
      this.calls.push(`loadSource ${url}`);
    }
    attachMedia() {
      this.calls.push('attachMedia');
    }
    startLoad() {
      this.calls.push('startLoad');
    }
    recoverMediaError() {
      this.calls.push('recoverMediaError');
    }
    swapAudioCodec() {
      this.calls.push('swapAudioCodec');
    }
    destroy() {
      this.calls.push('destroy');
    }
  }
  return { FakeHls };
});
vi.mock('hls.js', () => ({
  default: fake.FakeHls,
  Events: {
    ERROR: 'error',
    MEDIA_ATTACHED: 'attached',
    FRAG_BUFFERED: 'buffered',
    MANIFEST_LOADING: 'manifest loading',
    LEVEL_LOADING: 'level loading',
    AUDIO_TRACK_LOADING: 'audio loading',
    FRAG_LOADING: 'loading',
    FRAG_LOADED: 'fragment',
    MANIFEST_PARSED: 'parsed',
    MANIFEST_LOADED: 'loaded',
    LEVELS_UPDATED: 'levels',
    LEVEL_SWITCHED: 'level',
    LEVEL_UPDATED: 'updated',
    AUDIO_TRACKS_UPDATED: 'tracks',
    AUDIO_TRACK_SWITCHED: 'track',
    SUBTITLE_TRACKS_UPDATED: 'subtitles',
    NON_NATIVE_TEXT_TRACKS_FOUND: 'found',
    CUES_PARSED: 'cues',
  },
  ErrorTypes: { NETWORK_ERROR: 'networkError', MEDIA_ERROR: 'mediaError' },
}));
vi.mock('hls.js/dist/hls.worker.js?url', () => ({ default: '/assets/worker.js' }));

function setUp(startAt = 0, isRunning = true) {
  const life = new AbortController();
  const failed = vi.fn<(error: PlaybackError) => void>();
  const { video, facts, play, dispatch } = fakeVideo();
  const report = vi.fn<AttachOptions['report']>();
  const steered: TrackControls[] = [];
  attachHls(video, 'https://films.test/m.m3u8', {
    startAt,
    signal: life.signal,
    failed,
    report,
    isRunning: () => isRunning,
    preferences: () => ({ quality: 'auto', audioLanguage: undefined }),
    setControls: (controls) => void steered.push(controls),
  });
  const hls = fake.FakeHls.made.at(-1)!;
  const fail = (type: string, details: string, more: object = {}) =>
    hls.emit('error', { fatal: true, type, details, error: new Error('broken'), ...more });
  return { life, failed, report, steered, hls, fail, facts, play, dispatch };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('loads within the limits of the specification, from the start position', () => {
  const { hls } = setUp(42);
  expect(hls.config).toMatchObject({
    maxBufferSize: 500_000_000,
    startPosition: 42,
    fragLoadPolicy: {
      default: {
        maxLoadTimeMs: 20_000,
        maxTimeToFirstByteMs: 10_000,
        errorRetry: { maxNumRetry: 2, retryDelayMs: 1_000, maxRetryDelayMs: 8_000 },
        timeoutRetry: { maxNumRetry: 1 },
      },
    },
  });
  expect(hls.calls).toEqual(['loadSource https://films.test/m.m3u8', 'attachMedia']);
});

test('reports the window of a live stream, until that has an end', () => {
  const { hls, report } = setUp();
  expect(hls.config).toMatchObject({ liveDurationInfinity: true });
  const details = { live: true, fragmentStart: 88, targetduration: 6, edge: 140 };
  hls.emit('updated', { details });
  expect(report).toHaveBeenLastCalledWith({ live: { start: 100, end: 140 } });
  hls.liveSyncPosition = 134;
  hls.emit('updated', { details });
  expect(report).toHaveBeenLastCalledWith({ live: { start: 100, end: 134 } });
  hls.emit('updated', { details: { ...details, live: false } });
  expect(report).toHaveBeenLastCalledWith({ live: undefined });
});

test('is destroyed with its signal, together with a pending retry', () => {
  const { hls, fail, life } = setUp();
  fail('networkError', 'fragLoadError');
  life.abort();
  vi.runAllTimers();
  expect(hls.calls.slice(2)).toEqual(['destroy']);
});

test('reports the choices and the current one, and takes choices', () => {
  const { hls, report, steered } = setUp();
  hls.emit('parsed');
  expect(report).toHaveBeenLastCalledWith({ qualities: ['720', '360'], original: undefined });
  hls.emit('level', { level: 1 });
  expect(report).toHaveBeenLastCalledWith({ quality: '720' });
  hls.emit('tracks');
  expect(report).toHaveBeenLastCalledWith({
    audioTracks: [{ id: '0', label: 'English', language: 'en' }],
  });
  hls.emit('track');
  expect(report).toHaveBeenLastCalledWith({ audioTrack: '0' });
  steered[0]?.chooseQuality('360');
  expect(hls.nextLevel).toBe(0);
});

describe('recovery', () => {
  test('non-fatal errors are left to hls.js', () => {
    const { hls, failed } = setUp();
    hls.emit('error', { fatal: false, type: 'mediaError', details: 'bufferStalledError' });
    expect(hls.calls).toHaveLength(2);
    expect(failed).not.toHaveBeenCalled();
  });

  test('a dead playlist is an error at once', () => {
    const { hls, fail, failed } = setUp();
    fail('networkError', 'manifestLoadError', { response: { code: 404 } });
    expect(failed).toHaveBeenCalledExactlyOnceWith({
      type: 'hls',
      errorName: 'manifestLoadError',
      message: 'broken',
      key: 'errorMissing',
    });
    expect(hls.calls.at(-1)).toBe('destroy');
  });

  test.each([
    ['denied', 'fragLoadError', { response: { code: 403 } }],
    ['silent for minutes', 'fragLoadTimeOut', {}],
  ])('with nothing to play, a server that is %s is an error at once', (_, details, more) => {
    const { fail, failed } = setUp();
    fail('networkError', details, more);
    expect(failed).toHaveBeenCalledOnce();
  });

  test('up to three lost segments in a row are skipped', () => {
    const { hls, fail, failed, report } = setUp();
    const lose = (code: number) => {
      const frag = { tagList: [], gap: false };
      fail('networkError', 'fragLoadError', { frag, response: { code } });
      return frag;
    };
    for (const code of [404, 403, 410]) {
      expect(lose(code)).toEqual({ tagList: [['GAP']], gap: true });
      expect(hls.calls.at(-1)).toBe('startLoad');
    }
    expect(report).toHaveBeenCalledWith({ remedy: 'skipped' });
    expect(failed).not.toHaveBeenCalled();
    lose(404);
    expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: 'errorParts' }));
  });

  test('a segment that times out is skipped, and a second one is an error', () => {
    const { hls, fail, failed } = setUp();
    const late = () =>
      fail('networkError', 'fragLoadTimeOut', { frag: { tagList: [], gap: false } });
    late();
    expect(hls.calls.at(-1)).toBe('startLoad');
    expect(failed).not.toHaveBeenCalled();
    late();
    expect(failed).toHaveBeenCalledOnce();
  });

  test('the first segment that times out is reported as a retry', () => {
    const { hls, report, facts } = setUp();
    const late = { fatal: false, type: 'networkError', details: 'fragLoadTimeOut' };
    Object.assign(facts, { currentTime: 30, buffered: [[0, 90]] });
    hls.emit('error', late);
    expect(report).not.toHaveBeenCalled();
    facts.currentTime = 89;
    hls.emit('error', late);
    expect(report).toHaveBeenCalledExactlyOnceWith({ retrying: true });
  });

  test('after a segment that arrives, the next lost one counts as the first', () => {
    const { hls, fail, failed } = setUp();
    for (let at = 0; at < 8; at += 1) {
      const frag = { tagList: [], gap: false };
      fail('networkError', 'fragLoadTimeOut', { frag });
      hls.emit('buffered', { frag: { type: 'main' } });
    }
    expect(failed).not.toHaveBeenCalled();
  });

  test('a retry is reported while it lasts', () => {
    const { hls, fail, report } = setUp();
    fail('networkError', 'fragLoadError', { response: { code: 502 } });
    expect(report).toHaveBeenCalledWith({ retrying: true });
    hls.emit('buffered', { frag: { type: 'main' } });
    expect(report).toHaveBeenLastCalledWith({ retrying: false });
  });

  test.each([
    ['mediaError', 'manifestIncompatibleCodecsError', 'errorNoDecoder'],
    ['networkError', 'manifestParsingError', 'errorNotPlaylist'],
  ])('%s %s is reported at once', (type, details, key) => {
    const { fail, failed } = setUp();
    fail(type, details);
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ key }));
  });

  test('a codec that MediaSource rejects is named, after other variants were tried', () => {
    const { hls, fail, failed } = setUp();
    hls.emit('error', { details: 'bufferAddCodecError', mimeType: 'video/mp4;codecs=hev1.1.6' });
    for (let tries = 0; tries < 3; tries += 1) fail('mediaError', 'bufferIncompatibleCodecsError');
    expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ codec: 'HEVC' }));
  });

  test('a broken connection is retried after 1, 2, 4 and 8 s before an error is shown', () => {
    const { hls, fail, failed } = setUp();
    for (const seconds of [1, 2, 4, 8]) {
      fail('networkError', 'fragLoadError', { response: { code: 0 } });
      vi.advanceTimersByTime(seconds * 1_000 - 1);
      const before = hls.calls.length;
      vi.advanceTimersByTime(1);
      expect(hls.calls.slice(before)).toEqual(['startLoad']);
    }
    expect(failed).not.toHaveBeenCalled();
    fail('networkError', 'fragLoadError', { response: { code: 0 } });
    expect(failed).toHaveBeenCalledOnce();
  });

  test.each([
    ['is interrupted', 'fragLoadError', { response: { code: 0 } }],
    ['is silent', 'fragLoadTimeOut', {}],
    ['refuses', 'fragLoadError', { response: { code: 403 } }],
  ])('while the buffer lasts, a connection that %s is retried every 8 s', (_, what, more) => {
    const { hls, fail, failed, facts } = setUp();
    Object.assign(facts, { currentTime: 30, buffered: [[0, 90]] });
    for (let breaks = 0; breaks < 6; breaks += 1) {
      fail('networkError', what, more);
      vi.advanceTimersByTime(7_999);
      const before = hls.calls.length;
      vi.advanceTimersByTime(1);
      expect(hls.calls.slice(before)).toEqual(['startLoad']);
    }
    expect(failed).not.toHaveBeenCalled();
    facts.currentTime = 88;
    fail('networkError', 'fragLoadError', { response: { code: 403 } });
    expect(failed).toHaveBeenCalledOnce();
  });

  test('an offline browser waits for its network without limit', () => {
    const { hls, fail, failed, report } = setUp();
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fail('networkError', 'fragLoadTimeOut', { frag: { tagList: [], gap: false } });
    expect(report).toHaveBeenCalledWith({ retrying: true });
    vi.advanceTimersByTime(600_000);
    expect(hls.calls).toHaveLength(2);
    onLine.mockRestore();
    window.dispatchEvent(new Event('online'));
    expect(hls.calls.slice(2)).toEqual(['startLoad']);
    expect(failed).not.toHaveBeenCalled();
  });

  test.each([
    [10, [[0, 2]], 0],
    [5, [], 1],
  ])('after %s arrivals that leave %j to play, errors: %s', (breaks, buffered, errors) => {
    const { hls, fail, failed, facts } = setUp();
    Object.assign(facts, { buffered });
    for (let at = 0; at < breaks; at += 1) {
      fail('networkError', 'fragLoadError');
      vi.runAllTimers();
      hls.emit('buffered', { frag: { type: 'main' } });
    }
    expect(failed).toHaveBeenCalledTimes(errors);
  });

  test('a decoder is reset, then switched to the other codec, then given up', () => {
    const { hls, fail, failed } = setUp();
    fail('mediaError', 'bufferAppendError');
    fail('mediaError', 'bufferAppendError');
    expect(hls.calls.slice(2)).toEqual([
      'recoverMediaError',
      'swapAudioCodec',
      'recoverMediaError',
    ]);
    fail('mediaError', 'bufferAppendError');
    expect(failed).toHaveBeenCalledOnce();
  });

  test.each([true, false])('a reset of the decoder keeps the movie running: %s', (isRunning) => {
    const { hls, play } = setUp(0, isRunning);
    hls.emit('attached');
    expect(play).toHaveBeenCalledTimes(isRunning ? 1 : 0);
  });

  test('a decoder that worked for a while gets the same retries again', () => {
    const { fail, failed } = setUp();
    for (let faults = 0; faults < 6; faults += 1) {
      fail('mediaError', 'bufferAppendError');
      vi.advanceTimersByTime(21_000);
    }
    expect(failed).not.toHaveBeenCalled();
  });
});

test('a player that waits while hls.js loads nothing gives up after 25 s', () => {
  const { hls, failed, dispatch } = setUp();
  dispatch('waiting', { paused: false, readyState: 0 });
  vi.advanceTimersByTime(20_000);
  hls.emit('loading');
  vi.advanceTimersByTime(24_900);
  expect(failed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: 'errorParts' }));
  expect(hls.calls).toContain('destroy');
});

test('a live playlist that stays as it is counts as nothing', () => {
  const { hls, failed, dispatch } = setUp();
  const details = { live: true, advanced: false };
  const reload = () => {
    hls.emit('level loading', { levelInfo: { details } });
    hls.emit('audio loading', { track: { details } });
    hls.emit('updated', { details });
  };
  dispatch('waiting', { paused: false, readyState: 2 });
  for (let seconds = 0; seconds < 20; seconds += 5) {
    vi.advanceTimersByTime(5_000);
    reload();
  }
  hls.emit('updated', { details: { live: true, advanced: true } });
  for (let seconds = 0; seconds < 20; seconds += 5) {
    vi.advanceTimersByTime(5_000);
    reload();
  }
  expect(failed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_100);
  expect(failed).toHaveBeenCalledOnce();
});

test('the first load of a playlist counts', () => {
  const { hls, failed, dispatch } = setUp();
  dispatch('waiting', { paused: false, readyState: 0 });
  vi.advanceTimersByTime(20_000);
  hls.emit('level loading', { levelInfo: {} });
  vi.advanceTimersByTime(24_900);
  expect(failed).not.toHaveBeenCalled();
});

test('a paused player waits for nothing', () => {
  const { failed, dispatch } = setUp();
  dispatch('pause', { paused: true, readyState: 0 });
  vi.advanceTimersByTime(600_000);
  expect(failed).not.toHaveBeenCalled();
});
