import { describe, expect, test } from 'vitest';
import {
  matchUpload,
  extraWord,
  normaliseTitle,
  runtimeFit,
  isSameTitle,
  type Upload,
  type TargetTitle,
  verifiedYear,
  parseMetadata,
} from './match.ts';

const hisGirlFriday: TargetTitle = {
  title: 'His Girl Friday',
  year: 1940,
  imdbId: 'tt0032599',
  kind: 'movie',
};

describe('normalized titles', () => {
  test.each([
    ['The General', 'general'],
    ['A Trip to the Moon', 'trip to the moon'],
    ['An American in Paris', 'american in paris'],
    ['The', 'the'],
    ['Stranger, The', 'stranger'],
    ['Stranger, The (1946)', 'stranger 1946'],
    ['Häxan', 'haxan'],
    ['Smørrebrød & Straße', 'smorrebrod and strasse'],
    ["Tillie's Punctured Romance", 'tillies punctured romance'],
    ['Tillie’s  PUNCTURED__Romance!', 'tillies punctured romance'],
    ['Броненосец «Потёмкин»', 'броненосец потемкин'],
    ['東京物語', '東京物語'],
    ['ガメラ', 'ガメラ'],
    ['राजा हरिश्चन्द्र', 'राजा हरिश्चन्द्र'],
    ['أهواك', 'أهواك'],
    ['!!!', ''],
  ])('%s becomes %s', (title, expected) => {
    expect(normaliseTitle(title)).toBe(expected);
  });

  test('non-Latin scripts are distinguished', () => {
    expect(isSameTitle('東京物語', { title: '東京暮色', year: 1953 })).toBe(false);
    expect(isSameTitle('ハハ', { title: 'ババ', year: 1953 })).toBe(false);
  });
});

describe('equal titles', () => {
  test.each([
    'His Girl Friday',
    'his girl friday (1940)',
    'His Girl Friday (1941)',
    'His Girl Friday - Full Movie',
    'His Girl Friday 1940 HD',
    'His Girl Friday (DVD quality)',
    'His Girl Friday [720p]',
    'His Girl Friday (1940) Howard Hawks',
    'His Girl Friday - Howard Hawks - Full Length Movie (1940)',
  ])('"%s" is the movie', (candidate) => {
    expect(isSameTitle(candidate, hisGirlFriday, ['Howard Hawks'])).toBe(true);
  });

  test.each([
    "The Saint's Girl Friday",
    'His Girl Friday 2',
    'His Girl Friday (1953)',
    'His Girl',
    'Friday',
    'The Making of His Girl Friday',
    'His Girl Friday by Somebody Else',
    '',
  ])('"%s" is another movie', (candidate) => {
    expect(isSameTitle(candidate, hisGirlFriday, ['Howard Hawks'])).toBe(false);
  });

  test('a number or a quality word that belongs to the title stays', () => {
    expect(isSameTitle('Death Race 2000', { title: 'Death Race 2000', year: 1975 })).toBe(true);
    expect(isSameTitle('Death Race 2000', { title: 'Death Race', year: 2008 })).toBe(false);
    expect(isSameTitle('1917', { title: '1917', year: 1917 })).toBe(true);
  });

  test('a title of punctuation only equals nothing', () => {
    expect(isSameTitle('???', { title: '!!!', year: 2004 })).toBe(false);
  });
});

describe('words that reject an upload', () => {
  test.each([
    ['His Girl Friday trailer', 'trailer'],
    ['His Girl Friday (clip)', 'clip'],
    ['Review: His Girl Friday', 'review'],
    ['His Girl Friday with commentary', 'commentary'],
    ['RiffTrax His Girl Friday', 'rifftrax'],
    ['MST3K: His Girl Friday', 'mst3k'],
    ['His Girl Friday (Colorized)', 'colorized'],
    ['His Girl Friday colourised', 'colourised'],
    ['His Girl Friday remix', 'remix'],
    ['His Girl Friday Soundtrack', 'soundtrack'],
    ['Cary Grant Compilation', 'compilation'],
    ['Cary Grant Collection', 'collection'],
    ['His Girl Friday episodes', 'episodes'],
  ])('%s', (title, word) => {
    expect(extraWord(title, hisGirlFriday)).toBe(word);
  });

  test('a word of the title itself does not reject, nor do episode numbers in a series', () => {
    expect(extraWord('The Collection', { title: 'The Collection', kind: 'movie' })).toBeUndefined();
    expect(extraWord('Episode 4', { title: 'Dragnet', kind: 'show' })).toBeUndefined();
    expect(extraWord('The Eclipse', hisGirlFriday)).toBeUndefined();
  });
});

describe('runtime', () => {
  test.each([
    [5732, 96, 'fits'],
    [0.7 * 6000, 100, 'fits'],
    [1.3 * 6000, 100, 'fits'],
    [0.69 * 6000, 100, 'off'],
    [1.31 * 6000, 100, 'off'],
    [596, 8, 'fits'],
    [undefined, 100, 'unknown'],
    [6000, undefined, 'unknown'],
  ] as const)('%s s for %s min: %s', (seconds, minutes, fit) => {
    expect(runtimeFit(seconds, minutes)).toBe(fit);
  });
});

describe('the match of an upload', () => {
  const exact: Upload = { title: 'His Girl Friday', year: 1940 };

  test('is exact with the same title in the same year', () => {
    expect(matchUpload(exact, hisGirlFriday)).toEqual({
      matches: true,
      by: 'title',
      isTitleEqual: true,
      isExactYear: true,
    });
  });

  test('is weaker with an adjacent year or none', () => {
    for (const year of [1939, 1941, undefined]) {
      expect(matchUpload({ ...exact, year }, hisGirlFriday)).toMatchObject({
        matches: true,
        isExactYear: false,
      });
    }
  });

  test('by IMDb id outweighs year and title, and reports a different title', () => {
    const tagged = { title: 'Luna nueva', year: 2012, imdbIds: ['tt0032599'] };
    expect(matchUpload(tagged, hisGirlFriday)).toMatchObject({
      matches: true,
      by: 'imdb',
      isTitleEqual: false,
    });
  });

  test.each<[Upload, string]>([
    [{ ...exact, year: 1953 }, 'is from 1953'],
    [{ ...exact, title: "The Saint's Girl Friday" }, 'has a different title'],
    [{ ...exact, title: 'His Girl Friday trailer' }, 'is a trailer'],
    [{ ...exact, imdbIds: ['tt0046265'] }, 'is tagged as a different title'],
    [{ ...exact, imdbIds: ['tt0032599', 'tt0046265'] }, 'is tagged as several titles'],
    [{ title: 'His Girl Friday trailer', year: 1940, imdbIds: ['tt0032599'] }, 'is a trailer'],
  ])('%o is refused', (candidate, reason) => {
    expect(matchUpload(candidate, hisGirlFriday)).toEqual({ matches: false, reason });
  });
});

describe('the catalog’s metadata', () => {
  const details = {
    title: 'The Open Door',
    original_title: 'La Porte ouverte',
    release_date: '1925-03-01',
    imdb_id: 'tt0000077',
  };

  test('is read from the title’s details', () => {
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
    'is missing where %j is not a movie with a year',
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
    expect(verifiedYear(upload, facts)).toBe(1925);
  });

  test.each([
    ['of another title', { title: 'A Film of Last Summer', year: 1925 }],
    ['of another year', { title: 'The Open Door', year: 1926 }],
    ['of no year', { title: 'The Open Door' }],
    ['with another IMDb id', { title: 'The Open Door', year: 1925, imdbIds: ['tt0000078'] }],
    ['that is a trailer', { title: 'The Open Door trailer', year: 1925 }],
  ])('%s is not', (_what, upload) => {
    expect(verifiedYear(upload, facts)).toBeUndefined();
  });
});
