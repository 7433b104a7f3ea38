import { expect, test } from 'vitest';
import { createInputRepeat, heldInputs, watchGamepads, type GamepadState } from './gamepad.ts';

const pad = (buttons: readonly number[], axes: readonly number[] = []): GamepadState => ({
  buttons: Array.from({ length: 17 }, (_, at) => ({ pressed: buttons.includes(at) })),
  axes,
});

test.each([
  [pad([0]), ['Enter']],
  [pad([1, 12]), ['Escape', 'ArrowUp']],
  [pad([16]), []],
  [pad([], [0.9, 0.1]), ['ArrowRight']],
  [pad([], [-0.9, -0.9]), ['ArrowLeft', 'ArrowUp']],
  [pad([13], [0, 1]), ['ArrowDown']],
  [pad([2, 3, 4, 5, 8]), ['playPause', 'captions', 'back10', 'forward10', 'help']],
  [pad([9]), ['playPause']],
])('%# buttons and sticks become inputs', (held, inputs) => {
  expect([...heldInputs(held)]).toEqual(inputs);
});

test('a button triggers once however long it is held, and an arrow repeats', () => {
  const pressed = createInputRepeat();
  const held = new Set(['Enter', 'ArrowUp'] as const);
  expect(pressed(held, 0)).toEqual(['Enter', 'ArrowUp']);
  expect(pressed(held, 300)).toEqual([]);
  expect(pressed(held, 401)).toEqual(['ArrowUp']);
  expect(pressed(held, 500)).toEqual([]);
  expect(pressed(held, 560)).toEqual(['ArrowUp']);
  expect(pressed(new Set(), 570)).toEqual([]);
  expect(pressed(held, 580)).toEqual(['Enter', 'ArrowUp']);
});

test('controllers are polled only while one is connected', () => {
  const frames: FrameRequestCallback[] = [];
  let pads: (GamepadState | null)[] = [];
  const target = new EventTarget();
  const view = Object.assign(target, {
    navigator: { getGamepads: () => pads },
    requestAnimationFrame: (callback: FrameRequestCallback) => frames.push(callback),
    cancelAnimationFrame: (handle: number) => frames.splice(handle - 1, 1),
  });
  const keys: string[] = [];
  const stop = watchGamepads(view, (key) => keys.push(key));
  expect(frames).toHaveLength(0);
  pads = [null, pad([0])];
  target.dispatchEvent(new Event('gamepadconnected'));
  frames.shift()?.(0);
  expect(keys).toEqual(['Enter']);
  expect(frames).toHaveLength(1);
  pads = [];
  frames.shift()?.(16);
  expect(frames).toHaveLength(0);
  pads = [pad([1])];
  target.dispatchEvent(new Event('gamepadconnected'));
  stop();
  expect(frames).toHaveLength(0);
  target.dispatchEvent(new Event('gamepadconnected'));
  expect(frames).toHaveLength(0);
});
