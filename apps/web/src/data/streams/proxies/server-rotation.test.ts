import { expect, test } from 'vitest';
import { createHealth } from './server-rotation.ts';

test('a server without a response is tried last for a minute, or until it responds', () => {
  let now = 0;
  const health = createHealth(() => now);
  const order = () => health.healthyFirst(['a', 'b', 'c']).join('');
  health.failed('a');
  health.failed('b');
  expect(order()).toBe('cab');
  health.works('b');
  expect(order()).toBe('bca');
  now = 60_000;
  expect(order()).toBe('abc');
});
