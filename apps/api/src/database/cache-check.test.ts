import { beforeEach, expect, test, vi } from 'vitest';
import { cacheCheck } from './readiness.ts';

let clock: number;
let check: ReturnType<typeof vi.fn<() => Promise<string>>>;
let probe: () => Promise<string>;

beforeEach(() => {
  clock = 0;
  check = vi.fn<() => Promise<string>>().mockResolvedValue('ready');
  probe = cacheCheck({ check, now: () => clock });
});

test('simultaneous callers share one check', async () => {
  const results = await Promise.all(Array.from({ length: 100 }, () => probe()));
  expect(new Set(results)).toEqual(new Set(['ready']));
  expect(check).toHaveBeenCalledTimes(1);
});

test('a result is cached for a second after the check has ended', async () => {
  check.mockImplementation(async () => {
    clock += 5_000; // a slow check
    return 'slow';
  });
  await probe();
  clock += 999;
  expect(await probe()).toBe('slow');
  expect(check).toHaveBeenCalledTimes(1);
  clock += 1;
  check.mockResolvedValue('fresh');
  expect(await probe()).toBe('fresh');
});

test('a failed check is repeated', async () => {
  check.mockRejectedValueOnce(new Error('broken'));
  await expect(probe()).rejects.toThrow('broken');
  expect(await probe()).toBe('ready');
});
