import { describe, expect, test } from 'vitest';
import { matchesKeys, parseItems } from './items.ts';

const row = (ProviderIds: unknown, Type = 'Movie') => ({ Id: 'a1', Type, ProviderIds });
const itemOf = (ids: unknown, type?: string) => {
  const [item] = parseItems({ Items: [row(ids, type)] }, 'Jellyfin').items;
  if (!item) throw new Error('the row was refused');
  return item;
};
const FILM = { type: 'movie', tmdbId: '603', imdbId: 'tt0133093' } as const;

describe('an item', () => {
  test.each([
    ['both ids', { Tmdb: '603', Imdb: 'tt0133093' }, true],
    ['its names in other cases', { tmdb: '603' }, true],
    ['a number for text', { TMDB: 603 }, true],
    ['spaces around an id', { Imdb: ' tt0133093 ' }, true],
    ['no TMDB id', { Imdb: 'TT0133093' }, true],
    ['only another TMDB id', { Tmdb: '604' }, false],
    ['another TMDB id with the right IMDb id', { Tmdb: '604', Imdb: 'tt0133093' }, false],
    ['an id that only begins so', { Tmdb: '6030' }, false],
    ['the right number for another service', { Tvdb: '603' }, false],
    ['no ids', {}, false],
    ['null for ids', null, false],
    ['rubbish for an id', { Tmdb: '603; drop', Imdb: 'tt' }, false],
  ])('with %s', (_what, ids, matches) => {
    expect(matchesKeys(itemOf(ids), FILM)).toBe(matches);
  });

  test('of another kind is another title, since films and series are counted apart', () => {
    expect(matchesKeys(itemOf({ Tmdb: '603' }, 'Series'), FILM)).toBe(false);
    expect(matchesKeys(itemOf({ Tmdb: '603' }, 'Episode'), FILM)).toBe(false);
  });

  test('is found by its IMDb id when the TMDB id is one of ours', () => {
    const own = { ...FILM, tmdbId: '1000000603' };
    expect(matchesKeys(itemOf({ Tmdb: '603', Imdb: 'tt0133093' }), own)).toBe(true);
    expect(matchesKeys(itemOf({ Tmdb: '1000000603' }), own)).toBe(false);
  });
});

describe('a page', () => {
  test('keeps what can be read of it, and counts all', () => {
    const rows = [row({}), 7, { Type: 'Movie' }, { ...row({}), Id: '../../System' }];
    const page = parseItems({ Items: rows, TotalRecordCount: 9 }, 'Jellyfin');
    expect(page.items.map(({ id }) => id)).toEqual(['a1']);
    expect([page.length, page.total]).toEqual([4, 9]);
  });

  test.each([[{}], [[]], ['Items'], [{ Items: {} }], [null]])('is not %j', (json) => {
    expect(() => parseItems(json, 'Jellyfin')).toThrow('Jellyfin answered with an unknown shape');
  });
});
