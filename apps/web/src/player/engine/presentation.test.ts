// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';

import { createPresentation } from './presentation.ts';
import type { Fullscreen } from './presentation.ts';

/** A browser with the members it has; what it does not have is missing in jsdom too. */
function setUp(has: { frame?: object; video?: object; page?: object } = {}) {
  const page = document.implementation.createHTMLDocument();
  const frame = page.createElement('section');
  const video = page.createElement('video');
  Object.assign(frame, has.frame);
  Object.assign(video, has.video);
  Object.assign(page, has.page);
  const report = vi.fn<(fullscreen: Fullscreen) => void>();
  const presentation = createPresentation(video, frame, report);
  const changed = (element: Element | null) => {
    Object.defineProperty(page, 'fullscreenElement', { value: element, configurable: true });
    page.dispatchEvent(new Event('fullscreenchange'));
  };
  return { page, frame, video, report, presentation, changed };
}

describe('full screen', () => {
  test('is asked of the frame, so that controls and captions come along', () => {
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
    'is left by %s also before the browser has told that it was entered',
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

  test('merely switches the state where the browser has none', () => {
    const { presentation, report } = setUp();
    presentation.toggleFullscreen();
    presentation.toggleFullscreen();
    expect(report.mock.calls).toEqual([['page'], ['off']]);
  });

  test('turns a phone to the shape of the film, and lets it go again', () => {
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

  test('of another element is not ours', () => {
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
