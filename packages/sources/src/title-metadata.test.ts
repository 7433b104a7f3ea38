import { describe, expect, test } from 'vitest';
import { provenYear, parseMetadata } from './title-metadata.ts';

describe('what the catalogue says', () => {
  const details = {
    title: 'The Open Door',
    original_title: 'La Porte ouverte',
    release_date: '1925-03-01',
    imdb_id: 'tt0000077',
  };

  test('is read from its details', () => {
    expect(parseMetadata(details)).toEqual({
      titles: ['The Open Door', 'La Porte ouverte'],
      year: 1925,
      imdbId: 'tt0000077',
    });
    expect(parseMetadata({ ...details, original_title: 'The Open Door', imdb_id: null })).toEqual({
      titles: ['The Open Door'],
      year: 1925,
      imdbId: undefined,
    });
  });

  test.each([{}, { ...details, release_date: '' }, { ...details, title: undefined }, undefined])(
    'is nothing where %j is no film with a year',
    (body) => {
      expect(parseMetadata(body)).toBeUndefined();
    },
  );
});

describe('the year of an upload', () => {
  const facts = { titles: ['The Open Door', 'La Porte ouverte'], year: 1925, imdbId: 'tt0000077' };

  test.each([
    ['its title and year', { title: 'The Open Door', year: 1925 }],
    ['its first title and year', { title: 'La porte ouverte (1925)', year: 1925 }],
    ['its IMDb id', { title: 'Door', imdbIds: ['tt0000077'] }],
  ])('is proven by %s', (_how, upload) => {
    expect(provenYear(upload, facts)).toBe(1925);
  });

  test.each([
    ['of another title', { title: 'A Film of Last Summer', year: 1925 }],
    ['of another year', { title: 'The Open Door', year: 1926 }],
    ['of no year', { title: 'The Open Door' }],
    ['with another IMDb id', { title: 'The Open Door', year: 1925, imdbIds: ['tt0000078'] }],
    ['that is a trailer', { title: 'The Open Door trailer', year: 1925 }],
  ])('%s is not', (_what, upload) => {
    expect(provenYear(upload, facts)).toBeUndefined();
  });
});
