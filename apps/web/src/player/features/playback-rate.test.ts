// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';

import { playing } from '../testing/playing.ts';

describe('speed', () => {
  test('moves through the speeds and stops at their ends', () => {
    const { player, state } = playing();
    const seen = [1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1].map((direction) => {
      player.stepRate(direction === 1 ? 1 : -1);
      return state().media.rate;
    });
    expect(seen).toEqual([1.25, 1.5, 1.75, 2, 2, 1.75, 1.5, 1.25, 1, 0.5, 0.25, 0.25]);
  });

  test('an unknown speed counts as normal', () => {
    const { player, state } = playing();
    player.setRate(1.23);
    player.stepRate(1);
    expect(state().media.rate).toBe(1.25);
  });
});

test.each([
  [0.1, 0.25],
  [0.25, 0.25],
  [1.75, 1.75],
  [2, 2],
  [16, 2],
])('a speed of %d is %d', (wanted, rate) => {
  const { player, state } = playing();
  player.setRate(wanted);
  expect(state().media.rate).toBe(rate);
});
