import { describe, expect, test } from 'vitest';
import { toCandidate, rankSubtitles, type SubtitleCandidate } from './rank.ts';
import type { FoundSubtitle } from './service.ts';

const found = (id: string, more: Partial<FoundSubtitle> = {}): FoundSubtitle => ({
  id,
  at: `https://files.example.org/${id}`,
  language: 'en',
  format: 'srt',
  hearingImpaired: false,
  names: [],
  ...more,
});

function candidates(...all: readonly FoundSubtitle[]): SubtitleCandidate[] {
  return all.flatMap((one) => toCandidate(one, 'wyzie', undefined) ?? []);
}

const order = (
  all: readonly SubtitleCandidate[],
  languages: readonly string[] = [],
  release?: string,
) => rankSubtitles(all, { languages, release }).map(({ id }) => id);

describe('the order', () => {
  test('is by language first', () => {
    const all = candidates(
      found('de', { language: 'ger', downloads: 9_000 }),
      found('fr', { language: 'fr' }),
      found('cs', { language: 'cs' }),
    );
    expect(order(all, ['fr', 'de'])).toEqual(['fr', 'de']);
  });

  test('then by human translation, release, trust and downloads', () => {
    const all = candidates(
      found('machine', { machineTranslated: true, isTrusted: true, downloads: 9_000 }),
      found('rare', { downloads: 1 }),
      found('common', { downloads: 100 }),
      found('trusted', { isTrusted: true }),
      found('release', { names: ['Film.1999.BluRay-GROUP'] }),
    );
    expect(order(all, ['en'], 'Film 1999 BluRay GROUP.mkv')).toEqual([
      'release',
      'trusted',
      'common',
      'rare',
      'machine',
    ]);
  });

  test('stays that of the service for equal results', () => {
    expect(order(candidates(found('a'), found('b'), found('c')))).toEqual(['a', 'b', 'c']);
  });
});

describe('duplicates', () => {
  test('by number, address or name are listed once, the better one', () => {
    const all = candidates(
      found('1', { originalFile: '7' }),
      found('2', { originalFile: '7', downloads: 5 }),
      found('3', { names: ['Film 1999 (GROUP)'] }),
      found('4', { names: ['film.1999.group'], downloads: 3 }),
      found('5', { at: 'https://files.example.org/4' }),
    );
    expect(order(all)).toEqual(['2', '4']);
  });

  test('for the hearing-impaired or in a variant of the language are not duplicates', () => {
    const names = ['Film 1999'];
    const all = candidates(
      found('1', { names, language: 'pt-BR' }),
      found('2', { names, language: 'pt-PT' }),
      found('3', { names, language: 'pt-PT', hearingImpaired: true }),
    );
    expect(order(all)).toEqual(['1', '2', '3']);
  });
});

describe('filtered results', () => {
  const episode = { season: 1, number: 3 };
  const isStored = (names: readonly string[]): boolean =>
    toCandidate(found('1', { names }), 'wyzie', episode) !== undefined;

  test.each([
    ['Series.S01E03.720p'],
    ['series s1e3'],
    ['Series 1x03 1920x1080'],
    ['Series.S01E01-E04'],
    ['Series.S01E02-03.x264'],
    ['Series S01 complete'],
    ['Whatever'],
    ['Series.S01.E03'],
  ])('for the third episode not %s', (name) => {
    expect(isStored([name])).toBe(true);
  });

  test.each([
    ['Series.S01E04'],
    ['Series.S02E03'],
    ['Series.2x03'],
    ['Series.S01E30'],
    ['S1E04-E06'],
  ])('for the third episode %s', (name) => {
    expect(isStored([name])).toBe(false);
    expect(isStored(['Some.Release', name])).toBe(false);
  });

  test('languages without a two-letter code, and ids too long for a token', () => {
    const all = candidates(
      found('1', { language: 'xx' }),
      found('2', { language: '' }),
      found('3', { at: `https://files.example.org/${'a'.repeat(2_000)}` }),
    );
    expect(all).toEqual([]);
  });
});
