import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createViewerLimits } from './viewer-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const FAST = 1_000_000;

/** A signed-in client, which may use all slots. */
function setUp(maxStreams: number, isSignedIn = true) {
  const ended: string[] = [];
  const broken: string[] = [];
  const usage = createViewerLimits({
    maxStreams,
    now: Date.now,
    onEnd: (id) => void ended.push(id),
  });
  const enter = (id: string, address: string, bytesPerSecond = FAST) =>
    usage.acquire(id, {
      address,
      network: address,
      isSignedIn,
      bytesSent: () => (Date.now() / 1000) * bytesPerSecond,
      end: () => void broken.push(id),
    });
  return { enter, ended, broken };
}

test('a stream counts once, however often it is requested', () => {
  const { enter } = setUp(1);
  for (let request = 0; request < 5; request += 1) enter('a', 'here');
  expect(() => enter('b', 'here')).toThrow(
    expect.objectContaining({ status: 503, retryAfterSeconds: 30 }),
  );
});

describe('a slot', () => {
  test('is kept as long as bytes flow', () => {
    const { enter } = setUp(1);
    enter('a', 'here');
    vi.advanceTimersByTime(10_000_000);
    expect(() => enter('b', 'there')).toThrow('any more streams');
  });

  test('is kept between the segments of one viewer', () => {
    const { enter } = setUp(1);
    for (let segment = 0; segment < 20; segment += 1) {
      const leave = enter('a', 'here');
      vi.advanceTimersByTime(1_000);
      leave();
      vi.advanceTimersByTime(9_000);
      expect(() => enter('b', 'there')).toThrow('any more streams');
    }
  });

  test.each([
    ['reads a few bytes and leaves', 0, true],
    ['pauses without leaving', 0, false],
    ['reads a few bytes a second', 100, false],
  ])('of a viewer who %s is free for another after 20 s', (_who, rate, leaves) => {
    const { enter, ended, broken } = setUp(1);
    const leave = enter('a', 'here', rate);
    if (leaves) leave();
    vi.advanceTimersByTime(19_000);
    expect(() => enter('b', 'there')).toThrow('any more streams');
    vi.advanceTimersByTime(1_000);
    enter('b', 'there');
    expect([ended, broken]).toEqual([['a'], leaves ? [] : ['a']]);
  });

  test('that another viewer took can be taken again', () => {
    const { enter } = setUp(1);
    enter('a', 'here', 0)();
    vi.advanceTimersByTime(20_000);
    enter('b', 'there', 0)();
    expect(() => enter('a', 'here')).toThrow('any more streams');
    vi.advanceTimersByTime(20_000);
    enter('a', 'here');
  });
});

test('tiny reads from seven networks block no other viewer', () => {
  const { enter } = setUp(64, false);
  for (let read = 0; read < 448; read += 1) {
    try {
      enter(`session ${read}`, `network ${read % 7}`, 0)();
    } catch {
      // All slots are taken.
    }
  }
  vi.advanceTimersByTime(20_000);
  for (let client = 0; client < 20; client += 1) enter(`film ${client}`, `visitor ${client}`);
});

test('one session may have at most 24 open requests, and others are not affected', () => {
  const { enter } = setUp(5);
  const leaves = Array.from({ length: 24 }, () => enter('a', 'here'));
  expect(() => enter('a', 'there')).toThrow(expect.objectContaining({ status: 429 }));
  enter('b', 'there');
  leaves[0]?.();
  enter('a', 'here');
});

test('one address may have at most 64 open requests', () => {
  const { enter } = setUp(200);
  for (let request = 0; request < 64; request += 1) enter(`session ${request}`, 'here');
  expect(() => enter('another', 'here')).toThrow(expect.objectContaining({ status: 429 }));
  enter('another', 'there');
});

test('one network gets half of the slots and leaves the rest to others', () => {
  const { enter } = setUp(8);
  for (let movie = 0; movie < 4; movie += 1) enter(`here ${movie}`, 'here');
  expect(() => enter('here 4', 'here')).toThrow(expect.objectContaining({ status: 503 }));
  enter('there 0', 'there');
  enter('there 1', 'there');
  expect(() => enter('there 2', 'there')).toThrow('any more streams');
  enter('elsewhere 0', 'elsewhere');
  enter('at last 0', 'at last');
  expect(() => enter('too late', 'too late')).toThrow('any more streams');
});

test('a quarter of the slots is reserved for signed-in viewers', () => {
  const { enter } = setUp(4, false);
  for (const client of ['a', 'b', 'c']) enter(client, client);
  expect(() => enter('d', 'd')).toThrow('any more streams');
});

test('an address at its limit reuses its own idle slots, and no others', () => {
  const { enter } = setUp(4);
  enter('other', 'there')();
  enter('a', 'here')();
  vi.advanceTimersByTime(1);
  const leave = enter('b', 'here');
  enter('c', 'here');
  expect(() => enter('d', 'here')).toThrow('any more streams');
  leave();
  enter('d', 'here');
  enter('other', 'there');
  expect(() => enter('a', 'here')).toThrow('any more streams');
});

test('a stream that is cast to a television keeps its viewer', () => {
  const { enter } = setUp(4);
  enter('a', 'phone');
  enter('a', 'television');
  enter('b', 'television');
  enter('c', 'television');
  expect(() => enter('d', 'television')).toThrow('any more streams');
});

describe('a session', () => {
  test('ends a minute after its last request, and that is reported once', () => {
    const { enter, ended } = setUp(2);
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

  test('ends at once when it makes room for another', () => {
    const { enter, ended } = setUp(3);
    enter('a', 'here')();
    enter('b', 'here');
    enter('c', 'here');
    expect(ended).toEqual(['a']);
    vi.advanceTimersByTime(600_000);
    expect(ended).toEqual(['a']);
  });
});
