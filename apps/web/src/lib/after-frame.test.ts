import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterFrame } from './after-frame.ts';

const frames = new Map<number, () => void>();
const draw = (): void => {
  for (const frame of frames.values()) frame();
  frames.clear();
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    frames.set(frames.size + 1, frame);
    return frames.size;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => void frames.delete(id));
});
afterEach(() => {
  frames.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('work is done in a task after the next frame, once', () => {
  const work = vi.fn();
  afterFrame(work);
  draw();
  expect(work).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(work).toHaveBeenCalledTimes(1);
});

test('a page that draws no frames does it all the same, and not again when it draws one', () => {
  const work = vi.fn();
  afterFrame(work);
  vi.runAllTimers();
  draw();
  vi.runAllTimers();
  expect(work).toHaveBeenCalledTimes(1);
});

test.each([
  ['before the frame', () => undefined],
  ['after it', draw],
])('called off %s it is not done', (_when, pass) => {
  const work = vi.fn();
  const callOff = afterFrame(work);
  pass();
  callOff();
  draw();
  vi.runAllTimers();
  expect(work).not.toHaveBeenCalled();
});
