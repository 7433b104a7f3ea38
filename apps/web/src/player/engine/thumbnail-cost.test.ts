import { expect, test } from 'vitest';

import { affordsThumbnails } from './thumbnail-cost.ts';

const DESK = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0 Safari/537.36',
  hardwareConcurrency: 8,
  deviceMemory: 8,
  connection: { saveData: false, effectiveType: '4g', type: 'wifi' },
};

test.each([
  ['a fast device on a fast line', {}, true],
  ['a browser that tells nothing', { connection: undefined, deviceMemory: undefined }, true],
  ['a browser that hides its cores', { hardwareConcurrency: undefined }, true],
  ['a line that saves data', { connection: { saveData: true, effectiveType: '4g' } }, false],
  ['a slow line', { connection: { saveData: false, effectiveType: '3g' } }, false],
  ['a mobile line', { connection: { effectiveType: '4g', type: 'cellular' } }, false],
  ['little memory', { deviceMemory: 2 }, false],
  ['two cores', { hardwareConcurrency: 2 }, false],
  ['a television', { userAgent: 'Mozilla/5.0 (Web0S; Linux/SmartTV) Chrome/120' }, false],
] as const)('%s: thumbnails are made unasked: %s', (_, facts, isAffordable) => {
  expect(affordsThumbnails({ ...DESK, ...facts })).toBe(isAffordable);
});
