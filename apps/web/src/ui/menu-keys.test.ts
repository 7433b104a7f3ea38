// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { closesSubmenu, focusMenu, nextItem, opensSubmenu } from './menu-keys.ts';

test.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowDown', -1, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['ArrowUp', 2, 3, 1],
  ['ArrowUp', -1, 3, 2],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['End', 0, 0, undefined],
  ['a', 0, 3, undefined],
])('%s at %i of %i leads to %s', (key, at, count, next) => {
  expect(nextItem(key, at, count)).toBe(next);
});

test('opening and closing keys follow the text direction', () => {
  expect(opensSubmenu('ArrowRight', 'ltr') && opensSubmenu('ArrowLeft', 'rtl')).toBe(true);
  expect(closesSubmenu('ArrowLeft', 'ltr') && closesSubmenu('ArrowRight', 'rtl')).toBe(true);
  expect(opensSubmenu('ArrowLeft', 'ltr') || closesSubmenu('ArrowUp', 'ltr')).toBe(false);
});

const radio = (name: string, more = '') =>
  `<button role="menuitemradio" id="${name}" ${more}></button>`;

test.each([
  [radio('a') + radio('b'), 'a'],
  [radio('a', 'disabled') + radio('b'), 'b'],
  [radio('a') + radio('b', 'aria-checked="true"'), 'b'],
  [radio('a') + radio('b', 'data-first="true"'), 'b'],
])('%s focuses %s', (html, id) => {
  document.body.innerHTML = html;
  focusMenu(document.body);
  expect(document.activeElement?.id).toBe(id);
});
