import { describe, expect, test } from 'vitest';

import { activeCues, indexCues } from './active-cues.ts';
import type { CaptionCue } from './cue.ts';

const cue = (id: number, start: number, end: number): CaptionCue => ({
  id,
  start,
  end,
  nodes: [],
  raw: { startTime: start, endTime: end, text: '' },
});
const at = (cues: readonly CaptionCue[], time: number) =>
  activeCues(indexCues(cues), time).map(({ id }) => id);

describe('the cues at a time', () => {
  const talk = [cue(0, 1, 3), cue(1, 3, 5), cue(2, 8, 9)];

  test.each([
    [0.99, []],
    [1, [0]],
    [2.99, [0]],
    [3, [1]],
    [6, []],
    [8.5, [2]],
    [9, []],
    [1e9, []],
    [-1, []],
  ])('at %d s', (time, ids) => {
    expect(at(talk, time)).toEqual(ids);
  });

  test('a long cue stays under the short ones that follow it', () => {
    const cues = [cue(0, 0, 100), cue(1, 10, 11), cue(2, 20, 21), cue(3, 20.5, 22)];
    expect(at(cues, 20.7)).toEqual([0, 2, 3]);
    expect(at(cues, 50)).toEqual([0]);
  });

  test('without captions there are none', () => {
    expect(at([], 1)).toEqual([]);
  });

  test('the search agrees with a linear scan', () => {
    const cues = Array.from({ length: 300 }, (_, id) => {
      const start = (id * 7919) % 1000;
      return cue(id, start, start + 1 + ((id * 31) % 40));
    }).toSorted((a, b) => a.start - b.start);
    for (let time = 0; time < 1_050; time += 3.7) {
      const all = cues.filter(({ start, end }) => start <= time && time < end);
      expect(at(cues, time)).toEqual(all.map(({ id }) => id));
    }
  });
});
