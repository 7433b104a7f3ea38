import { afterEach, expect, test, vi } from 'vitest';
import { isBatteryLow, isStrongEnough } from './run-lightbar.ts';

afterEach(() => vi.unstubAllGlobals());

const STRONG = { saveData: false, deviceMemory: 8, hardwareConcurrency: 8 };

test.each([
  ['a strong device', {}, true],
  ['one that reports nothing', { deviceMemory: undefined, hardwareConcurrency: undefined }, true],
  ['one with data saving', { saveData: true }, false],
  ['one with little memory', { deviceMemory: 0.5 }, false],
  ['one with a single core', { hardwareConcurrency: 1 }, false],
])('%s: the particles move or not', (_, facts, isStrong) => {
  expect(isStrongEnough({ ...STRONG, ...facts })).toBe(isStrong);
});

test.each([
  ['nearly empty', { charging: false, level: 0.15 }, true],
  ['nearly empty, but charging', { charging: true, level: 0.15 }, false],
  ['half full', { charging: false, level: 0.5 }, false],
  ['not reported', null, false],
])('a battery that is %s', async (_, battery, isLow) => {
  vi.stubGlobal('navigator', battery ? { getBattery: async () => battery } : {});
  expect(await isBatteryLow()).toBe(isLow);
});
