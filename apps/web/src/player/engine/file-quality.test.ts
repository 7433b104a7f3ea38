import { QUALITIES } from '@matinee/shared/media/stream';
import type { Quality } from '@matinee/shared/media/stream';
import { expect, test } from 'vitest';

import { chooseFile } from './file-quality.ts';

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
] as const)('of %j it takes %s when nobody has chosen', (offered, chosen) => {
  expect(chooseFile(files(...offered), 'auto')?.quality).toBe(chosen);
  // Nobody can want an unknown size.
  expect(chooseFile(files(...offered), 'unknown')?.quality).toBe(chosen);
});

test('who takes 4K too gets the largest', () => {
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
] as const)('who wants %s of %j gets %s', (wish, offered, chosen) => {
  expect(chooseFile(files(...offered), wish)?.quality).toBe(chosen);
});

test('a quality without an address does not exist', () => {
  expect(chooseFile({ ...files('360'), 1080: { type: 'mp4', url: '' } }, '1080')?.quality).toBe(
    '360',
  );
  expect(chooseFile({}, 'auto')).toBeUndefined();
});
