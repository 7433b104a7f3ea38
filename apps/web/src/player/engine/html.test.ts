// @vitest-environment jsdom
import type { Stream } from '@matinee/shared/media/stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { fakeVideo } from '../testing/fake-video.ts';
import { MOVIE, PLAYLIST } from '../testing/streams.ts';
import type { EngineReports } from './engine.ts';
import { htmlEngine } from './html.ts';
import type { AttachOptions, TrackControls } from './source.ts';

function setUp() {
  const screen = fakeVideo();
  const state = vi.fn<EngineReports['state']>();
  const failed = vi.fn<EngineReports['failed']>();
  const attached: AttachOptions[] = [];
  const engine = htmlEngine(screen.video, { state, failed }, (_video, _stream, options) => {
    attached.push(options);
  });
  return { ...screen, engine, state, failed, attached };
}

const START = { startAt: 0, autoplay: true };

describe('events become reports', () => {
  test.each([
    ['durationchange', { duration: 90 }, { duration: 90 }, undefined],
    ['durationchange', { duration: Infinity }, { duration: 0 }, undefined],
    ['waiting', { readyState: 2, currentTime: 7 }, { time: 7 }, 'stalled'],
    ['waiting', { readyState: 4, currentTime: 7 }, { time: 7 }, undefined],
    [
      'playing',
      { currentTime: 7, paused: false },
      { time: 7, paused: false, hasPlayed: true },
      'ready',
    ],
    ['seeking', { currentTime: 30 }, { seeking: true, time: 30 }, undefined],
    ['seeked', { currentTime: 30, readyState: 4 }, { seeking: false, time: 30 }, 'ready'],
    ['ended', { ended: true, currentTime: 90 }, { paused: true, time: 90 }, 'ended'],
    [
      'progress',
      {
        currentTime: 12,
        buffered: [
          [0, 5],
          [10, 20],
          [40, 50],
        ],
      },
      { buffered: 20 },
      undefined,
    ],
  ] as const)('%s with %j', (event, facts, media, phase) => {
    const { engine, dispatch, state } = setUp();
    engine.load(MOVIE, START);
    state.mockClear();
    dispatch(event, facts);
    expect(state).toHaveBeenCalledExactlyOnceWith(media, phase);
  });

  test('an element without a stream reports nothing', () => {
    const { engine, dispatch, state } = setUp();
    dispatch('timeupdate', { currentTime: 3 });
    engine.load(MOVIE, START);
    engine.unload();
    state.mockClear();
    dispatch('timeupdate', { currentTime: 4 });
    expect(state).not.toHaveBeenCalled();
  });

  test('a destroyed engine reports nothing and releases the stream', () => {
    const { engine, dispatch, state, failed, attached, video, load } = setUp();
    engine.load(MOVIE, START);
    video.src = 'https://films.test/360.mp4';
    engine.destroy();
    state.mockClear();
    dispatch('timeupdate');
    dispatch('error', { error: { code: 4, message: '' } });
    expect(attached[0]?.signal.aborted).toBe(true);
    expect(video.hasAttribute('src')).toBe(false);
    expect(load).toHaveBeenCalledOnce();
    expect(state).not.toHaveBeenCalled();
    expect(failed).not.toHaveBeenCalled();
  });
});

describe('commands', () => {
  test('a stream starts only with autoplay', () => {
    const { engine, play } = setUp();
    engine.load(MOVIE, { startAt: 0, autoplay: false });
    expect(play).not.toHaveBeenCalled();
    engine.load(MOVIE, START);
    expect(play).toHaveBeenCalledOnce();
  });

  test('a denied start is not an error', async () => {
    const { engine, play, failed } = setUp();
    play.mockRejectedValue(new DOMException('gesture', 'NotAllowedError'));
    engine.load(MOVIE, START);
    engine.play();
    await Promise.resolve();
    expect(failed).not.toHaveBeenCalled();
  });

  test('the start waits for the metadata', () => {
    const { engine, dispatch, facts } = setUp();
    engine.load(MOVIE, { startAt: 42, autoplay: true });
    expect(facts.currentTime).toBe(0);
    dispatch('loadedmetadata', { readyState: 1, duration: 90 });
    expect(facts.currentTime).toBe(42);
  });

  test('a live playlist that is at its edge before the metadata stays there', () => {
    const { engine, dispatch, facts } = setUp();
    engine.load(MOVIE, { startAt: 0, autoplay: true });
    dispatch('loadedmetadata', { readyState: 1, duration: 40, currentTime: 34 });
    expect(facts.currentTime).toBe(34);
  });

  test('a seek to the beginning before the metadata is kept', () => {
    const { engine, dispatch, facts } = setUp();
    engine.load(MOVIE, { startAt: 42, autoplay: true });
    engine.seek(0);
    dispatch('loadedmetadata', { readyState: 1, duration: 90, currentTime: 42 });
    expect(facts.currentTime).toBe(0);
  });

  test('a seek before the metadata replaces the start', () => {
    const { engine, dispatch, facts, state } = setUp();
    engine.load(MOVIE, { startAt: 42, autoplay: true });
    engine.seek(50);
    expect(state).toHaveBeenLastCalledWith({ time: 50 });
    dispatch('loadedmetadata', { readyState: 1, duration: 90 });
    expect(facts.currentTime).toBe(50);
  });

  test('a source that resets the element continues at the same second', () => {
    const { engine, attached, dispatch, facts, video } = setUp();
    engine.load(PLAYLIST, { startAt: 42, autoplay: true });
    dispatch('loadedmetadata', { readyState: 4, duration: 900 });
    dispatch('timeupdate', { currentTime: 300 });
    video.load();
    dispatch('timeupdate');
    expect(attached[0]?.isRunning()).toBe(true);
    dispatch('loadedmetadata', { readyState: 1 });
    expect(facts.currentTime).toBe(300);
    dispatch('pause', { paused: true });
    expect(attached[0]?.isRunning()).toBe(false);
  });

  test('a seek after the metadata applies at once', () => {
    const { engine, facts } = setUp();
    engine.load(MOVIE, START);
    facts.readyState = 4;
    engine.seek(50);
    expect(facts.currentTime).toBe(50);
  });

  test('the rate outlives a change of stream', () => {
    const { engine, video } = setUp();
    engine.setRate(1.5);
    expect([video.playbackRate, video.defaultPlaybackRate]).toEqual([1.5, 1.5]);
  });

  test('a new stream ends the previous one', () => {
    const { engine, attached } = setUp();
    engine.load(MOVIE, START);
    engine.load(PLAYLIST, START);
    expect(attached.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });
});

describe('choices', () => {
  function controls(): TrackControls {
    return {
      chooseQuality: vi.fn<TrackControls['chooseQuality']>(),
      readCaption: vi.fn<TrackControls['readCaption']>(),
      chooseAudio: vi.fn<TrackControls['chooseAudio']>((id) =>
        id === '1' ? { id, language: 'de', label: '' } : undefined,
      ),
    };
  }

  test('apply to the current source and the next one', () => {
    const { engine, attached, state } = setUp();
    engine.load(MOVIE, START);
    const steered = controls();
    attached[0]?.setControls(steered);
    engine.chooseQuality('720');
    engine.chooseAudio('1');
    expect(steered.chooseQuality).toHaveBeenCalledExactlyOnceWith('720');
    expect(state).toHaveBeenLastCalledWith({ qualityPreference: '720', audioLanguage: 'de' });
    expect(attached[0]?.preferences().chosenAudio).toEqual({ language: 'de', label: '' });
    engine.load(PLAYLIST, START);
    expect(attached[1]?.preferences()).toEqual({ quality: '720', audioLanguage: 'de' });
  });

  test('are kept until the source can take them', () => {
    const { engine, attached } = setUp();
    engine.load(PLAYLIST, START);
    engine.chooseQuality('480');
    engine.preferAudio('fr');
    expect(attached[0]?.preferences()).toEqual({ quality: '480', audioLanguage: 'fr' });
  });

  test('of a missing track change nothing', () => {
    const { engine, attached } = setUp();
    engine.load(PLAYLIST, START);
    attached[0]?.setControls(controls());
    engine.chooseAudio('7');
    expect(attached[0]?.preferences().audioLanguage).toBeUndefined();
  });

  test.each([true, false])(
    'another file continues at the same second and speed, paused: %s',
    (paused) => {
      const { engine, attached, facts, play, state, video, dispatch } = setUp();
      engine.setRate(1.5);
      engine.load(MOVIE, START);
      play.mockClear();
      Object.assign(facts, { readyState: 4, currentTime: 31, paused });
      attached[0]?.restart();
      expect(attached.map(({ startAt }) => startAt)).toEqual([0, 31]);
      expect(attached[0]?.signal.aborted).toBe(true);
      expect(play).toHaveBeenCalledTimes(paused ? 0 : 1);
      expect(video.defaultPlaybackRate).toBe(1.5);
      expect(video.preservesPitch).toBe(true);
      expect(state).toHaveBeenLastCalledWith({ time: 31 }, 'stalled');
      dispatch('loadedmetadata', { readyState: 1, duration: 90 });
      expect(facts.currentTime).toBe(31);
    },
  );

  test('another file chosen before the first has begun starts where that would have', () => {
    const { engine, attached } = setUp();
    engine.load(MOVIE, { startAt: 42, autoplay: true });
    attached[0]?.restart();
    expect(attached[1]?.startAt).toBe(42);
  });

  test('a removed source starts nothing', () => {
    const { engine, attached } = setUp();
    engine.load(MOVIE, START);
    engine.load(PLAYLIST, START);
    attached[0]?.restart();
    expect(attached).toHaveLength(2);
  });
});

describe('failures', () => {
  test('an unsupported format is reported at once', async () => {
    const { engine, dispatch, failed } = setUp();
    engine.load(MOVIE, START);
    dispatch('error', { error: { code: 4, message: 'no decoder' } });
    const error = {
      type: 'htmlvideo',
      errorName: 'MEDIA_ERR_SRC_NOT_SUPPORTED',
      key: 'errorNotSupported',
      message: 'no decoder',
    };
    await vi.waitFor(() => expect(failed).toHaveBeenCalledExactlyOnceWith(error));
  });

  test('a position that fails twice is an error', async () => {
    const { engine, dispatch, failed, attached } = setUp();
    engine.load(MOVIE, START);
    const broken = { error: { code: 3, message: '' }, currentTime: 31, readyState: 4 };
    dispatch('error', broken);
    await vi.waitFor(() => expect(attached).toHaveLength(2));
    dispatch('error', broken);
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
  });

  describe('of a server', () => {
    const respond = vi.fn<typeof fetch>();
    const broken = { error: { code: 2, message: '' }, currentTime: 31, readyState: 4 };
    beforeEach(() => {
      vi.useFakeTimers();
      vi.stubGlobal('fetch', respond);
    });
    afterEach(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
      respond.mockReset();
    });

    function breakOff(stream: Stream, url = 'https://films.test/360.mp4') {
      const set = setUp();
      Object.defineProperty(set.video, 'currentSrc', { value: url });
      set.engine.load(stream, START);
      set.dispatch('loadedmetadata', { readyState: 4 });
      set.dispatch('error', broken);
      return set;
    }
    const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

    test('that recovers continues at the same second', async () => {
      respond.mockRejectedValue(new TypeError('reset'));
      const { state, attached, play, facts, dispatch } = breakOff(MOVIE);
      await seconds(2.5);
      expect(state).toHaveBeenCalledWith({ time: 31, retrying: true }, 'stalled');
      // Chromium pauses failed media by itself.
      dispatch('pause', { paused: true });
      expect(state).not.toHaveBeenCalledWith(expect.objectContaining({ paused: true }), undefined);
      respond.mockResolvedValue(new Response(null, { headers: { 'content-type': 'video/mp4' } }));
      expect(attached).toHaveLength(1);
      await seconds(1);
      expect(attached.map(({ startAt }) => startAt)).toEqual([0, 31]);
      expect(play).toHaveBeenCalledTimes(2);
      dispatch('canplay', { readyState: 4, currentTime: 31 });
      expect(facts.error).toBeNull();
      expect(state).toHaveBeenCalledWith({ retrying: false });
    });

    test('commands in the meantime apply to the restart', async () => {
      respond.mockRejectedValue(new TypeError('reset'));
      const { engine, attached, play, state } = breakOff(MOVIE);
      await seconds(0.5);
      engine.pause();
      engine.seek(12);
      expect(state).toHaveBeenCalledWith({ paused: true });
      respond.mockResolvedValue(new Response());
      await seconds(1);
      expect(attached.at(-1)?.startAt).toBe(12);
      expect(play).toHaveBeenCalledOnce();
    });

    test('is given up after pauses of 1, 2, 4 and 8 seconds', async () => {
      respond.mockRejectedValue(new TypeError('reset'));
      const { failed } = breakOff(MOVIE);
      await seconds(14.9);
      expect(failed).not.toHaveBeenCalled();
      await seconds(0.2);
      expect(failed).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ key: 'errorNetwork' }),
      );
    });

    test('is not retried by a removed stream', async () => {
      respond.mockRejectedValue(new TypeError('reset'));
      const { engine, attached, failed } = breakOff(MOVIE);
      await seconds(0.5);
      engine.unload();
      respond.mockResolvedValue(new Response());
      await seconds(60);
      expect(attached).toHaveLength(1);
      expect(failed).not.toHaveBeenCalled();
    });

    test('continues with the next file of a list when one is gone', async () => {
      respond.mockResolvedValue(new Response(null, { status: 404 }));
      const file = (lines: number) =>
        ({ type: 'mp4', url: `https://films.test/${lines}.mp4` }) as const;
      const { state, failed } = breakOff({
        ...MOVIE,
        qualities: { 720: file(720), 360: file(360) },
      });
      await seconds(2);
      expect(state).toHaveBeenCalledWith({ remedy: 'quality' });
      expect(failed).not.toHaveBeenCalled();
    });

    test('waits for the network without counting retries', async () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      respond.mockRejectedValue(new TypeError('offline'));
      const { attached, failed } = breakOff(MOVIE);
      await seconds(300);
      expect(failed).not.toHaveBeenCalled();
      respond.mockResolvedValue(new Response());
      window.dispatchEvent(new Event('online'));
      await seconds(1);
      expect(attached).toHaveLength(2);
      vi.restoreAllMocks();
    });
  });

  test('a late error of a removed stream does not fail the next one', () => {
    const { engine, dispatch, failed } = setUp();
    engine.load(MOVIE, START);
    dispatch('error');
    expect(failed).not.toHaveBeenCalled();
  });

  test('only the current stream may fail', () => {
    const { engine, attached, failed } = setUp();
    engine.load(PLAYLIST, START);
    engine.load(PLAYLIST, START);
    const error = { type: 'hls', errorName: 'manifestLoadError' } as const;
    attached[0]?.failed(error);
    expect(failed).not.toHaveBeenCalled();
    attached[1]?.failed(error);
    expect(failed).toHaveBeenCalledExactlyOnceWith(error);
  });
});
