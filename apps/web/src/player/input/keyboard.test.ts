// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';

import { playing } from '../testing/playing.ts';
import { watchKeyboard } from './keyboard.ts';
import { SHORTCUTS, ariaKeys, shortcutFor } from './shortcuts.ts';

function setUp() {
  const made = playing();
  const page = document.createElement('div');
  document.body.replaceChildren(page);
  const stop = watchKeyboard(page, made.player);
  function press(key: string, init: KeyboardEventInit = {}, from: Element = page) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
    from.dispatchEvent(event);
    return event;
  }
  function inside(html: string): Element {
    page.innerHTML = html;
    return page.firstElementChild ?? page;
  }
  return { ...made, page, press, inside, stop };
}

describe('every key of the table', () => {
  test.each([
    ['ArrowUp', (s: ReturnType<typeof setUp>) => s.player.setVolume(0.5), { volume: 0.65 }],
    ['ArrowDown', (s: ReturnType<typeof setUp>) => s.player.setVolume(0.5), { volume: 0.35 }],
    ['m', () => undefined, { muted: true }],
    ['M', () => undefined, { muted: true }],
    ['>', () => undefined, { rate: 1.5 }],
    ['<', () => undefined, { rate: 0.5 }],
    ['ArrowRight', () => undefined, { time: 15 }],
    ['ArrowLeft', () => undefined, { time: 5 }],
    ['l', () => undefined, { time: 20 }],
    ['j', () => undefined, { time: 0 }],
    ['.', (s: ReturnType<typeof setUp>) => s.player.pause(), { time: 11 }],
    [',', (s: ReturnType<typeof setUp>) => s.player.pause(), { time: 9 }],
    ['.', () => undefined, { time: 10 }],
    ['0', () => undefined, { time: 0 }],
    ['7', () => undefined, { time: 42 }],
    [' ', () => undefined, { paused: true }],
    ['k', () => undefined, { paused: true }],
  ] as const)('%s', (key, before, media) => {
    const made = setUp();
    before(made);
    const event = made.press(key);
    expect(made.state().media).toMatchObject(
      'volume' in media ? { volume: expect.closeTo(media.volume, 6) } : media,
    );
    expect(event.defaultPrevented).toBe(true);
  });

  test('f takes the whole screen and Escape gives it back', () => {
    const { press, state } = setUp();
    press('f');
    expect(state().controls.fullscreen).toBe('page');
    press('Escape');
    expect(state().controls.fullscreen).toBe('off');
  });

  test('c shows captions and r rolls the picture', () => {
    const { press, state } = setUp();
    press('c');
    press('r');
    expect(state()).toMatchObject({
      captions: { pending: 'english' },
      controls: { rolling: true },
    });
  });

  test('keys that change what is heard or where we are show it', () => {
    const { press, state } = setUp();
    press('ArrowUp');
    expect(state().controls).toMatchObject({ pointer: 'hover', volumeShown: true });
  });

  test('other keys are left to the page', () => {
    const { press } = setUp();
    expect(['x', '=', 'Tab', 'Enter', '/'].map((key) => press(key).defaultPrevented)).toEqual(
      Array.from({ length: 5 }, () => false),
    );
  });
});

describe('keys that are meant for something else', () => {
  test.each([
    '<input>',
    '<textarea></textarea>',
    '<select></select>',
    '<div contenteditable><b>x</b></div>',
  ])('typing into %s', (html) => {
    const { press, inside, state } = setUp();
    const field = inside(html);
    const event = press('m', {}, field.firstElementChild ?? field);
    expect(event.defaultPrevented).toBe(false);
    expect(state().media.muted).toBe(false);
  });

  test.each(['ctrlKey', 'altKey', 'metaKey'])('with %s held', (modifier) => {
    const { press, state } = setUp();
    expect(press('f', { [modifier]: true }).defaultPrevented).toBe(false);
    expect(state().controls.fullscreen).toBe('off');
  });

  test('a control that has answered a key keeps it', () => {
    const { press, inside, state } = setUp();
    const slider = inside('<input type="range">');
    slider.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    press('ArrowRight', {}, slider);
    expect(state().media.time).toBe(10);
    press('ArrowUp', {}, slider);
    expect(state().controls.volumeShown).toBe(true);
  });

  test('the space bar presses the button that the keyboard has reached', () => {
    const { press, inside, state } = setUp();
    const button = inside('<button>Mute</button>');
    const isReached = vi.spyOn(button, 'matches').mockReturnValue(true);
    expect(press(' ', {}, button).defaultPrevented).toBe(false);
    isReached.mockReturnValue(false);
    press(' ', {}, button);
    expect(state().media.paused).toBe(true);
  });
});

test('a key that is held down repeats steps, not switches', () => {
  const { press, state } = setUp();
  press('m', { repeat: true });
  press('ArrowRight', { repeat: true });
  expect(state().media).toMatchObject({ muted: false, time: 15 });
});

test('a stream without an end has no tenths', () => {
  const { press, state, engines } = setUp();
  engines.last().reports.state({ duration: Infinity });
  press('5');
  expect(state().media.time).toBe(10);
});

test('after the stop no key acts', () => {
  const { press, stop, state } = setUp();
  stop();
  press('m');
  expect(state().media.muted).toBe(false);
});

describe('the table', () => {
  test('has one meaning for each key', () => {
    const keys = SHORTCUTS.flatMap((shortcut) => shortcut.keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(shortcutFor('K')?.name).toBe('playPause');
  });

  test('names keys as aria-keyshortcuts wants them', () => {
    expect(ariaKeys('playPause')).toBe('K Space');
    expect(ariaKeys('back5')).toBe('ArrowLeft');
  });
});

test('a menu over the film has the keyboard to itself', () => {
  const { press, inside, state } = setUp();
  const dialog = inside('<dialog open><button role="menuitemradio">One</button></dialog>');
  const item = dialog.querySelector('button') ?? dialog;
  for (const key of ['k', ' ', 'ArrowRight', 'Escape', 'f']) {
    expect(press(key, {}, item).defaultPrevented).toBe(false);
  }
  expect(state().media).toMatchObject({ paused: false, time: 10 });
});
