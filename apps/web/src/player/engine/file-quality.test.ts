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
] as const)('of %j it takes %s', (offered, chosen) => {
  expect(chooseFile(files(...offered))?.quality).toBe(chosen);
});

test('a quality without an address does not exist', () => {
  expect(chooseFile({ ...files('360'), 1080: { type: 'mp4', url: '' } })?.quality).toBe('360');
  expect(chooseFile({})).toBeUndefined();
});
