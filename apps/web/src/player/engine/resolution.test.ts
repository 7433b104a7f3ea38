import { QUALITIES } from '@matinee/shared/media/stream';
import type { Quality } from '@matinee/shared/media/stream';
import { describe, expect, test } from 'vitest';

import { asQuality, chooseFile, nearestResolution, resolutionOf } from './resolution.ts';

describe('a level', () => {
  test.each([
    [3840, 2160, '4k'],
    [4096, 1716, '4k'],
    [2560, 1440, '1440'],
    [1920, 1080, '1080'],
    [1920, 800, '1080'],
    [1440, 1080, '1080'],
    [1280, 534, '720'],
    [1280, 720, '720'],
    [960, 540, '480'],
    [854, 480, '480'],
    [640, 480, '480'],
    [768, 432, '480'],
    [640, 360, '360'],
    [640, 272, '360'],
    [426, 240, '240'],
    [256, 144, '240'],
    [1080, 1920, '1080'],
    [0, 720, 'unknown'],
    [0, 0, 'unknown'],
  ] as const)('with %i × %i is called %s', (width, height, size) => {
    expect(resolutionOf(width, height)).toBe(size);
  });
});

test.each([
  ['1440', ['4k', '1440', '1080'], '1440'],
  ['1440', ['4k', '1080', '720'], '1080'],
  ['1080', ['4k', '1440'], '1440'],
  ['4k', ['720', '360'], '720'],
  ['240', ['720', '360'], '360'],
  ['360', ['240', '720'], '240'],
] as const)('nearest to %s of %j is %s', (preference, offered, found) => {
  expect(nearestResolution(preference, offered)).toBe(found);
});

test('no level is nearest in an empty list', () => {
  expect(nearestResolution('720', [])).toBeUndefined();
});

test('a quality between the stored names is stored as the nearest one', () => {
  expect(asQuality('1440')).toBe('1080');
  expect(asQuality('240')).toBe('360');
  for (const quality of QUALITIES) expect(asQuality(quality)).toBe(quality);
});

const files = (...qualities: Quality[]) =>
  Object.fromEntries(
    qualities.map((q) => [q, { type: 'mp4' as const, url: `https://f.test/${q}` }]),
  );

test.each([
  [[...QUALITIES], '1080'],
  [['4k', '720', '360'], '720'],
  [['4k', '480'], '480'],
  [['4k', '360', 'unknown'], '4k'],
  [['unknown', '360'], '360'],
  [['unknown'], 'unknown'],
] as const)('of %j the default is %s', (offered, chosen) => {
  expect(chooseFile(files(...offered), 'auto')?.quality).toBe(chosen);
  // An unknown size is not a choice, so it counts as automatic.
  expect(chooseFile(files(...offered), 'unknown')?.quality).toBe(chosen);
});

test('a user with 4K enabled gets the largest', () => {
  expect(chooseFile(files(...QUALITIES), 'auto-4k')?.quality).toBe('4k');
  expect(chooseFile(files('720', '1080'), 'auto-4k')?.quality).toBe('1080');
});

test.each([
  ['4k', [...QUALITIES], '4k'],
  ['4k', ['1080', '720'], '1080'],
  ['720', ['4k', '1080', '480', '360'], '480'],
  ['480', ['4k', '1080', '720'], '720'],
  ['360', ['4k', '480'], '480'],
  ['360', ['480', 'unknown'], 'unknown'],
  ['1440', ['4k', '1080'], '1080'],
  ['1440', ['4k'], '4k'],
] as const)('a user who prefers %s of %j gets %s', (preference, offered, chosen) => {
  expect(chooseFile(files(...offered), preference)?.quality).toBe(chosen);
});

test('a quality without an address is ignored', () => {
  expect(chooseFile({ ...files('360'), 1080: { type: 'mp4', url: '' } }, '1080')?.quality).toBe(
    '360',
  );
  expect(chooseFile({}, 'auto')).toBeUndefined();
});
