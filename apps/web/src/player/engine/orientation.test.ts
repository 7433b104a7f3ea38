import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOrientation } from './orientation.ts';

let isPhone = true;
beforeEach(() => {
  isPhone = true;
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function setUp(videoWidth: number, videoHeight: number) {
  const lock = vi.fn<(shape: string) => Promise<void>>(() => Promise.resolve());
  const unlock = vi.fn<() => void>();
  const screen = { orientation: { lock, unlock } };
  return { lock, unlock, orientation: createOrientation({ videoWidth, videoHeight }, screen) };
}

test.each([
  [1920, 1080, 'landscape'],
  [1080, 1920, 'portrait'],
])('a film of %d × %d turns the phone to %s', (width, height, shape) => {
  const { lock, orientation } = setUp(width, height);
  orientation.lock();
  expect(lock).toHaveBeenCalledExactlyOnceWith(shape);
});

test('the phone is free again afterwards, and only once', () => {
  const { unlock, orientation } = setUp(1920, 1080);
  orientation.unlock();
  expect(unlock).not.toHaveBeenCalled();
  orientation.lock();
  orientation.unlock();
  orientation.unlock();
  expect(unlock).toHaveBeenCalledOnce();
});

test('a film of which nothing is known yet turns nothing', () => {
  const { lock, orientation } = setUp(0, 0);
  orientation.lock();
  expect(lock).not.toHaveBeenCalled();
});

test('a computer is not turned', () => {
  isPhone = false;
  const { lock, orientation } = setUp(1920, 1080);
  orientation.lock();
  expect(lock).not.toHaveBeenCalled();
});

test.each([{}, { orientation: {} }])('a screen that cannot be turned (%j) is left', (screen) => {
  const orientation = createOrientation({ videoWidth: 16, videoHeight: 9 }, screen);
  expect(() => {
    orientation.lock();
    orientation.unlock();
  }).not.toThrow();
});

test('a refusal is taken quietly', async () => {
  const lock = vi.fn(() => Promise.reject(new DOMException('no', 'NotSupportedError')));
  const orientation = createOrientation(
    { videoWidth: 16, videoHeight: 9 },
    { orientation: { lock } },
  );
  orientation.lock();
  await vi.waitFor(() => expect(lock).toHaveBeenCalledOnce());
});
