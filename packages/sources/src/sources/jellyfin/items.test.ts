import { describe, expect, test } from 'vitest';
import { matchesKeys, parseItems } from './items.ts';

const row = (ProviderIds: unknown, Type = 'Movie') => ({ Id: 'a1', Type, ProviderIds });
const itemOf = (ids: unknown, type?: string) => {
  const [item] = parseItems({ Items: [row(ids, type)] }, 'Jellyfin').items;
  if (!item) throw new Error('the row was refused');
  return item;
};
const MOVIE = { type: 'movie', tmdbId: '603', imdbId: 'tt0133093' } as const;

describe('an item', () => {
  test.each([
    ['both ids', { Tmdb: '603', Imdb: 'tt0133093' }, true],
    ['its names in other cases', { tmdb: '603' }, true],
    ['a number for text', { TMDB: 603 }, true],
    ['spaces around an id', { Imdb: ' tt0133093 ' }, true],
    ['no TMDB id', { Imdb: 'TT0133093' }, true],
    ['only another TMDB id', { Tmdb: '604' }, false],
    ['another TMDB id with the right IMDb id', { Tmdb: '604', Imdb: 'tt0133093' }, false],
    ['an id with the right prefix only', { Tmdb: '6030' }, false],
    ['the right number for another service', { Tvdb: '603' }, false],
    ['no ids', {}, false],
    ['null for ids', null, false],
    ['an invalid id', { Tmdb: '603; drop', Imdb: 'tt' }, false],
  ])('with %s', (_what, ids, matches) => {
    expect(matchesKeys(itemOf(ids), MOVIE)).toBe(matches);
  });

  test('of another kind is another title, because movies and series have separate ids', () => {
    expect(matchesKeys(itemOf({ Tmdb: '603' }, 'Series'), MOVIE)).toBe(false);
    expect(matchesKeys(itemOf({ Tmdb: '603' }, 'Episode'), MOVIE)).toBe(false);
  });

  test('is found by its IMDb id when the TMDB id is from the starter catalog', () => {
    const own = { ...MOVIE, tmdbId: '1000000603' };
    expect(matchesKeys(itemOf({ Tmdb: '603', Imdb: 'tt0133093' }), own)).toBe(true);
    expect(matchesKeys(itemOf({ Tmdb: '1000000603' }), own)).toBe(false);
  });
});

describe('a page', () => {
  test('keeps its valid items, and counts all', () => {
    const rows = [row({}), 7, { Type: 'Movie' }, { ...row({}), Id: '../../System' }];
    const page = parseItems({ Items: rows, TotalRecordCount: 9 }, 'Jellyfin');
    expect(page.items.map(({ id }) => id)).toEqual(['a1']);
    expect([page.length, page.total]).toEqual([4, 9]);
  });

  test.each([[{}], [[]], ['Items'], [{ Items: {} }], [null]])('is not %j', (json) => {
    expect(() => parseItems(json, 'Jellyfin')).toThrow('Jellyfin sent an unexpected response');
  });
});
