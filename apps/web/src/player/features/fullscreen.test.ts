// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createFullscreenController, createOrientation } from './fullscreen.ts';
import type { Fullscreen } from './fullscreen.ts';

/** A browser with these members; the others are missing in jsdom too. */
function setUp(has: { frame?: object; video?: object; page?: object } = {}) {
  const page = document.implementation.createHTMLDocument();
  const frame = page.createElement('section');
  const video = page.createElement('video');
  Object.assign(frame, has.frame);
  Object.assign(video, has.video);
  Object.assign(page, has.page);
  const report = vi.fn<(fullscreen: Fullscreen) => void>();
  const presentation = createFullscreenController(video, frame, report);
  const changed = (element: Element | null) => {
    Object.defineProperty(page, 'fullscreenElement', { value: element, configurable: true });
    page.dispatchEvent(new Event('fullscreenchange'));
  };
  return { page, frame, video, report, presentation, changed };
}

describe('full screen', () => {
  test('is requested for the container, with its controls and captions', () => {
    const requestFullscreen = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const { presentation, changed, frame, report } = setUp({ frame: { requestFullscreen } });
    presentation.toggleFullscreen();
    expect(requestFullscreen).toHaveBeenCalledOnce();
    expect(report).not.toHaveBeenCalled();
    changed(frame);
    expect(report).toHaveBeenLastCalledWith('page');
  });

  test('is left by the same command', () => {
    const exitFullscreen = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const { presentation, changed, frame, report } = setUp({ page: { exitFullscreen } });
    changed(frame);
    presentation.toggleFullscreen();
    expect(exitFullscreen).toHaveBeenCalledOnce();
    changed(null);
    expect(report).toHaveBeenLastCalledWith('off');
  });

  test.each(['toggleFullscreen', 'leaveFullscreen'] as const)(
    'ends by %s even before the event of the browser',
    (command) => {
      const exitFullscreen = vi.fn<() => Promise<void>>(() => Promise.resolve());
      const requestFullscreen = vi.fn<() => Promise<void>>(() => Promise.resolve());
      const has = { frame: { requestFullscreen }, page: { exitFullscreen } };
      const { presentation, page, frame } = setUp(has);
      Object.defineProperty(page, 'fullscreenElement', { value: frame });
      presentation[command]();
      expect(exitFullscreen).toHaveBeenCalledOnce();
      expect(requestFullscreen).not.toHaveBeenCalled();
    },
  );

  test('that is denied changes nothing and throws nothing', async () => {
    const requestFullscreen = vi.fn<() => Promise<void>>(() => Promise.reject(new TypeError('no')));
    const { presentation, report } = setUp({ frame: { requestFullscreen } });
    presentation.toggleFullscreen();
    await Promise.resolve();
    expect(report).not.toHaveBeenCalled();
  });

  test('is the system player where only the video can have it (iPhone)', () => {
    const webkitEnterFullscreen = vi.fn<() => void>();
    const webkitExitFullscreen = vi.fn<() => void>();
    const { presentation, video, report } = setUp({
      video: { webkitEnterFullscreen, webkitExitFullscreen },
    });
    presentation.toggleFullscreen();
    expect(webkitEnterFullscreen).toHaveBeenCalledOnce();
    video.dispatchEvent(new Event('webkitbeginfullscreen'));
    expect(report).toHaveBeenLastCalledWith('native');
    presentation.toggleFullscreen();
    expect(webkitExitFullscreen).toHaveBeenCalledOnce();
    video.dispatchEvent(new Event('webkitendfullscreen'));
    expect(report).toHaveBeenLastCalledWith('off');
  });

  test('only changes the state where the browser has none', () => {
    const { presentation, report } = setUp();
    presentation.toggleFullscreen();
    presentation.toggleFullscreen();
    expect(report.mock.calls).toEqual([['page'], ['off']]);
  });

  test('turns a phone to the shape of the movie, and back', () => {
    const lock = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const unlock = vi.fn<() => void>();
    vi.stubGlobal('screen', { orientation: { lock, unlock } });
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const { presentation, video } = setUp();
    Object.defineProperty(video, 'videoWidth', { value: 1920 });
    presentation.toggleFullscreen();
    expect(lock).toHaveBeenCalledExactlyOnceWith('landscape');
    presentation.toggleFullscreen();
    expect(unlock).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  test('of another element is ignored', () => {
    const { changed, page, report } = setUp();
    changed(page.body);
    expect(report).not.toHaveBeenCalled();
  });

  test('ends with the presentation', () => {
    const exitFullscreen = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const { presentation, changed, frame, report } = setUp({ page: { exitFullscreen } });
    changed(frame);
    presentation.destroy();
    expect(exitFullscreen).toHaveBeenCalledOnce();
    report.mockClear();
    changed(null);
    expect(report).not.toHaveBeenCalled();
  });
});

let isPhone = true;
beforeEach(() => {
  isPhone = true;
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function setUpPhone(videoWidth: number, videoHeight: number) {
  const lock = vi.fn<(shape: string) => Promise<void>>(() => Promise.resolve());
  const unlock = vi.fn<() => void>();
  const screen = { orientation: { lock, unlock } };
  return { lock, unlock, orientation: createOrientation({ videoWidth, videoHeight }, screen) };
}

test.each([
  [1920, 1080, 'landscape'],
  [1080, 1920, 'portrait'],
])('a movie of %d × %d turns the phone to %s', (width, height, shape) => {
  const { lock, orientation } = setUpPhone(width, height);
  orientation.lock();
  expect(lock).toHaveBeenCalledExactlyOnceWith(shape);
});

test('the orientation is unlocked afterwards, and only once', () => {
  const { unlock, orientation } = setUpPhone(1920, 1080);
  orientation.unlock();
  expect(unlock).not.toHaveBeenCalled();
  orientation.lock();
  orientation.unlock();
  orientation.unlock();
  expect(unlock).toHaveBeenCalledOnce();
});

test('a movie of unknown size turns nothing', () => {
  const { lock, orientation } = setUpPhone(0, 0);
  orientation.lock();
  expect(lock).not.toHaveBeenCalled();
});

test('a computer is not turned', () => {
  isPhone = false;
  const { lock, orientation } = setUpPhone(1920, 1080);
  orientation.lock();
  expect(lock).not.toHaveBeenCalled();
});

test.each([{}, { orientation: {} }])(
  'a screen that cannot be turned (%j) is left alone',
  (screen) => {
    const orientation = createOrientation({ videoWidth: 16, videoHeight: 9 }, screen);
    expect(() => {
      orientation.lock();
      orientation.unlock();
    }).not.toThrow();
  },
);

test('a denial is ignored', async () => {
  const lock = vi.fn(() => Promise.reject(new DOMException('no', 'NotSupportedError')));
  const orientation = createOrientation(
    { videoWidth: 16, videoHeight: 9 },
    { orientation: { lock } },
  );
  orientation.lock();
  await vi.waitFor(() => expect(lock).toHaveBeenCalledOnce());
});
