// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';

import { areControlsVisible } from '../features/controls.ts';
import { playing } from '../testing/playing.ts';
import { watchHover, watchVideoClicks, watchWheel } from './pointer.ts';

function pointer(type: string, pointerType: string) {
  return Object.assign(new MouseEvent(type, { bubbles: true }), { pointerType });
}

function setUp() {
  const made = playing();
  const surface = document.createElement('div');
  made.frame.append(surface);
  const stops = [watchHover(made.frame, made.player), watchVideoClicks(surface, made.player)];
  function click(detail = 1, pointerType = 'mouse') {
    surface.dispatchEvent(pointer('pointerdown', pointerType));
    surface.dispatchEvent(new MouseEvent('click', { detail, bubbles: true }));
  }
  return { ...made, surface, click, stops };
}

describe('a mouse', () => {
  test('plays and pauses with a click', () => {
    const { click, state } = setUp();
    click();
    expect(state().media.paused).toBe(true);
    click();
    expect(state().media.paused).toBe(false);
  });

  test('toggles full screen with a double-click, and playback is unchanged', () => {
    const { click, state, player } = setUp();
    click(1);
    click(2);
    expect(state()).toMatchObject({ media: { paused: false }, fullscreen: 'page' });
    player.pause();
    click(1);
    click(2);
    expect(state()).toMatchObject({ media: { paused: true }, fullscreen: 'off' });
  });

  test('shows the controls by moving and hides them by leaving', () => {
    const { frame, state } = setUp();
    frame.dispatchEvent(pointer('pointermove', 'mouse'));
    expect(areControlsVisible(state())).toBe(true);
    frame.dispatchEvent(pointer('pointerleave', 'mouse'));
    expect(areControlsVisible(state())).toBe(false);
  });
});

test('a touch on the video does not play or pause, and does not hover', () => {
  const { click, frame, state } = setUp();
  click(1, 'touch');
  click(2, 'pen');
  frame.dispatchEvent(pointer('pointermove', 'touch'));
  expect(state()).toMatchObject({
    media: { paused: false },
    fullscreen: 'off',
    controls: { pointer: 'away', touch: true },
  });
});

test('after the stop nothing acts', () => {
  const { click, stops, frame, state } = setUp();
  for (const stop of stops) stop();
  click();
  frame.dispatchEvent(pointer('pointermove', 'mouse'));
  expect(state()).toMatchObject({ media: { paused: false }, controls: { pointer: 'away' } });
});

describe('the wheel', () => {
  test('changes the volume by a thousandth a pixel and does not scroll the page', () => {
    const { player, state } = playing();
    const target = new EventTarget();
    const stop = watchWheel(target, player);
    const turn = (deltaY: number) => {
      const event = new WheelEvent('wheel', { deltaY, cancelable: true });
      target.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(turn(250)).toBe(true);
    expect(state().media.volume).toBeCloseTo(0.75, 6);
    turn(-100);
    expect(state().media.volume).toBeCloseTo(0.85, 6);
    turn(-5_000);
    expect(state().media.volume).toBe(1);
    stop();
    expect(turn(500)).toBe(false);
    expect(state().media.volume).toBe(1);
  });
});
