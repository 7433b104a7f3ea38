// @vitest-environment jsdom
import { expect, test, vi, type Mock } from 'vitest';

import { playing } from '../testing/playing.ts';
import { createWakeLock, holdWakeLock } from './wake-lock.ts';
import type { WakeLock } from './wake-lock.ts';

function setUp({ refuses = false, reportsAfter = 1 } = {}) {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const held: { released: boolean; release: Mock }[] = [];
  const request = vi.fn(async () => {
    await Promise.resolve();
    if (refuses) throw new DOMException('battery', 'NotAllowedError');
    const sentinel = Object.assign(new EventTarget(), {
      released: false,
      type: 'screen' as const,
      onrelease: null,
      release: vi.fn(async () => {
        sentinel.released = sentinel.release.mock.calls.length >= reportsAfter;
      }),
    });
    held.push(sentinel);
    return sentinel;
  });
  const lock = createWakeLock(page, { request });
  const show = (visibilityState: 'visible' | 'hidden') => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const isLit = () => held.some(({ released }) => !released);
  return { lock, request, held, show, isLit };
}

test('the screen stays on as long as it is requested', async () => {
  const { lock, isLit, request } = setUp();
  lock.request(true);
  await vi.waitFor(() => expect(isLit()).toBe(true));
  lock.request(true);
  expect(request).toHaveBeenCalledOnce();
  lock.request(false);
  await vi.waitFor(() => expect(isLit()).toBe(false));
});

test('a lock whose release the browser reports late is released once', async () => {
  const { lock, held } = setUp({ reportsAfter: 3 });
  lock.request(true);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  lock.request(false);
  await vi.waitFor(() => expect(held[0]?.release).toHaveBeenCalled());
  await Promise.resolve();
  expect(held[0]?.release).toHaveBeenCalledOnce();
});

test('a lock that the browser released in a hidden page is requested again when it is shown', async () => {
  const { lock, held, show, isLit, request } = setUp();
  lock.request(true);
  await vi.waitFor(() => expect(isLit()).toBe(true));
  for (const sentinel of held) sentinel.released = true;
  show('hidden');
  expect(request).toHaveBeenCalledOnce();
  show('visible');
  await vi.waitFor(() => expect(isLit()).toBe(true));
});

test('a stop while the browser still decides leaves no lock', async () => {
  const { lock, held, isLit } = setUp();
  lock.request(true);
  lock.request(false);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  await vi.waitFor(() => expect(isLit()).toBe(false));
});

test('a denial is ignored, and the next request is a new one', async () => {
  const { lock, request } = setUp({ refuses: true });
  lock.request(true);
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce());
  await Promise.resolve();
  await Promise.resolve();
  lock.request(true);
  expect(request).toHaveBeenCalledTimes(2);
});

test('destroying releases the lock for good', async () => {
  const { lock, isLit, show, request } = setUp();
  lock.request(true);
  await vi.waitFor(() => expect(isLit()).toBe(true));
  lock.destroy();
  await vi.waitFor(() => expect(isLit()).toBe(false));
  show('visible');
  expect(request).toHaveBeenCalledOnce();
});

test('a browser without wake locks is ignored', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const lock = createWakeLock(page, undefined);
  expect(() => lock.request(true)).not.toThrow();
});

function setUpPlaying() {
  const made = playing();
  const want = vi.fn<WakeLock['request']>();
  const destroy = vi.fn<WakeLock['destroy']>();
  const stop = holdWakeLock(made.player.store, { request: want, destroy });
  const preferences = () => want.mock.calls.map(([wanted]) => wanted);
  return { ...made, stop, destroy, preferences, report: made.engines.last().reports.state };
}

test('the screen stays on during playback, and not during a pause', () => {
  const { player, preferences, report } = setUpPlaying();
  report({ time: 11 }, 'stalled');
  report({ time: 12 }, 'ready');
  expect(preferences()).toEqual([true]);
  player.pause();
  player.play();
  expect(preferences()).toEqual([true, false, true]);
});

test('a movie that has ended, or was removed, keeps no lock', () => {
  const { player, preferences, report } = setUpPlaying();
  report({}, 'ended');
  expect(preferences()).toEqual([true, false]);
  report({}, 'ready');
  player.unload();
  expect(preferences().at(-1)).toBe(false);
});

test('after the stop nothing is requested', () => {
  const { player, preferences, stop, destroy } = setUpPlaying();
  stop();
  expect(destroy).toHaveBeenCalledOnce();
  player.pause();
  expect(preferences()).toEqual([true]);
});
