// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchBack, watchEnter, watchSpatialKeys, keepsArrow } from './keys.ts';
import { pressKey } from './press.ts';
import type { Direction } from './nearest.ts';

const stops: (() => void)[] = [];
beforeEach(() => {
  // All in one row, from left to right, ten pixels apart.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(
    this: Element,
  ) {
    const left = [...document.querySelectorAll('[id]')].indexOf(this) * 50;
    const box = {
      x: left,
      y: 0,
      left,
      top: 0,
      right: left + 40,
      bottom: 40,
      width: 40,
      height: 40,
    };
    return { ...box, toJSON: () => box };
  });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
});

const focused = () => document.activeElement?.id;
const element = (id: string) => document.getElementById(id) ?? document.body;

function key(name: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', {
    key: name,
    bubbles: true,
    cancelable: true,
    ...init,
  });
  (document.activeElement ?? document.body).dispatchEvent(event);
  return event;
}

function onTelevision() {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (SMART-TV; Tizen 6.5)');
}

describe('the arrows of a keyboard', () => {
  beforeEach(() => {
    document.body.innerHTML = '<button id="a"></button><button id="b"></button>';
    stops.push(watchSpatialKeys(document));
  });

  test('move on from what Tab has focused, and move the focus where nothing can be scrolled', () => {
    expect(key('ArrowRight').defaultPrevented).toBe(true);
    expect(focused()).toBe('a');
    key('ArrowRight');
    expect(focused()).toBe('b');
  });

  test('scroll while nothing is focused, and keep their meaning with modifier keys', () => {
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5_000);
    expect(key('ArrowDown').defaultPrevented).toBe(false);
    expect(document.activeElement).toBe(document.body);
    element('a').focus();
    expect(key('ArrowRight', { altKey: true }).defaultPrevented).toBe(false);
    expect(focused()).toBe('a');
  });

  test('ignore a focus that was set with a mouse', () => {
    element('a').focus();
    vi.spyOn(element('a'), 'matches').mockImplementation((selector) => selector === 'button');
    key('ArrowRight');
    expect(focused()).toBe('a');
  });
});

describe('a select element', () => {
  test('is changed sideways by a controller, which browsers do not support', () => {
    document.body.innerHTML = '<select id="a"><option>1</option><option>2</option></select>';
    stops.push(watchSpatialKeys(document));
    const changed = vi.fn<() => void>();
    element('a').addEventListener('change', changed);
    element('a').focus();
    pressKey(document, 'ArrowRight');
    pressKey(document, 'ArrowRight');
    expect(element('a')).toHaveProperty('value', '2');
    expect(changed).toHaveBeenCalledOnce();
  });
});

describe('Back', () => {
  const leave = vi.fn<() => boolean>(() => true);
  beforeEach(() => {
    leave.mockClear();
    onTelevision();
    stops.push(watchBack(document, leave));
  });

  test('leaves the page when nothing is open', () => {
    document.body.innerHTML = '<button id="a"></button>';
    expect(key('GoBack').defaultPrevented).toBe(true);
    expect(leave).toHaveBeenCalledOnce();
    leave.mockReturnValueOnce(false).mockReturnValueOnce(false);
    expect(key('XF86Back').defaultPrevented).toBe(false);
  });

  test('is a numeric key code on old televisions', () => {
    key('Unidentified', { keyCode: 461 });
    expect(leave).toHaveBeenCalledOnce();
  });

  test('closes what is open, as Escape does', () => {
    document.body.innerHTML = '<dialog open><button id="a"></button></dialog>';
    const dialog = document.querySelector('dialog') ?? document.body;
    const closed = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    dialog.addEventListener('cancel', closed);
    element('a').focus();
    key('GoBack');
    expect(closed).toHaveBeenCalledOnce();
    dialog.addEventListener('keydown', (event) => event.preventDefault());
    key('GoBack');
    expect(closed).toHaveBeenCalledOnce();
    expect(leave).not.toHaveBeenCalled();
  });

  test('clears a field first, as Escape does', () => {
    document.body.innerHTML = '<input id="a" value="dead">';
    element('a').focus();
    key('Escape');
    expect(leave).not.toHaveBeenCalled();
  });
});

describe('OK', () => {
  beforeEach(() => {
    onTelevision();
    stops.push(watchEnter(document));
  });
  const release = () =>
    document.dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter', bubbles: true }));

  test('toggles what a keyboard toggles with the space bar', () => {
    document.body.innerHTML = '<input id="a" type="checkbox">';
    element('a').focus();
    key('Enter');
    expect(element('a')).toHaveProperty('checked', true);
  });

  test('opens a card on release, and its menu when it is held', () => {
    document.body.innerHTML = '<div data-tools><a id="a" href="#there"></a></div>';
    const [click, menu] = [vi.fn<(event: Event) => void>(), vi.fn<(event: Event) => void>()];
    click.mockImplementation((event) => event.preventDefault());
    menu.mockImplementation((event) => event.preventDefault());
    element('a').addEventListener('click', click);
    element('a').addEventListener('contextmenu', menu);
    element('a').focus();
    key('Enter');
    expect(click).not.toHaveBeenCalled();
    release();
    expect(click).toHaveBeenCalledOnce();
    key('Enter');
    key('Enter', { repeat: true });
    key('Enter', { repeat: true });
    release();
    expect(menu).toHaveBeenCalledOnce();
    expect(click).toHaveBeenCalledOnce();
  });
});

// @vitest-environment jsdom
function made(html: string, caret?: number): Element {
  document.body.innerHTML = html;
  const element = document.querySelector('#it') ?? document.body;
  if (element instanceof HTMLInputElement && caret !== undefined)
    element.setSelectionRange(caret, caret);
  return element;
}

const TEXT = '<input id="it" value="word">';

test.each<[string, () => Element, Record<Direction, boolean>]>([
  [
    'within a text they move the caret',
    () => made(TEXT, 2),
    { left: true, right: true, up: false, down: false },
  ],
  [
    'at the end of a text they move the focus',
    () => made(TEXT, 4),
    { left: true, right: false, up: false, down: false },
  ],
  [
    'right-to-left text starts on the right',
    () => made('<input id="it" value="word" style="direction:rtl">', 0),
    { left: true, right: false, up: false, down: false },
  ],
  [
    'an empty field needs none',
    () => made('<input id="it" type="search">'),
    { left: false, right: false, up: false, down: false },
  ],
  [
    'numeric fields do not expose the caret',
    () => made('<input id="it" type="number" value="7">'),
    { left: true, right: true, up: false, down: false },
  ],
  [
    'an open list of suggestions uses them',
    () => made('<input id="it" role="combobox" aria-expanded="true">'),
    { left: false, right: false, up: true, down: true },
  ],
  [
    'sliders and lists change sideways and are left across',
    () => made('<input id="it" type="range">'),
    { left: true, right: true, up: false, down: false },
  ],
  [
    'buttons need none',
    () => made('<input id="it" type="checkbox">'),
    { left: false, right: false, up: false, down: false },
  ],
])('for a remote, %s', (_, make, kept) => {
  const element = make();
  const keeps = (direction: Direction) => keepsArrow(element, direction, true);
  const found = { left: keeps('left'), right: keeps('right'), up: keeps('up') };
  expect({ ...found, down: keeps('down') }).toEqual(kept);
});

test.each([
  ['a slider', '<input id="it" type="range">', 'up', true],
  ['a list', '<select id="it"></select>', 'down', true],
  ['one of several', '<input id="it" type="radio">', 'right', true],
  ['a text of several lines', '<textarea id="it"></textarea>', 'down', true],
  ['a text at its end', TEXT, 'right', true],
  ['a text of one line', TEXT, 'down', false],
  ['a menu', '<div role="menu"><button id="it" role="menuitem"></button></div>', 'left', true],
  ['a button', '<button id="it"></button>', 'left', false],
] as const)('%s keeps what it needs of a keyboard: %#', (_, html, direction, kept) => {
  expect(keepsArrow(made(html), direction, false)).toBe(kept);
});
