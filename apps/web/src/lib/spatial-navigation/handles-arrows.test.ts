// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Direction } from './nearest.ts';
import { keepsArrow } from './handles-arrows.ts';

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
    'in the middle of a text they move the caret',
    () => made(TEXT, 2),
    { left: true, right: true, up: false, down: false },
  ],
  [
    'at the end of a text they lead on',
    () => made(TEXT, 4),
    { left: true, right: false, up: false, down: false },
  ],
  [
    'text from right to left begins on the right',
    () => made('<input id="it" value="word" style="direction:rtl">', 0),
    { left: true, right: false, up: false, down: false },
  ],
  [
    'an empty field holds nothing',
    () => made('<input id="it" type="search">'),
    { left: false, right: false, up: false, down: false },
  ],
  [
    'numbers do not tell where the caret is',
    () => made('<input id="it" type="number" value="7">'),
    { left: true, right: true, up: false, down: false },
  ],
  [
    'an open list of suggestions is walked through',
    () => made('<input id="it" role="combobox" aria-expanded="true">'),
    { left: false, right: false, up: true, down: true },
  ],
  [
    'sliders and lists are changed sideways and left across',
    () => made('<input id="it" type="range">'),
    { left: true, right: true, up: false, down: false },
  ],
  [
    'what is only pressed holds nothing',
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
