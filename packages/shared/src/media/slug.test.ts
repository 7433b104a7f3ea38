import { describe, expect, test } from 'vitest';
import { decodeSlug, encodeSlug } from './slug.ts';

describe('encoding', () => {
  test.each([
    ['Amélie & Co. 100%', 'amelie-and-co-100percent'],
    ['WALL·E', 'walle'],
    ['千と千尋の神隠し', ''],
    ['M*A*S*H', 'mash'],
    ['8½', '8'],
    ['$9.99', 'dollar999'],
    ['Łódź – Straße', 'lodz-strasse'],
    ['Дурак', 'durak'],
    ['Καπετάν Μιχάλης', 'kapetan-mixalhs'],
    ["Schindler's List", 'schindlers-list'],
    ['50/50', '5050'],
  ])('"%s" is %s in a path', (title, words) => {
    expect(encodeSlug({ type: 'movie', tmdbId: '129', title })).toBe(`tmdb-movie-129-${words}`);
  });

  test('a series has the prefix tv, as in TMDB', () => {
    expect(encodeSlug({ type: 'show', tmdbId: '1396', title: 'Breaking Bad' })).toBe(
      'tmdb-tv-1396-breaking-bad',
    );
  });
});

describe('decoding', () => {
  test.each([
    ['tmdb-movie-550-fight-club', { type: 'movie', tmdbId: '550' }],
    ['tmdb-tv-1396-breaking-bad', { type: 'show', tmdbId: '1396' }],
    ['tmdb-movie-129-', { type: 'movie', tmdbId: '129' }],
    ['tmdb-movie-129', { type: 'movie', tmdbId: '129' }],
    ['tmdb-tv-1000000042-own-id', { type: 'show', tmdbId: '1000000042' }],
  ])('%s names its title', (slug, ref) => expect(decodeSlug(slug)).toEqual(ref));

  test.each([
    'tmdb-show-1396-breaking-bad',
    'tmdb-movie-abc-x',
    'tmdb-movie--x',
    'tmdb-movie-12x-y',
    'tmdb-movie-../../etc',
    'JW-movie-1-x',
    'tmdb-movie-9999999999999999999',
    '',
    'tmdb',
  ])('%s names nothing', (slug) => expect(decodeSlug(slug)).toBeNull());

  test('an encoded title is decoded unchanged', () => {
    const ref = { type: 'show', tmdbId: '42' } as const;
    expect(decodeSlug(encodeSlug({ ...ref, title: 'Love, Death & Robots' }))).toEqual(ref);
  });
});
