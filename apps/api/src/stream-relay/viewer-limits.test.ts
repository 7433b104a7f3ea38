import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createViewerLimits } from './viewer-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const FAST = 1_000_000;

/** Signed in, all places are for everybody. */
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

test('a stream counts once, however often it is asked for', () => {
  const { enter } = setUp(1);
  for (let request = 0; request < 5; request += 1) enter('a', 'here');
  expect(() => enter('b', 'here')).toThrow(
    expect.objectContaining({ status: 503, retryAfterSeconds: 30 }),
  );
});

describe('a place', () => {
  test('is kept for ever while bytes flow', () => {
    const { enter } = setUp(1);
    enter('a', 'here');
    vi.advanceTimersByTime(10_000_000);
    expect(() => enter('b', 'there')).toThrow('no more streams');
  });

  test('is kept between the segments of one viewer', () => {
    const { enter } = setUp(1);
    for (let segment = 0; segment < 20; segment += 1) {
      const leave = enter('a', 'here');
      vi.advanceTimersByTime(1_000);
      leave();
      vi.advanceTimersByTime(9_000);
      expect(() => enter('b', 'there')).toThrow('no more streams');
    }
  });

  test.each([
    ['read a few bytes and left', 0, true],
    ['pauses without leaving', 0, false],
    ['reads a few bytes a second', 100, false],
  ])('of who %s goes to who asks for it after 20 s', (_who, rate, leaves) => {
    const { enter, ended, broken } = setUp(1);
    const leave = enter('a', 'here', rate);
    if (leaves) leave();
    vi.advanceTimersByTime(19_000);
    expect(() => enter('b', 'there')).toThrow('no more streams');
    vi.advanceTimersByTime(1_000);
    enter('b', 'there');
    expect([ended, broken]).toEqual([['a'], leaves ? [] : ['a']]);
  });

  test('that another took can be taken again', () => {
    const { enter } = setUp(1);
    enter('a', 'here', 0)();
    vi.advanceTimersByTime(20_000);
    enter('b', 'there', 0)();
    expect(() => enter('a', 'here')).toThrow('no more streams');
    vi.advanceTimersByTime(20_000);
    enter('a', 'here');
  });
});

test('tiny reads of seven networks keep nobody out', () => {
  const { enter } = setUp(64, false);
  for (let read = 0; read < 448; read += 1) {
    try {
      enter(`session ${read}`, `network ${read % 7}`, 0)();
    } catch {
      // Full for now.
    }
  }
  vi.advanceTimersByTime(20_000);
  for (let client = 0; client < 20; client += 1) enter(`film ${client}`, `visitor ${client}`);
});

test('one session may not have more than 24 requests open, and others do not suffer by it', () => {
  const { enter } = setUp(5);
  const leaves = Array.from({ length: 24 }, () => enter('a', 'here'));
  expect(() => enter('a', 'there')).toThrow(expect.objectContaining({ status: 429 }));
  enter('b', 'there');
  leaves[0]?.();
  enter('a', 'here');
});

test('one address may not have more than 64 requests open', () => {
  const { enter } = setUp(200);
  for (let request = 0; request < 64; request += 1) enter(`session ${request}`, 'here');
  expect(() => enter('another', 'here')).toThrow(expect.objectContaining({ status: 429 }));
  enter('another', 'there');
});

test('one network gets half of the places, and what it leaves is for others', () => {
  const { enter } = setUp(8);
  for (let film = 0; film < 4; film += 1) enter(`here ${film}`, 'here');
  expect(() => enter('here 4', 'here')).toThrow(expect.objectContaining({ status: 503 }));
  enter('there 0', 'there');
  enter('there 1', 'there');
  expect(() => enter('there 2', 'there')).toThrow('no more streams');
  enter('elsewhere 0', 'elsewhere');
  enter('at last 0', 'at last');
  expect(() => enter('too late', 'too late')).toThrow('no more streams');
});

test('a quarter of the places is for signed-in viewers', () => {
  const { enter } = setUp(4, false);
  for (const client of ['a', 'b', 'c']) enter(client, client);
  expect(() => enter('d', 'd')).toThrow('no more streams');
});

test('an address with its share takes the place of what it itself no longer reads, and of nobody else', () => {
  const { enter } = setUp(4);
  enter('other', 'there')();
  enter('a', 'here')();
  vi.advanceTimersByTime(1);
  const leave = enter('b', 'here');
  enter('c', 'here');
  expect(() => enter('d', 'here')).toThrow('no more streams');
  leave();
  enter('d', 'here');
  enter('other', 'there');
  expect(() => enter('a', 'here')).toThrow('no more streams');
});

test('a stream that moves to a television stays that of whoever began it', () => {
  const { enter } = setUp(4);
  enter('a', 'phone');
  enter('a', 'television');
  enter('b', 'television');
  enter('c', 'television');
  expect(() => enter('d', 'television')).toThrow('no more streams');
});

describe('a session', () => {
  test('is over a minute after its last request has ended, and that is told once', () => {
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

  test('that makes room for another is over at once', () => {
    const { enter, ended } = setUp(3);
    enter('a', 'here')();
    enter('b', 'here');
    enter('c', 'here');
    expect(ended).toEqual(['a']);
    vi.advanceTimersByTime(600_000);
    expect(ended).toEqual(['a']);
  });
});
