import { expect, test } from 'vitest';

import type { RawCue } from '../engine/engine.ts';
import { positionOf, positionStyle } from './cue.ts';

const cue = (box: Partial<RawCue> = {}): RawCue => ({
  startTime: 0,
  endTime: 1,
  text: 'x',
  ...box,
});

test.each([
  ['nothing', {}],
  ['the usual line', { line: -1, snapToLines: true }],
  ['the bottom, in percent', { line: 90, snapToLines: false }],
  ['the middle', { position: 50, align: 'center', positionAlign: 'auto' }],
  ['nonsense', { line: Number.NaN, position: Number.NaN, align: 'sideways' }],
])('a cue with %s is at the default position', (_name, box) => {
  expect(positionOf(cue(box))).toBeUndefined();
});

test.each([
  ['the first line', { line: 0 }, { top: 0, anchor: 'start', left: 0.5, hold: 'center' }],
  ['a line of the upper half', { line: 3 }, { top: 0.2, left: 0.5 }],
  ['a line counted from below', { line: -9 }, { top: 1 - 9 / 15 }],
  [
    'a part of the height',
    { line: 50, snapToLines: false, lineAlign: 'end' },
    { top: 0.5, anchor: 'end' },
  ],
  ['the left', { align: 'left' }, { top: undefined, left: 0, hold: 'start', align: 'left' }],
  ['the end', { align: 'end' }, { left: 1, hold: 'end' }],
  [
    'a position on the right',
    { position: 80, positionAlign: 'line-right' },
    { left: 0.8, hold: 'end' },
  ],
  ['a position outside the video', { position: 300 }, { left: 1 }],
])('a cue with %s is placed at that position', (_name, box, position) => {
  expect(positionOf(cue(box))).toMatchObject(position);
});

test('the box never leaves the video at the side', () => {
  const style = (box: Partial<RawCue>) => {
    const position = positionOf(cue({ line: 0, ...box }));
    return position && positionStyle(position);
  };
  expect(style({ position: 20, align: 'start' })).toEqual({
    '--cue-top': '0%',
    '--cue-left': '20%',
    '--cue-width': '80%',
    '--cue-shift': '0% 0%',
  });
  expect(style({ position: 30 })).toMatchObject({ '--cue-width': '60%', '--cue-shift': '-50% 0%' });
  expect(style({ position: 75, align: 'end' })).toMatchObject({ '--cue-width': '75%' });
  expect(style({ position: 1, align: 'end' })).toMatchObject({ '--cue-width': '100%' });
});
