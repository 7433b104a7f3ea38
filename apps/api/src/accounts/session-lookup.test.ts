import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { cacheSessions, type AuthContext } from './session-lookup.ts';

const SESSION = randomUUID();
const caller = { user: { id: 'mine' } } as AuthContext;

function setUp() {
  const clock = { time: 1_800_000_000_000 };
  const find = vi.fn(async (_id: string): Promise<AuthContext | undefined> => caller);
  const accountOf = cacheSessions({ find }, () => clock.time);
  return { accountOf, clock, find };
}

test('requests of one session share one lookup for five seconds', async () => {
  const { accountOf, clock, find } = setUp();
  expect(await Promise.all([accountOf(SESSION), accountOf(SESSION)])).toEqual(['mine', 'mine']);
  find.mockResolvedValue(undefined);
  clock.time += 5_000;
  expect(await accountOf(SESSION)).toBe('mine');
  expect(find).toHaveBeenCalledTimes(1);
  clock.time += 1;
  expect(await accountOf(SESSION)).toBeUndefined();
  expect(find).toHaveBeenCalledTimes(2);
});

test('a failed lookup is repeated', async () => {
  const { accountOf, find } = setUp();
  find.mockRejectedValueOnce(new Error('The database is away'));
  await expect(accountOf(SESSION)).rejects.toThrow('away');
  expect(await accountOf(SESSION)).toBe('mine');
});

test('while the database is down the last result counts, and an ended session stays ended', async () => {
  const { accountOf, clock, find } = setUp();
  expect(await accountOf(SESSION)).toBe('mine');
  find.mockRejectedValue(new Error('The database is away'));
  for (let times = 0; times < 3; times += 1) {
    clock.time += 5_001;
    expect(await accountOf(SESSION)).toBe('mine');
  }
  find.mockResolvedValue(undefined);
  clock.time += 5_001;
  expect(await accountOf(SESSION)).toBeUndefined();
  find.mockRejectedValue(new Error('The database is away'));
  clock.time += 5_001;
  await expect(accountOf(SESSION)).rejects.toThrow('away');
});

test('at most a thousand sessions are cached', async () => {
  const { accountOf, find } = setUp();
  for (let at = 0; at <= 1_000; at += 1) await accountOf(String(at));
  await accountOf('1000');
  expect(find).toHaveBeenCalledTimes(1_001);
  await accountOf('0');
  expect(find).toHaveBeenCalledTimes(1_002);
});
