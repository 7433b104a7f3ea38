// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { watchSpatialKeys } from './keys.ts';
import { nearest, type Box } from './nearest.ts';
import { isFromRemote, pressKey } from './press.ts';
import { moveFocus } from './move-focus.ts';

const at = (left: number, top: number, width = 40, height = 40): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe('the next target', () => {
  const from = at(100, 100);
  test.each([
    ['right', [at(200, 100), at(300, 100)], 0],
    ['right', [at(150, 300), at(400, 100)], 1],
    ['left', [at(200, 100), at(20, 110)], 1],
    ['down', [at(100, 20), at(0, 160, 300)], 1],
    ['up', [at(100, 20), at(0, 160, 300)], 0],
    ['up', [at(200, 100)], undefined],
    ['right', [], undefined],
    // Boxes of one row touch each other.
    ['right', [at(139, 100)], 0],
  ] as const)('%s', (direction, boxes, index) => {
    expect(nearest(from, boxes, direction)).toBe(index);
  });
});

/** Buttons with positions; jsdom has no layout. */
function page(html: string, boxes: Readonly<Record<string, Box>>) {
  document.body.innerHTML = html;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(
    this: Element,
  ) {
    const { left, top, right, bottom } = boxes[this.id] ?? at(0, 0, 0, 0);
    return new DOMRect(left, top, right - left, bottom - top);
  });
}
vi.stubGlobal(
  'DOMRect',
  class {
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
    readonly top: number;
    constructor(left: number, top: number, width: number, height: number) {
      this.left = left;
      this.top = top;
      this.right = left + width;
      this.bottom = top + height;
    }
  },
);
afterEach(() => vi.restoreAllMocks());

const focused = () => document.activeElement?.id;
const focus = (id: string) => document.getElementById(id)?.focus();
const ROW = { a: at(0, 0), b: at(50, 0), c: at(100, 0), below: at(50, 100) };

describe('the focus', () => {
  const html =
    '<button id="a"></button><button id="b" disabled></button><a id="c" href="/"></a><div data-focus-start><button id="below"></button></div><p id="none" tabindex="-1"></p>';

  test('begins where the page says, and skips disabled elements', () => {
    page(html, ROW);
    expect(moveFocus(document, 'down')).toBe(true);
    expect(focused()).toBe('below');
    focus('a');
    moveFocus(document, 'right');
    expect(focused()).toBe('c');
    expect(moveFocus(document, 'right')).toBe(false);
    expect(focused()).toBe('c');
  });

  test('stays within the dialog on top', () => {
    page(`${html}<dialog open><button id="d"></button><button id="e"></button></dialog>`, {
      ...ROW,
      d: at(0, 200),
      e: at(0, 260),
    });
    focus('d');
    expect(moveFocus(document, 'up')).toBe(false);
    moveFocus(document, 'down');
    expect(focused()).toBe('e');
  });

  test('skips hidden and inert elements', () => {
    page(
      '<button id="a"></button><button id="b" style="visibility:hidden"></button><div inert><button id="c"></button></div>',
      ROW,
    );
    focus('a');
    expect(moveFocus(document, 'right')).toBe(false);
  });
});

describe('the focus, on a long page', () => {
  test('goes beneath pinned elements, and to them where nothing else is left', () => {
    page(
      '<header style="position:sticky"><a id="menu" href="/"></a></header><a id="above" href="/1"></a><a id="here" href="/2"></a>',
      { menu: at(0, 60), above: at(0, 20), here: at(0, 120) },
    );
    focus('here');
    moveFocus(document, 'up');
    expect(focused()).toBe('above');
    focus('here');
    document.getElementById('above')?.remove();
    moveFocus(document, 'up');
    expect(focused()).toBe('menu');
    // The target further up is nearer than the header.
    vi.spyOn(document.documentElement, 'scrollTop', 'get').mockReturnValue(500);
    focus('here');
    expect(moveFocus(document, 'up')).toBe(false);
  });

  test('does not jump to elements far outside the window', () => {
    page('<a id="a" href="/"></a><a id="far" href="/far"></a>', {
      a: at(0, 0),
      far: at(0, innerHeight * 2),
    });
    focus('a');
    expect(moveFocus(document, 'down')).toBe(false);
  });

  test('reaches every card of a row, and skips elements for pointers only', () => {
    page(
      '<a id="a" href="/"></a><button id="b" data-passed-by></button><ul data-roving><a id="c" href="/c" tabindex="-1"></a></ul>',
      ROW,
    );
    focus('a');
    moveFocus(document, 'right');
    expect(focused()).toBe('c');
  });

  test('begins with the visible part of the content', () => {
    page(
      '<a id="a" href="/"></a><main tabindex="-1"><input id="b"><a id="c" href="/"></a></main>',
      {
        ...ROW,
      },
    );
    document.querySelector('main')?.focus();
    moveFocus(document, 'down');
    expect(focused()).toBe('c');
  });
});

describe('keys of a remote', () => {
  test('move the focus unless something else handles them, and press the focused element', () => {
    page('<button id="a"></button><button id="c"></button>', ROW);
    const stop = watchSpatialKeys(document);
    const click = vi.fn();
    document.getElementById('c')?.addEventListener('click', click);
    focus('a');
    pressKey(document, 'ArrowRight');
    expect(focused()).toBe('c');
    pressKey(document, 'Enter');
    expect(click).toHaveBeenCalledOnce();
    document.getElementById('c')?.addEventListener('keydown', (event) => event.preventDefault());
    pressKey(document, 'ArrowLeft');
    pressKey(document, 'Enter');
    expect(focused()).toBe('c');
    expect(click).toHaveBeenCalledOnce();
    stop();
    focus('a');
    pressKey(document, 'ArrowRight');
    expect(focused()).toBe('a');
  });

  test('leave a slider upwards, and change it sideways', () => {
    page('<div id="a" role="slider" tabindex="0"></div><button id="below"></button>', ROW);
    const stop = watchSpatialKeys(document);
    const received: string[] = [];
    document.getElementById('a')?.addEventListener('keydown', (event) => {
      received.push(event.key);
      event.preventDefault();
    });
    focus('a');
    pressKey(document, 'ArrowRight');
    pressKey(document, 'ArrowDown');
    expect(received).toEqual(['ArrowRight']);
    expect(focused()).toBe('below');
    stop();
  });

  test('are handled first by listeners that were added to the page later', () => {
    page('<button id="a"></button><button id="c"></button>', ROW);
    const stop = watchSpatialKeys(document);
    const respond = (event: Event) => event.preventDefault();
    document.addEventListener('keydown', respond);
    focus('a');
    pressKey(document, 'ArrowRight');
    expect(focused()).toBe('a');
    document.removeEventListener('keydown', respond);
    stop();
  });

  test('are distinguished from those of a keyboard', () => {
    const key = new KeyboardEvent('keydown', { key: 'ArrowRight' });
    expect(isFromRemote(key)).toBe(false);
    expect(isFromRemote(key, 'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.5)')).toBe(true);
  });
});
