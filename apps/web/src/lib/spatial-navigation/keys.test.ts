// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchBack, watchEnter, watchSpatialKeys } from './keys.ts';
import { pressKey } from './press.ts';

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

  test('lead on from what Tab has reached, and begin where nothing can be scrolled', () => {
    expect(key('ArrowRight').defaultPrevented).toBe(true);
    expect(focused()).toBe('a');
    key('ArrowRight');
    expect(focused()).toBe('b');
  });

  test('scroll while nothing is reached, and keep what they mean with other keys', () => {
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5_000);
    expect(key('ArrowDown').defaultPrevented).toBe(false);
    expect(document.activeElement).toBe(document.body);
    element('a').focus();
    expect(key('ArrowRight', { altKey: true }).defaultPrevented).toBe(false);
    expect(focused()).toBe('a');
  });

  test('do nothing to what a mouse has pressed', () => {
    element('a').focus();
    vi.spyOn(element('a'), 'matches').mockImplementation((selector) => selector === 'button');
    key('ArrowRight');
    expect(focused()).toBe('a');
  });
});

describe('a list of choices', () => {
  test('is changed sideways by a controller, which no browser knows', () => {
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

  test('leaves the page where nothing is open', () => {
    document.body.innerHTML = '<button id="a"></button>';
    expect(key('GoBack').defaultPrevented).toBe(true);
    expect(leave).toHaveBeenCalledOnce();
    leave.mockReturnValueOnce(false).mockReturnValueOnce(false);
    expect(key('XF86Back').defaultPrevented).toBe(false);
  });

  test('is what old televisions have only a number for', () => {
    key('Unidentified', { keyCode: 461 });
    expect(leave).toHaveBeenCalledOnce();
  });

  test('is answered by what is open, as Escape is', () => {
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

  test('empties a field by Escape first', () => {
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

  test('ticks what a keyboard ticks with the space bar', () => {
    document.body.innerHTML = '<input id="a" type="checkbox">';
    element('a').focus();
    key('Enter');
    expect(element('a')).toHaveProperty('checked', true);
  });

  test('opens a card when it is let go, and its menu when it is held', () => {
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
