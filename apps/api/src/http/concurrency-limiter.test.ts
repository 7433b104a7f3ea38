import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createClientLimiter,
  createConcurrencyLimiter,
  type ConcurrencyLimits,
} from './concurrency-limiter.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Wanted {
  readonly isSignedIn?: boolean;
  readonly isIdle?: () => boolean;
  /** Bytes per second. */
  readonly rate?: number;
}

const FAST = 1_000_000;

function setUp(limits: ConcurrencyLimits) {
  const { acquire } = createConcurrencyLimiter(limits, Date.now);
  const ended: string[] = [];
  /** A name that begins with the network: `a.1` and `a.2` are in the same network. */
  const enter = (address: string, { isSignedIn = false, rate = FAST, isIdle }: Wanted = {}) =>
    acquire({
      address,
      network: address.split('.')[0] ?? '',
      isSignedIn,
      bytesSent: () => (Date.now() / 1000) * rate,
      end: () => void ended.push(address),
      ...(isIdle && { isIdle }),
    });
  return { enter, ended };
}

describe('shares', () => {
  test('an address gets its share, and a released slot is free again', () => {
    const { enter } = setUp({ total: 40, perAddress: 2 });
    const leave = enter('a.1');
    expect(enter('a.1')).toBeDefined();
    expect(enter('a.1')).toBeUndefined();
    expect(enter('a.2')).toBeDefined();
    leave?.();
    leave?.();
    expect(enter('a.1')).toBeDefined();
    expect(enter('a.1')).toBeUndefined();
  });

  test('a network leaves at least as much as it takes, however many addresses it has', () => {
    const { enter } = setUp({ total: 512, perAddress: 64 });
    let taken = 0;
    for (let host = 0; host < 256; host += 1) {
      for (let transfer = 0; transfer < 64; transfer += 1) taken += enter(`a.${host}`) ? 1 : 0;
    }
    expect(taken).toBe(192);
    expect(enter('b.1')).toBeDefined();
  });

  test('a quarter is reserved for signed-in viewers', () => {
    const { enter } = setUp({ total: 8 });
    for (let network = 0; network < 20; network += 1) enter(`${network}.1`);
    for (let network = 0; network < 20; network += 1) enter(`${network}.1`);
    expect(enter('new.1')).toBeUndefined();
    expect(enter('new.1', { isSignedIn: true })).toBeDefined();
    expect(enter('other.1', { isSignedIn: true })).toBeDefined();
    expect(enter('third.1', { isSignedIn: true })).toBeUndefined();
  });
});

describe('a slow transfer', () => {
  const drip = { rate: 100 };

  test('continues while its slot is not needed', () => {
    const { enter, ended } = setUp({ total: 4 });
    enter('a.1', drip);
    vi.advanceTimersByTime(3_600_000);
    enter('b.1');
    expect(ended).toEqual([]);
  });

  test('gives its slot to a new client, after some time to begin', () => {
    const { enter, ended } = setUp({ total: 1 });
    enter('a.1', drip);
    vi.advanceTimersByTime(19_000);
    expect(enter('b.1')).toBeUndefined();
    vi.advanceTimersByTime(1_000);
    expect(enter('b.1')).toBeDefined();
    expect(ended).toEqual(['a.1']);
  });

  test('includes one that has stopped after a fast start, as a paused player does', () => {
    let sent = 0;
    const { acquire } = createConcurrencyLimiter({ total: 1 }, Date.now);
    const end = vi.fn();
    const movie = { address: 'a.1', network: 'a', isSignedIn: false, end };
    acquire({ ...movie, bytesSent: () => sent });
    vi.advanceTimersByTime(60_000);
    sent = 1e9;
    vi.advanceTimersByTime(20_000);
    const other = { ...movie, address: 'b.1', network: 'b', bytesSent: () => 0, end: vi.fn() };
    expect(acquire(other)).toBeUndefined();
    vi.advanceTimersByTime(20_000);
    expect(acquire(other)).toBeDefined();
    expect(end).toHaveBeenCalledOnce();
  });

  test('does not include one of 16 KiB a second', () => {
    const { enter } = setUp({ total: 1 });
    enter('a.1', { rate: 16 * 1024 });
    vi.advanceTimersByTime(120_000);
    expect(enter('b.1')).toBeUndefined();
  });

  test('of eight slow networks lets every new client in', () => {
    const { enter } = setUp({ total: 512, perAddress: 64 });
    for (let round = 0; round < 512; round += 1) enter(`${round % 8}.1`, drip);
    vi.advanceTimersByTime(20_000);
    for (let client = 0; client < 50; client += 1) {
      expect(enter(`visitor ${client}.1`)).toBeDefined();
    }
  });

  test('of a signed-in viewer is not ended for one who is not', () => {
    const { enter, ended } = setUp({ total: 1 });
    enter('a.1', { ...drip, isSignedIn: true });
    vi.advanceTimersByTime(60_000);
    expect(enter('b.1')).toBeUndefined();
    expect(enter('c.1', { isSignedIn: true })).toBeDefined();
    expect(ended).toEqual(['a.1']);
  });

  test('of a network with less is not ended for one with more', () => {
    const { enter, ended } = setUp({ total: 4 });
    enter('a.1', drip);
    vi.advanceTimersByTime(20_000);
    expect(enter('b.1')).toBeDefined();
    expect(enter('b.2')).toBeUndefined();
    expect(ended).toEqual([]);
  });
});

test('a slot that an address no longer uses is free for it at once, and for no other', () => {
  const { enter, ended } = setUp({ total: 2 });
  enter('a.1', { isIdle: () => true });
  expect(enter('a.2')).toBeUndefined();
  expect(enter('a.1')).toBeDefined();
  expect(ended).toEqual(['a.1']);
});

test('no timer is left when nothing runs', () => {
  const { enter } = setUp({ total: 1 });
  enter('a.1')?.();
  vi.advanceTimersByTime(10_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('one client cannot take every slot, and a released slot is free again', () => {
  const slots = createClientLimiter({ total: 3, perClient: 2 });
  const first = slots.acquire('a');
  expect(slots.acquire('a')).toBeDefined();
  expect(slots.acquire('a')).toBeUndefined();
  expect(slots.acquire('b')).toBeDefined();
  expect(slots.acquire('c')).toBeUndefined();
  first?.();
  expect(slots.acquire('c')).toBeDefined();
  expect(slots.acquire('a')).toBeUndefined();
});
