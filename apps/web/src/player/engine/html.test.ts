// @vitest-environment jsdom
import type { Stream } from '@matinee/shared/media/stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { fakeVideo } from '../testing/fake-video.ts';
import { FILM, PLAYLIST } from '../testing/streams.ts';
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
    const { engine, say, state } = setUp();
    engine.load(FILM, START);
    state.mockClear();
    say(event, facts);
    expect(state).toHaveBeenCalledExactlyOnceWith(media, phase);
  });

  test('an element without a stream says nothing', () => {
    const { engine, say, state } = setUp();
    say('timeupdate', { currentTime: 3 });
    engine.load(FILM, START);
    engine.unload();
    state.mockClear();
    say('timeupdate', { currentTime: 4 });
    expect(state).not.toHaveBeenCalled();
  });

  test('a destroyed engine says nothing and lets go of the stream', () => {
    const { engine, say, state, failed, attached, video, load } = setUp();
    engine.load(FILM, START);
    video.src = 'https://films.test/360.mp4';
    engine.destroy();
    state.mockClear();
    say('timeupdate');
    say('error', { error: { code: 4, message: '' } });
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
    engine.load(FILM, { startAt: 0, autoplay: false });
    expect(play).not.toHaveBeenCalled();
    engine.load(FILM, START);
    expect(play).toHaveBeenCalledOnce();
  });

  test('a denied start is no error', async () => {
    const { engine, play, failed } = setUp();
    play.mockRejectedValue(new DOMException('gesture', 'NotAllowedError'));
    engine.load(FILM, START);
    engine.play();
    await Promise.resolve();
    expect(failed).not.toHaveBeenCalled();
  });

  test('the start waits for the metadata', () => {
    const { engine, say, facts } = setUp();
    engine.load(FILM, { startAt: 42, autoplay: true });
    expect(facts.currentTime).toBe(0);
    say('loadedmetadata', { readyState: 1, duration: 90 });
    expect(facts.currentTime).toBe(42);
  });

  test('a live playlist that is at its edge before the metadata stays there', () => {
    const { engine, say, facts } = setUp();
    engine.load(FILM, { startAt: 0, autoplay: true });
    say('loadedmetadata', { readyState: 1, duration: 40, currentTime: 34 });
    expect(facts.currentTime).toBe(34);
  });

  test('a seek to the beginning before the metadata is kept', () => {
    const { engine, say, facts } = setUp();
    engine.load(FILM, { startAt: 42, autoplay: true });
    engine.seek(0);
    say('loadedmetadata', { readyState: 1, duration: 90, currentTime: 42 });
    expect(facts.currentTime).toBe(0);
  });

  test('a seek before the metadata replaces the start', () => {
    const { engine, say, facts, state } = setUp();
    engine.load(FILM, { startAt: 42, autoplay: true });
    engine.seek(50);
    expect(state).toHaveBeenLastCalledWith({ time: 50 });
    say('loadedmetadata', { readyState: 1, duration: 90 });
    expect(facts.currentTime).toBe(50);
  });

  test('a seek afterwards goes there at once', () => {
    const { engine, facts } = setUp();
    engine.load(FILM, START);
    facts.readyState = 4;
    engine.seek(50);
    expect(facts.currentTime).toBe(50);
  });

  test('the rate outlives a change of stream', () => {
    const { engine, video } = setUp();
    engine.setRate(1.5);
    expect([video.playbackRate, video.defaultPlaybackRate]).toEqual([1.5, 1.5]);
  });

  test('a new stream ends the one before it', () => {
    const { engine, attached } = setUp();
    engine.load(FILM, START);
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

  test('reach the source that plays, and the next one', () => {
    const { engine, attached, state } = setUp();
    engine.load(FILM, START);
    const steered = controls();
    attached[0]?.setControls(steered);
    engine.chooseQuality('720');
    engine.chooseAudio('1');
    expect(steered.chooseQuality).toHaveBeenCalledExactlyOnceWith('720');
    expect(state).toHaveBeenLastCalledWith({ qualityPreference: '720', audioLanguage: 'de' });
    engine.load(PLAYLIST, START);
    expect(attached[1]?.preferences()).toEqual({ quality: '720', audioLanguage: 'de' });
  });

  test('before the source can take them are waiting for it', () => {
    const { engine, attached } = setUp();
    engine.load(PLAYLIST, START);
    engine.chooseQuality('480');
    engine.preferAudio('fr');
    expect(attached[0]?.preferences()).toEqual({ quality: '480', audioLanguage: 'fr' });
  });

  test('of a track that is not there change nothing', () => {
    const { engine, attached } = setUp();
    engine.load(PLAYLIST, START);
    attached[0]?.setControls(controls());
    engine.chooseAudio('7');
    expect(attached[0]?.preferences().audioLanguage).toBeUndefined();
  });

  test.each([true, false])(
    'another file goes on at the same second, as fast as before, paused: %s',
    (paused) => {
      const { engine, attached, facts, play, state, video, say } = setUp();
      engine.setRate(1.5);
      engine.load(FILM, START);
      play.mockClear();
      Object.assign(facts, { readyState: 4, currentTime: 31, paused });
      attached[0]?.restart();
      expect(attached.map(({ startAt }) => startAt)).toEqual([0, 31]);
      expect(attached[0]?.signal.aborted).toBe(true);
      expect(play).toHaveBeenCalledTimes(paused ? 0 : 1);
      expect(video.defaultPlaybackRate).toBe(1.5);
      expect(video.preservesPitch).toBe(true);
      expect(state).toHaveBeenLastCalledWith({ time: 31 }, 'stalled');
      say('loadedmetadata', { readyState: 1, duration: 90 });
      expect(facts.currentTime).toBe(31);
    },
  );

  test('another file that is chosen before the first has begun begins where that would have', () => {
    const { engine, attached } = setUp();
    engine.load(FILM, { startAt: 42, autoplay: true });
    attached[0]?.restart();
    expect(attached[1]?.startAt).toBe(42);
  });

  test('a source that has gone begins nothing', () => {
    const { engine, attached } = setUp();
    engine.load(FILM, START);
    engine.load(PLAYLIST, START);
    attached[0]?.restart();
    expect(attached).toHaveLength(2);
  });
});

describe('failures', () => {
  test('a format that cannot be played is reported at once', async () => {
    const { engine, say, failed } = setUp();
    engine.load(FILM, START);
    say('error', { error: { code: 4, message: 'no decoder' } });
    const error = {
      type: 'htmlvideo',
      errorName: 'MEDIA_ERR_SRC_NOT_SUPPORTED',
      key: 'errorNotSupported',
      message: 'no decoder',
    };
    await vi.waitFor(() => expect(failed).toHaveBeenCalledExactlyOnceWith(error));
  });

  test('a place that breaks twice is an error', async () => {
    const { engine, say, failed, attached } = setUp();
    engine.load(FILM, START);
    const broken = { error: { code: 3, message: '' }, currentTime: 31, readyState: 4 };
    say('error', broken);
    await vi.waitFor(() => expect(attached).toHaveLength(2));
    say('error', broken);
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
      set.say('loadedmetadata', { readyState: 4 });
      set.say('error', broken);
      return set;
    }
    const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

    test('that comes back after a while plays on at the same second', async () => {
      respond.mockRejectedValue(new TypeError('reset'));
      const { state, attached, play, facts, say } = breakOff(FILM);
      await seconds(2.5);
      expect(state).toHaveBeenCalledWith({ time: 31, retrying: true }, 'stalled');
      // Chromium pauses what has failed, and nobody has asked it to.
      say('pause', { paused: true });
      expect(state).not.toHaveBeenCalledWith(expect.objectContaining({ paused: true }), undefined);
      respond.mockResolvedValue(new Response(null, { headers: { 'content-type': 'video/mp4' } }));
      expect(attached).toHaveLength(1);
      await seconds(1);
      expect(attached.map(({ startAt }) => startAt)).toEqual([0, 31]);
      expect(play).toHaveBeenCalledTimes(2);
      say('canplay', { readyState: 4, currentTime: 31 });
      expect(facts.error).toBeNull();
      expect(state).toHaveBeenCalledWith({ retrying: false });
    });

    test('commands in the meantime apply to the restart', async () => {
      respond.mockRejectedValue(new TypeError('reset'));
      const { engine, attached, play, state } = breakOff(FILM);
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
      const { failed } = breakOff(FILM);
      await seconds(14.9);
      expect(failed).not.toHaveBeenCalled();
      await seconds(0.2);
      expect(failed).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ key: 'errorNetwork' }),
      );
    });

    test('is not waited for by a stream that has gone', async () => {
      respond.mockRejectedValue(new TypeError('reset'));
      const { engine, attached, failed } = breakOff(FILM);
      await seconds(0.5);
      engine.unload();
      respond.mockResolvedValue(new Response());
      await seconds(60);
      expect(attached).toHaveLength(1);
      expect(failed).not.toHaveBeenCalled();
    });

    test('goes on with the next file of a ladder when one is gone', async () => {
      respond.mockResolvedValue(new Response(null, { status: 404 }));
      const file = (lines: number) =>
        ({ type: 'mp4', url: `https://films.test/${lines}.mp4` }) as const;
      const { state, failed } = breakOff({
        ...FILM,
        qualities: { 720: file(720), 360: file(360) },
      });
      await seconds(2);
      expect(state).toHaveBeenCalledWith({ remedy: 'quality' });
      expect(failed).not.toHaveBeenCalled();
    });

    test('waits for the network without counting', async () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      respond.mockRejectedValue(new TypeError('offline'));
      const { attached, failed } = breakOff(FILM);
      await seconds(300);
      expect(failed).not.toHaveBeenCalled();
      respond.mockResolvedValue(new Response());
      window.dispatchEvent(new Event('online'));
      await seconds(1);
      expect(attached).toHaveLength(2);
      vi.restoreAllMocks();
    });
  });

  test('the late echo of a stream that has gone does not fail the next one', () => {
    const { engine, say, failed } = setUp();
    engine.load(FILM, START);
    say('error');
    expect(failed).not.toHaveBeenCalled();
  });

  test('only the present stream may fail', () => {
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
