import type { FileStream } from '@matinee/shared/media/stream';
import { expect, test } from 'vitest';

import { MOVIE } from '../testing/streams.ts';
import { choosePlaylist, qualitiesOf } from './lower-qualities.ts';

const playlist = (name: string) => ({ type: 'hls' as const, url: `https://f.test/${name}` });
const FILE = { type: 'mp4' as const, url: 'https://f.test/file' };
const STREAM: FileStream = {
  ...MOVIE,
  qualities: { '720': FILE },
  lowerQualities: { '480': playlist('480'), '360': playlist('360') },
};

test.each([
  ['480', '480'],
  ['720', undefined],
  ['1080', undefined],
  ['240', '360'],
  ['auto', undefined],
  ['auto-4k', undefined],
  ['unknown', undefined],
] as const)('of a file of 720p and lower qualities, %s plays %s', (preference, quality) => {
  const expected = quality && { quality, url: `https://f.test/${quality}` };
  expect(choosePlaylist(STREAM, preference, false)).toEqual(expected);
});

test.each([
  ['480', '480', '480'],
  ['720', '720', undefined],
  ['auto', '720', undefined],
  ['unknown', '720', undefined],
] as const)(
  'of a file with several audio tracks, %s plays the playlist %s, and %s where the browser can choose one',
  (preference, otherwise, choosable) => {
    const lowerQualities = { ...STREAM.lowerQualities, '720': playlist('720') };
    const stream = { ...STREAM, lowerQualities };
    expect(choosePlaylist(stream, preference, false)?.quality).toBe(otherwise);
    expect(choosePlaylist(stream, preference, true)?.quality).toBe(choosable);
  },
);

test('the only file is the original, one of several is not', () => {
  const qualities = ['720', '480', '360'];
  expect(qualitiesOf(STREAM)).toEqual({ qualities, original: '720' });
  const several = { ...STREAM, qualities: { '1080': FILE, '720': FILE } };
  expect(qualitiesOf(several)).toEqual({ qualities: ['1080', ...qualities], original: undefined });
  expect(qualitiesOf(MOVIE)).toEqual({ qualities: ['360'], original: undefined });
});
