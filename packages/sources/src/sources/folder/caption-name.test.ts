import { expect, test } from 'vitest';
import { readCaptionName, readCaptionTags } from './caption-name.ts';

test.each([
  ['', undefined, ''],
  ['.en', 'en', ''],
  ['.eng', 'en', ''],
  ['.English', 'en', ''],
  ['.ger.forced', 'de', 'forced'],
  ['.pt-BR', 'pt', ''],
  ['.en.sdh', 'en', 'sdh'],
  ['.sdh', undefined, 'sdh'],
  ['.en.hi', 'en', 'sdh'],
  ['.hi', 'hi', ''],
  ['.hi.en', 'hi', ''],
  ['.en.cc', 'en', 'sdh'],
  ['.fr.default', 'fr', 'default'],
  ['.en.forced.sdh', 'en', 'forced sdh'],
  ['_fr', 'fr', ''],
  [' (en)', 'en', ''],
  ['.en.2', 'en', ''],
])('a caption named like the movie and "%s" is recognized', (rest, language, flags) => {
  const read = readCaptionName(`Night (1968)${rest}`, 'Night (1968)');
  const { isForced, isDefault, isHearingImpaired } = read ?? {};
  const notes = [isForced && 'forced', isDefault && 'default', isHearingImpaired && 'sdh'];
  expect([read?.language, notes.filter(Boolean).join(' ')]).toEqual([language, flags]);
});

test.each([
  ['Nightmare (1968)', 'Night'],
  ['Night (1968) Part Two', 'Night (1968)'],
  ['Night (1968) - 720p.en', 'Night (1968)'],
  ['Day (1985).en', 'Night (1968)'],
])('%s does not belong to %s', (caption, movie) => {
  expect(readCaptionName(caption, movie)).toBeUndefined();
});

test('a name may be only the language', () => {
  expect(readCaptionTags('2_English')?.language).toBe('en');
  expect(readCaptionTags('commentary')).toBeUndefined();
});
