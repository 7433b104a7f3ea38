// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';

import { pressKey } from '#lib/spatial-navigation/press.ts';

import { playing } from '../testing/playing.ts';
import { watchKeyboard } from './keyboard.ts';
import { SHORTCUTS, ariaKeys, keysToShow, letterFor, shortcutFor } from './shortcuts.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function setUp() {
  const made = playing();
  const page = document.createElement('div');
  document.body.replaceChildren(page);
  const stop = watchKeyboard(document, made.player);
  stops.push(stop);
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

describe('every key in the table', () => {
  test.each([
    ['ArrowUp', (s: ReturnType<typeof setUp>) => s.player.setVolume(0.5), { volume: 0.65 }],
    ['ArrowDown', (s: ReturnType<typeof setUp>) => s.player.setVolume(0.5), { volume: 0.35 }],
    ['m', () => undefined, { muted: true }],
    ['M', () => undefined, { muted: true }],
    ['>', () => undefined, { rate: 1.25 }],
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

  test('f toggles full screen and Escape leaves it', () => {
    const { press, state } = setUp();
    press('f');
    expect(state().fullscreen).toBe('page');
    press('Escape');
    expect(state().fullscreen).toBe('off');
  });

  test('c shows captions and r rolls the video', () => {
    const { press, state } = setUp();
    press('c');
    press('r');
    expect(state()).toMatchObject({
      captions: { pending: 'english' },
      controls: { rolling: true },
    });
  });

  test('the question mark shows the keyboard shortcuts', () => {
    const { press, state } = setUp();
    press('?', { shiftKey: true });
    expect(state().controls.helpShown).toBe(true);
  });

  test('with Shift, and only with it, N and P lead to the adjacent episodes', () => {
    const { press, player } = setUp();
    const went: string[] = [];
    player.setAdjacentEpisodes({
      next: () => went.push('next'),
      previous: () => went.push('previous'),
    });
    expect(press('n').defaultPrevented).toBe(false);
    press('N', { shiftKey: true });
    press('P', { shiftKey: true });
    press('MediaTrackNext');
    expect(went).toEqual(['next', 'previous', 'next']);
    player.setAdjacentEpisodes({});
    press('N', { shiftKey: true });
    expect(went).toHaveLength(3);
  });

  test('the keys of a remote control play and seek', () => {
    const { press, state } = setUp();
    press('MediaFastForward');
    press('MediaPlayPause');
    expect(state().media).toMatchObject({ paused: true, time: 20 });
  });

  test('Caps Lock and Shift do not change letters with one meaning', () => {
    const { press, state } = setUp();
    press('K', { shiftKey: true });
    expect(state().media.paused).toBe(true);
  });

  test('keys that change volume or position show it', () => {
    const { press, state } = setUp();
    press('ArrowUp');
    expect(state()).toMatchObject({ controls: { pointer: 'hover' }, volume: { isShown: true } });
  });

  test('other keys are left to the page', () => {
    const { press } = setUp();
    expect(['x', '=', 'Tab', 'Enter', '/'].map((key) => press(key).defaultPrevented)).toEqual(
      Array.from({ length: 5 }, () => false),
    );
  });
});

describe('keys for something else', () => {
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
    expect(state().fullscreen).toBe('off');
  });

  test('a control that has handled a key keeps it', () => {
    const { press, inside, state } = setUp();
    const slider = inside('<input type="range">');
    slider.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    press('ArrowRight', {}, slider);
    expect(state().media.time).toBe(10);
    press('ArrowUp', {}, slider);
    expect(state().volume.isShown).toBe(true);
  });

  test('the space bar presses the focused button', () => {
    const { press, inside, state } = setUp();
    const button = inside('<button>Mute</button>');
    const isReached = vi.spyOn(button, 'matches').mockReturnValue(true);
    expect(press(' ', {}, button).defaultPrevented).toBe(false);
    isReached.mockReturnValue(false);
    press(' ', {}, button);
    expect(state().media.paused).toBe(true);
  });
});

describe('a remote control or a game controller', () => {
  const button = '<button>Mute</button>';

  test('seeks and plays while no control has the focus', () => {
    const { state } = setUp();
    pressKey(document, 'ArrowRight');
    expect(state().media.time).toBe(15);
    pressKey(document, 'Enter');
    expect(state().media.paused).toBe(true);
  });

  test('does not change the volume with the arrows that move to the controls', () => {
    const { state, inside } = setUp();
    inside(button);
    pressKey(document, 'ArrowDown');
    expect(state().media.volume).toBe(1);
  });

  test('moves among the controls, and presses the focused one', () => {
    const { state, inside } = setUp();
    const reached = inside(button);
    const click = vi.fn();
    reached.addEventListener('click', click);
    if (reached instanceof HTMLElement) reached.focus();
    pressKey(document, 'ArrowRight');
    pressKey(document, 'Enter');
    expect(state().media).toMatchObject({ time: 10, paused: false });
    expect(click).toHaveBeenCalledOnce();
    pressKey(document, 'l');
    expect(state().media.time).toBe(20);
  });
});

test('a held key repeats steps, but not toggles', () => {
  const { press, state } = setUp();
  press('m', { repeat: true });
  press('ArrowRight', { repeat: true });
  expect(state().media).toMatchObject({ muted: false, time: 15 });
});

test('a stream without an end cannot be divided into tenths', () => {
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

describe('the table of shortcuts', () => {
  test('has one meaning for each key', () => {
    const keys = SHORTCUTS.flatMap((shortcut) => shortcut.keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(shortcutFor('K')?.name).toBe('playPause');
  });

  test('names the buttons of a game controller', () => {
    for (const name of ['playPause', 'captions', 'back10', 'forward10', 'help'] as const)
      expect(shortcutFor(letterFor(name))?.name).toBe(name);
  });

  test('names keys in the format of aria-keyshortcuts', () => {
    expect(ariaKeys('playPause')).toBe('K Space');
    expect(ariaKeys('back5')).toBe('ArrowLeft');
    expect(ariaKeys('nextEpisode')).toBe('Shift+N');
    expect(SHORTCUTS.every((shortcut) => keysToShow(shortcut).length > 0)).toBe(true);
  });
});

test('a menu over the movie gets all keys', () => {
  const { press, inside, state } = setUp();
  const dialog = inside('<dialog open><button role="menuitemradio">One</button></dialog>');
  const item = dialog.querySelector('button') ?? dialog;
  for (const key of ['k', ' ', 'ArrowRight', 'Escape', 'f']) {
    expect(press(key, {}, item).defaultPrevented).toBe(false);
  }
  expect(state().media).toMatchObject({ paused: false, time: 10 });
});
