// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { areControlsVisible } from '../features/controls.ts';
import { playing } from '../testing/playing.ts';
import { watchTouch } from './touch.ts';

const WIDTH = 300;
const HEIGHT = 400;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const made = playing();
  const surface = document.createElement('div');
  Object.defineProperty(surface, 'clientHeight', { value: HEIGHT });
  const box = { left: 0, top: 0, right: WIDTH, bottom: HEIGHT, width: WIDTH, height: HEIGHT };
  surface.getBoundingClientRect = () => ({ ...box, x: 0, y: 0, toJSON: () => box });
  const stop = watchTouch(surface, made.player);
  let now = 1_000;

  function send(type: string, x: number, y: number, { id = 1, kind = 'touch' } = {}) {
    const event = new MouseEvent(type, { clientX: x, clientY: y, cancelable: true });
    Object.defineProperties(event, {
      pointerId: { value: id },
      pointerType: { value: kind },
      timeStamp: { value: now },
    });
    surface.dispatchEvent(event);
    return event;
  }
  function tap(x: number, afterMs = 1_000) {
    now += afterMs;
    send('pointerdown', x, 200);
    send('pointerup', x, 200);
    send('click', x, 200);
  }
  function drag(x: number, from: number, to: number) {
    send('pointerdown', x, from);
    send('pointermove', x, (from + to) / 2);
    send('pointermove', x, to);
    send('pointerup', x, to);
    send('click', x, to);
  }
  return { ...made, surface, send, tap, drag, stop };
}

describe('a tap', () => {
  test.each(['touch', 'pen'])('of a %s shows the controls, and the next one hides them', (kind) => {
    const { send, state } = setUp();
    for (const isShown of [true, false]) {
      send('pointerdown', 150, 200, { kind });
      send('pointerup', 150, 200, { kind });
      send('click', 150, 200, { kind });
      expect(areControlsVisible(state())).toBe(isShown);
    }
    expect(state().media).toMatchObject({ paused: false, time: 10 });
  });

  test('of a mouse is ignored', () => {
    const { send, state } = setUp();
    send('pointerdown', 150, 200, { kind: 'mouse' });
    send('pointerup', 150, 200, { kind: 'mouse' });
    send('click', 150, 200, { kind: 'mouse' });
    expect(areControlsVisible(state())).toBe(false);
  });

  test('swallows its click, which could otherwise press the control that appears', () => {
    const { send, state } = setUp();
    send('pointerdown', 150, 200);
    send('pointerup', 150, 200);
    expect(areControlsVisible(state())).toBe(false);
  });
});

describe('repeated taps', () => {
  test('on the right skip forward, and hide the controls that the first tap showed', () => {
    const { tap, state } = setUp();
    tap(280);
    expect(areControlsVisible(state())).toBe(true);
    tap(280, 200);
    expect(areControlsVisible(state())).toBe(false);
    expect(state().media.time).toBe(20);
    tap(280, 500);
    expect(state().media.time).toBe(30);
    expect(state().gestures.hint).toEqual({ kind: 'skip', seconds: 20 });
    vi.advanceTimersByTime(800);
    expect(state().gestures.hint).toBeNull();
  });

  test('skip, too, when a busy page gets their clicks late', () => {
    const { send, state } = setUp();
    for (let taps = 0; taps < 3; taps += 1) {
      send('pointerdown', 280, 200);
      send('pointerup', 280, 200);
    }
    for (let clicks = 0; clicks < 3; clicks += 1) send('click', 280, 200);
    expect(state().media.time).toBe(30);
    send('click', 280, 200);
    expect(state().media.time).toBe(30);
  });

  test('on the left skip back', () => {
    const { tap, state } = setUp();
    tap(20);
    tap(20, 100);
    expect(state().media.time).toBe(0);
  });

  test.each([
    ['in the middle', [150, 150], 100],
    ['on both sides', [20, 280], 100],
    ['too slow', [20, 20], 400],
  ] as const)('%s are single taps', (_, [first, second], afterMs) => {
    const { tap, state } = setUp();
    tap(first);
    tap(second, afterMs);
    expect(state().media.time).toBe(10);
    expect(areControlsVisible(state())).toBe(false);
  });
});

describe('a long press', () => {
  test('plays at double speed until release, and is not a tap', () => {
    const { send, state, player } = setUp();
    player.setRate(1.5);
    send('pointerdown', 150, 200);
    vi.advanceTimersByTime(500);
    expect(state().media.rate).toBe(2);
    expect(state().gestures.hint).toEqual({ kind: 'fast', rate: 2 });
    expect(send('contextmenu', 150, 200).defaultPrevented).toBe(true);
    send('pointerup', 150, 200);
    send('click', 150, 200);
    expect(state().media.rate).toBe(1.5);
    expect(state().gestures.hint).toBeNull();
    expect(areControlsVisible(state())).toBe(false);
    expect(send('contextmenu', 150, 200).defaultPrevented).toBe(false);
  });

  test('does nothing to a paused movie', () => {
    const { send, state, player } = setUp();
    player.pause();
    send('pointerdown', 150, 200);
    vi.advanceTimersByTime(500);
    expect(state().media.rate).toBe(1);
  });

  test('restores the speed when the system cancels it', () => {
    const { send, state } = setUp();
    send('pointerdown', 150, 200);
    vi.advanceTimersByTime(500);
    send('pointercancel', 150, 200);
    expect(state().media.rate).toBe(1);
  });
});

describe('a swipe', () => {
  test('on the right changes the volume', () => {
    const { drag, state } = setUp();
    drag(280, 100, 250);
    expect(state().media.volume).toBeCloseTo(0.5, 5);
    expect(state().gestures.hint).toMatchObject({ kind: 'volume' });
    drag(280, 250, 100);
    expect(state().media.volume).toBe(1);
  });

  test('on the left dims the video, and never completely', () => {
    const { drag, state } = setUp();
    drag(20, 100, 250);
    expect(state().gestures.brightness).toBeCloseTo(0.5, 5);
    drag(20, 60, 360);
    expect(state().gestures.brightness).toBe(0.15);
    drag(20, 360, 40);
    expect(state().gestures.brightness).toBe(1);
  });

  test('does not change the volume where only the phone can', () => {
    const { drag, state, player } = setUp();
    player.store.setState(({ volume }) => ({ volume: { ...volume, isAdjustable: false } }));
    drag(280, 100, 250);
    expect(state().media.volume).toBe(1);
  });

  test('from the edge, which the system uses, does nothing', () => {
    const { drag, state } = setUp();
    drag(20, 10, 200);
    expect(state().gestures).toMatchObject({ brightness: 1, hint: null });
  });

  test.each(['ltr', 'rtl'])('sideways previews a position and seeks when it ends (%s)', (dir) => {
    const { send, state, surface, engines } = setUp();
    surface.dir = dir;
    send('pointerdown', 100, 200);
    send('pointermove', 200, 205);
    expect(state().scrub).toBe(30);
    expect(state().gestures.hint).toEqual({ kind: 'seek', from: 10 });
    expect(engines.last().engine.seek).not.toHaveBeenCalled();
    send('pointermove', 150, 205);
    send('pointerup', 150, 205);
    send('click', 150, 205);
    expect(state().media).toMatchObject({ time: 20, paused: false });
    expect(state().gestures.hint).toBeNull();
    expect(areControlsVisible(state())).toBe(false);
  });

  test('sideways stops at the ends of the movie, and leaves it paused', () => {
    const { send, state, player } = setUp();
    player.pause();
    send('pointerdown', 200, 200);
    send('pointermove', 40, 205);
    send('pointermove', 0, 205);
    send('pointerup', 0, 205);
    expect(state().media).toMatchObject({ time: 0, paused: true });
  });

  test.each(['the system', 'a second finger', 'the end of the page'])(
    'sideways that %s cancels keeps the position',
    (who) => {
      const { send, state, engines, stop } = setUp();
      send('pointerdown', 100, 200);
      send('pointermove', 200, 205);
      if (who === 'the system') send('pointercancel', 200, 205);
      else if (who === 'a second finger') send('pointerdown', 240, 205, { id: 2 });
      else stop();
      expect(state().media).toMatchObject({ time: 10, paused: false });
      send('pointermove', 260, 205);
      send('pointerup', 260, 205);
      expect(engines.last().engine.seek).not.toHaveBeenCalled();
      expect(state().gestures.hint).toBeNull();
    },
  );

  test('sideways does nothing in a stream of unknown length', () => {
    const { send, state, engines } = setUp();
    engines.last().reports.state({ duration: 0 });
    send('pointerdown', 100, 200);
    send('pointermove', 200, 205);
    expect(state().scrub).toBeNull();
    send('pointerup', 200, 205);
    expect(state().media.time).toBe(10);
  });

  test('sideways moves a live stream within its window', () => {
    const { send, state, engines } = setUp();
    const live = { start: 100, end: 160 };
    engines.last().reports.state({ duration: 0, live, time: 150 });
    const swipeTo = (x: number) => {
      send('pointerdown', 200, 200);
      send('pointermove', x, 205);
      expect(state().gestures.hint).toEqual({ kind: 'seek', from: 150 });
      send('pointerup', x, 205);
    };
    swipeTo(100);
    expect(state().media.time).toBe(130);
    engines.last().reports.state({ time: 150 });
    swipeTo(299);
    expect(state().media.time).toBe(160);
  });

  test('sideways from the side of the screen is left to the system', () => {
    const { send, state } = setUp();
    send('pointerdown', 10, 200);
    send('pointermove', 200, 205);
    send('pointerup', 200, 205);
    expect(state().media.time).toBe(10);
  });
});

describe('two fingers', () => {
  test('spread to fill the screen, and pinch to show the whole video again', () => {
    const { send, state } = setUp();
    send('pointerdown', 140, 200, { id: 1 });
    send('pointerdown', 160, 200, { id: 2 });
    send('pointermove', 162, 200, { id: 2 });
    expect(state().gestures.fit).toBe('contain');
    send('pointermove', 260, 200, { id: 2 });
    expect(state().gestures.fit).toBe('fill');
    send('pointerup', 260, 200, { id: 2 });
    send('pointermove', 140, 20, { id: 1 });
    send('pointerup', 140, 20, { id: 1 });
    send('click', 140, 20);
    expect(state().gestures.brightness).toBe(1);
    expect(areControlsVisible(state())).toBe(false);

    send('pointerdown', 40, 200, { id: 1 });
    send('pointerdown', 260, 200, { id: 2 });
    send('pointermove', 100, 200, { id: 2 });
    expect(state().gestures.fit).toBe('contain');
  });
});

test('after the stop nothing acts', () => {
  const { tap, stop, state, send } = setUp();
  send('pointerdown', 150, 200);
  stop();
  vi.advanceTimersByTime(500);
  tap(280);
  tap(280, 100);
  expect(state().media).toMatchObject({ rate: 1, time: 10 });
});
