// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';

import { fakeVideo } from '../testing/fake-video.ts';
import { onVideoFrame } from './on-video-frame.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('where the browser reports video frames', () => {
  function setUp() {
    const screen = fakeVideo();
    let shown: VideoFrameRequestCallback | undefined;
    const cancel = vi.fn<(handle: number) => void>();
    Object.assign(screen.video, {
      requestVideoFrameCallback: (callback: VideoFrameRequestCallback) => {
        shown = callback;
        return 7;
      },
      cancelVideoFrameCallback: cancel,
    });
    const onFrame = vi.fn<(time: number) => void>();
    screen.facts.currentTime = 3;
    const stop = onVideoFrame(screen.video, onFrame);
    const show = (mediaTime: number) => shown?.(0, { mediaTime } as VideoFrameCallbackMetadata);
    return { ...screen, onFrame, stop, show, cancel };
  }

  test('the time is reported at once, then at each frame', () => {
    const { onFrame, show, facts } = setUp();
    expect(onFrame).toHaveBeenLastCalledWith(3);
    facts.paused = false;
    show(3.04);
    show(3.08);
    expect(onFrame.mock.calls).toEqual([[3], [3.04], [3.08]]);
  });

  test('while paused the requested second counts, not the frame that starts before it', () => {
    const { onFrame, show, dispatch } = setUp();
    dispatch('seeked', { currentTime: 10 });
    show(9.98);
    expect(onFrame).toHaveBeenLastCalledWith(10);
  });

  test('stopping cancels the requested callback', () => {
    const { onFrame, dispatch, stop, cancel } = setUp();
    stop();
    dispatch('seeked', { currentTime: 10 });
    expect(cancel).toHaveBeenCalledExactlyOnceWith(7);
    expect(onFrame).toHaveBeenCalledOnce();
  });
});

describe('where it does not', () => {
  function setUp() {
    const frames: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
    vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0));
    const screen = fakeVideo();
    const onFrame = vi.fn<(time: number) => void>();
    const stop = onVideoFrame(screen.video, onFrame);
    return { ...screen, frames, onFrame, stop };
  }

  test('animation frames are used instead, only during playback', () => {
    const { frames, dispatch, onFrame, facts } = setUp();
    expect(frames).toHaveLength(0);
    dispatch('playing', { paused: false, currentTime: 5 });
    dispatch('playing');
    expect(frames).toHaveLength(1);
    facts.currentTime = 5.02;
    frames.shift()?.();
    expect(onFrame).toHaveBeenLastCalledWith(5.02);
    facts.paused = true;
    frames.shift()?.();
    expect(frames).toHaveLength(0);
  });

  test('stopping ends them', () => {
    const { frames, dispatch, stop } = setUp();
    dispatch('playing', { paused: false });
    stop();
    expect(frames).toHaveLength(0);
  });
});
