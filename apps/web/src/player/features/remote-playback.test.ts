// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { createRemotePlaybackController } from './remote-playback.ts';
import type { RemotePlaybackState } from './remote-playback.ts';

function setUp(members: Readonly<Record<string, unknown>> = {}) {
  const video = document.createElement('video');
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(video, name, { value, configurable: true, writable: true });
  }
  const report = vi.fn<(state: RemotePlaybackState) => void>();
  const screen = createRemotePlaybackController(video, report);
  return { video, screen, report, last: () => report.mock.lastCall?.[0] };
}

function fakeRemote() {
  let notify: (isThere: boolean) => void = () => undefined;
  const remote = Object.assign(new EventTarget(), {
    prompt: vi.fn<() => Promise<void>>().mockRejectedValue(new Error('nothing chosen')),
    watchAvailability: vi.fn<(callback: typeof notify) => Promise<number>>((callback) => {
      notify = callback;
      return Promise.resolve(7);
    }),
    cancelWatchAvailability: vi.fn<(id: number) => Promise<void>>().mockResolvedValue(),
  });
  return { remote, notify: (isThere: boolean) => notify(isThere) };
}

test('a browser without remote playback offers nothing', () => {
  const { screen, report } = setUp();
  screen.choose();
  screen.destroy();
  expect(report).not.toHaveBeenCalled();
});

test('AirPlay is offered while a screen is available, and opens the list of screens', () => {
  const pick = vi.fn<() => void>();
  const { video, screen, last, report } = setUp({ webkitShowPlaybackTargetPicker: pick });
  const reportAvailability = (availability: string) =>
    video.dispatchEvent(
      Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability }),
    );
  reportAvailability('available');
  expect(last()).toEqual({ isOffered: true, isOn: false });
  screen.choose();
  expect(pick.mock.contexts).toEqual([video]);
  Object.defineProperty(video, 'webkitCurrentPlaybackTargetIsWireless', { value: true });
  video.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'));
  expect(last()).toEqual({ isOffered: true, isOn: true });
  reportAvailability('not-available');
  expect(last()).toEqual({ isOffered: false, isOn: true });
  screen.destroy();
  report.mockClear();
  reportAvailability('available');
  expect(report).not.toHaveBeenCalled();
});

test('remote playback is watched and prompted, and no longer watched after the page is left', async () => {
  const { remote, notify } = fakeRemote();
  const { screen, last, report } = setUp({ remote });
  notify(true);
  expect(last()).toEqual({ isOffered: true, isOn: false });
  screen.choose();
  expect(remote.prompt).toHaveBeenCalledOnce();
  remote.dispatchEvent(new Event('connect'));
  expect(last()).toEqual({ isOffered: true, isOn: true });
  remote.dispatchEvent(new Event('disconnect'));
  expect(last()).toEqual({ isOffered: true, isOn: false });
  screen.destroy();
  await vi.waitFor(() => expect(remote.cancelWatchAvailability).toHaveBeenCalledExactlyOnceWith(7));
  report.mockClear();
  notify(true);
  expect(report).not.toHaveBeenCalled();
});

test('where availability cannot be watched, no screen is offered', async () => {
  const { remote } = fakeRemote();
  remote.watchAvailability.mockRejectedValue(new Error('not supported'));
  const { screen, report } = setUp({ remote });
  screen.destroy();
  await Promise.resolve();
  expect(report).not.toHaveBeenCalled();
  expect(remote.cancelWatchAvailability).not.toHaveBeenCalled();
});
