import { expect, test } from 'vitest';

import { bestTrack, sortedTracks } from './track.ts';
import type { CaptionEntry } from './track.ts';

const track = (id: string, language: string, more: Partial<CaptionEntry> = {}): CaptionEntry => ({
  id,
  type: 'srt',
  url: '',
  hasCorsRestrictions: false,
  language,
  origin: 'stream',
  ...more,
});

test('of a language the whole talk comes before what only some need', () => {
  const tracks = [
    track('forced', 'de', { forced: true }),
    track('machine', 'de', { machineTranslated: true }),
    track('images', 'de', { type: 'pgs' }),
    track('sounds', 'de', { hearingImpaired: true }),
    track('plain', 'de'),
  ];
  expect(bestTrack(tracks, 'de')?.id).toBe('plain');
  expect(bestTrack(tracks.slice(0, 4), 'de')?.id).toBe('sounds');
  expect(bestTrack(tracks.slice(0, 3), 'de')?.id).toBe('images');
  expect(bestTrack(tracks.slice(0, 2), 'de')?.id).toBe('machine');
});

test('the variety that was asked for comes first, another one is better than none', () => {
  const tracks = [track('brazil', 'pt-BR'), track('portugal', 'pt')];
  expect(bestTrack(tracks, 'pt')?.id).toBe('portugal');
  expect(bestTrack(tracks.slice(0, 1), 'pt')?.id).toBe('brazil');
  expect(bestTrack(tracks, 'es')).toBeUndefined();
});

test('a list begins with the languages of the viewer', () => {
  const tracks = [track('1', 'fr'), track('2', 'de'), track('3', 'en'), track('4', 'cs')];
  const sorted = sortedTracks(tracks, ['de', null, 'en-GB'], ({ language }) => language);
  expect(sorted.map(({ language }) => language)).toEqual(['de', 'en', 'cs', 'fr']);
});
