// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';

import { fakeVideo } from '../testing/fake-video.ts';
import { FILM, PLAYLIST } from '../testing/streams.ts';
import type { AttachOptions } from './attach-source.ts';
import type { EngineReports } from './engine.ts';
import { htmlEngine } from './html.ts';

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
  test('a stream starts only when it is asked to', () => {
    const { engine, play } = setUp();
    engine.load(FILM, { startAt: 0, autoplay: false });
    expect(play).not.toHaveBeenCalled();
    engine.load(FILM, START);
    expect(play).toHaveBeenCalledOnce();
  });

  test('a refused start is no error', async () => {
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

describe('failures', () => {
  test('a format that cannot be played is told at once', () => {
    const { engine, say, failed } = setUp();
    engine.load(FILM, START);
    say('error', { error: { code: 4, message: 'no decoder' } });
    expect(failed).toHaveBeenCalledExactlyOnceWith({
      type: 'htmlvideo',
      errorName: 'MEDIA_ERR_SRC_NOT_SUPPORTED',
      key: 'errorNotSupported',
      message: 'no decoder',
    });
  });

  test('a connection that breaks after a while is tried again at the same second', () => {
    const { engine, say, failed, state, attached, play } = setUp();
    engine.load(FILM, START);
    say('error', {
      error: { code: 2, message: '' },
      currentTime: 31,
      paused: false,
      readyState: 4,
    });
    expect(failed).not.toHaveBeenCalled();
    expect(state).toHaveBeenLastCalledWith({ time: 31 }, 'stalled');
    expect(attached.map(({ startAt }) => startAt)).toEqual([0, 31]);
    expect(play).toHaveBeenCalledTimes(2);
  });

  test('a place that breaks twice is an error', () => {
    const { engine, say, failed } = setUp();
    engine.load(FILM, START);
    const broken = { error: { code: 3, message: '' }, currentTime: 31, readyState: 4 };
    say('error', broken);
    say('error', broken);
    expect(failed).toHaveBeenCalledOnce();
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
