import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
  const { enter } = start(200);
  for (let request = 0; request < 64; request += 1) enter(`session ${request}`, 'here');
  expect(() => enter('another', 'here')).toThrow(expect.objectContaining({ status: 429 }));
  enter('another', 'there');
});

test('one address gets half of the places, and what it leaves is for others', () => {
  const { enter } = start(8);
  for (let film = 0; film < 4; film += 1) enter(`here ${film}`, 'here');
  expect(() => enter('here 4', 'here')).toThrow(expect.objectContaining({ status: 503 }));
  enter('there 0', 'there');
  enter('there 1', 'there');
  expect(() => enter('there 2', 'there')).toThrow('As many streams');
  enter('elsewhere 0', 'elsewhere');
  enter('at last 0', 'at last');
  expect(() => enter('too late', 'too late')).toThrow('As many streams');
});

test('an address with its share takes the place of what it itself no longer reads, and of nobody else', () => {
  const { enter, clock } = start(4);
  enter('other', 'there')();
  enter('a', 'here')();
  clock.ms = 1;
  const leave = enter('b', 'here');
  enter('c', 'here');
  expect(() => enter('d', 'here')).toThrow('As many streams');
  leave();
  enter('d', 'here');
  enter('other', 'there');
  expect(() => enter('a', 'here')).toThrow('As many streams');
});

test('a stream that moves to a television stays that of whoever began it', () => {
  const { enter } = start(4);
  enter('a', 'phone');
  enter('a', 'television');
  enter('b', 'television');
  enter('c', 'television');
  expect(() => enter('d', 'television')).toThrow('As many streams');
});

describe('a session', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is over a minute after its last request has ended, and that is told once', () => {
    const ended: string[] = [];
    const { enter } = createUsage({ maxStreams: 2, now: Date.now, onEnd: (id) => ended.push(id) });
    const leave = enter('a', 'here');
    vi.advanceTimersByTime(600_000);
    expect(ended).toEqual([]);
    leave();
    vi.advanceTimersByTime(59_000);
    const again = enter('a', 'here');
    vi.advanceTimersByTime(59_000);
    again();
    vi.advanceTimersByTime(59_999);
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(600_000);
    expect(ended).toEqual(['a']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that makes room for another is over at once', () => {
    const ended: string[] = [];
    const { enter } = createUsage({ maxStreams: 3, now: Date.now, onEnd: (id) => ended.push(id) });
    enter('a', 'here')();
    enter('b', 'here');
    enter('c', 'here');
    expect(ended).toEqual(['a']);
    vi.advanceTimersByTime(600_000);
    expect(ended).toEqual(['a']);
  });
});
