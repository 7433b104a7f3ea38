// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';

import { createPipController } from './picture-in-picture.ts';
import type { PipState } from './picture-in-picture.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function setUp(make: (video: HTMLVideoElement) => void = () => undefined) {
  const frame = document.createElement('section');
  frame.innerHTML =
    '<div data-in-pip id="picture"><video></video></div><p>bar</p><div data-in-pip id="captions"></div><i></i>';
  document.body.append(frame);
  const video = frame.querySelector('video')!;
  make(video);
  const report = vi.fn<(state: PipState) => void>();
  const pip = createPipController(video, frame, report);
  return { frame, video, pip, report, last: () => report.mock.lastCall?.[0] };
}

const define = (owner: object, name: string, value: unknown) =>
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });

function ownWindows() {
  const otherDocument = document.implementation.createHTMLDocument();
  const opened = Object.assign(new EventTarget(), {
    document: otherDocument,
    close: () => opened.dispatchEvent(new Event('pagehide')),
  });
  const requestWindow = vi.fn<(size: object) => Promise<unknown>>().mockResolvedValue(opened);
  vi.stubGlobal('documentPictureInPicture', { requestWindow });
  return { otherDocument, opened, requestWindow };
}

test('where it is unsupported there is no button', () => {
  const { pip, last } = setUp();
  expect(last()).toEqual({ isOffered: false, isOn: false });
  pip.toggle();
  expect(last()).toEqual({ isOffered: false, isOn: false });
});

test('captions move into a document window with their styles, and back', async () => {
  const { otherDocument } = ownWindows();
  document.documentElement.dataset['theme'] = 'red';
  const { frame, pip, last } = setUp();
  const before = frame.innerHTML;
  expect(last()).toEqual({ isOffered: true, isOn: false });
  pip.toggle();
  await vi.waitFor(() => expect(last()).toEqual({ isOffered: true, isOn: true }));
  expect([...otherDocument.body.children].map(({ id }) => id)).toEqual(['picture', 'captions']);
  expect(otherDocument.documentElement.dataset['theme']).toBe('red');
  expect(frame.querySelector('video')).toBeNull();
  const listener = vi.fn<(press: KeyboardEvent) => void>((press) => press.preventDefault());
  frame.addEventListener('keydown', listener);
  const press = new KeyboardEvent('keydown', { key: 'k', cancelable: true });
  otherDocument.dispatchEvent(press);
  expect(listener.mock.lastCall?.[0].key).toBe('k');
  expect(press.defaultPrevented).toBe(true);
  pip.toggle();
  await vi.waitFor(() => expect(last()).toEqual({ isOffered: true, isOn: false }));
  expect(frame.innerHTML).toBe(before);
});

test('leaving the page closes the window', async () => {
  const { opened } = ownWindows();
  const { frame, pip, last } = setUp();
  pip.toggle();
  await vi.waitFor(() => expect(last()?.isOn).toBe(true));
  const closed = vi.spyOn(opened, 'close');
  pip.destroy();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(frame.querySelector('video')).not.toBeNull();
});

test('a denial leaves the video in the page', async () => {
  const { requestWindow } = ownWindows();
  requestWindow.mockRejectedValue(new Error('no gesture'));
  const { frame, pip, last } = setUp();
  pip.toggle();
  await Promise.resolve();
  expect(last()).toEqual({ isOffered: true, isOn: false });
  expect(frame.querySelector('video')).not.toBeNull();
});

test('the standard API is called once, although Safari has a second one', async () => {
  define(document, 'pictureInPictureEnabled', true);
  define(document, 'pictureInPictureElement', null);
  const request = vi.fn<() => Promise<void>>().mockResolvedValue();
  const second = vi.fn<() => void>();
  const exit = vi.fn<() => Promise<void>>().mockResolvedValue();
  define(document, 'exitPictureInPicture', exit);
  const { video, pip, last } = setUp((one) => {
    define(one, 'requestPictureInPicture', request);
    define(one, 'webkitSupportsPresentationMode', () => true);
    define(one, 'webkitSetPresentationMode', second);
  });
  pip.toggle();
  expect([request.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
  define(document, 'pictureInPictureElement', video);
  video.dispatchEvent(new Event('enterpictureinpicture'));
  expect(last()).toEqual({ isOffered: true, isOn: true });
  pip.toggle();
  expect(exit).toHaveBeenCalledOnce();
  define(document, 'pictureInPictureEnabled', false);
});

test('on an iPhone the presentation mode of the video is changed, and back', () => {
  const { video, pip, last } = setUp((one) => {
    define(one, 'webkitPresentationMode', 'inline');
    define(one, 'webkitSupportsPresentationMode', (mode: string) => mode === 'picture-in-picture');
    define(one, 'webkitSetPresentationMode', (mode: string) => {
      define(one, 'webkitPresentationMode', mode);
      one.dispatchEvent(new Event('webkitpresentationmodechanged'));
    });
  });
  pip.toggle();
  expect(last()).toEqual({ isOffered: true, isOn: true });
  pip.toggle();
  expect(last()).toEqual({ isOffered: true, isOn: false });
  expect(Reflect.get(video, 'webkitPresentationMode')).toBe('inline');
});
