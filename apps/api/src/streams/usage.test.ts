import { expect, test } from 'vitest';
import { createUsage } from './usage.ts';

const start = (maxStreams: number) => {
  const clock = { ms: 0 };
  return { clock, ...createUsage({ maxStreams, now: () => clock.ms }) };
};

test('a stream counts once, however often it is asked for', () => {
  const { enter } = start(1);
  for (let request = 0; request < 5; request += 1) enter('a', 'here');
  expect(() => enter('b', 'here')).toThrow(
    expect.objectContaining({ status: 503, retryAfterSeconds: 30 }),
  );
});

test('a stream keeps its place for a minute after its last request', () => {
  const { enter, clock } = start(1);
  const leave = enter('a', 'here');
  clock.ms = 500_000;
  leave();
  clock.ms += 59_999;
  expect(() => enter('b', 'here')).toThrow('As many streams');
  enter('a', 'here')();
  clock.ms += 60_000;
  enter('b', 'here');
  expect(() => enter('a', 'here')).toThrow('As many streams');
});

test('a stream that is being read keeps its place for ever', () => {
  const { enter, clock } = start(1);
  enter('a', 'here');
  clock.ms = 10_000_000;
  expect(() => enter('b', 'here')).toThrow('As many streams');
});

test('one session may not have more than 24 requests open, and others do not suffer by it', () => {
  const { enter } = start(5);
  const leaves = Array.from({ length: 24 }, () => enter('a', 'here'));
  expect(() => enter('a', 'there')).toThrow(expect.objectContaining({ status: 429 }));
  enter('b', 'there');
  leaves[0]?.();
  enter('a', 'here');
});

test('one address may not have more than 64 requests open', () => {
  const { enter } = start(100);
  for (let request = 0; request < 64; request += 1) enter(`session ${request}`, 'here');
  expect(() => enter('another', 'here')).toThrow(expect.objectContaining({ status: 429 }));
  enter('another', 'there');
});
