import { expect, test } from 'vitest';
import { flatten, packTexts, unpackTexts } from './packed-texts.ts';

const ENGLISH = {
  save: 'Save',
  files_one: '{{count}} file',
  files_other: '{{count}} files',
  page: { title: 'Title', text: 'Text' },
};
const english = new Map(flatten(ENGLISH));
const packed = (texts: object, isIncluded: (stem: string) => boolean = () => true) =>
  packTexts(new Map(flatten(texts)), english, isIncluded);

test('a language is its texts in the order of English, with plural forms of its own', () => {
  const polish = {
    page: { text: 'Tekst', title: 'Tytuł' },
    save: 'Zapisz',
    files_one: 'plik',
    files_few: 'pliki',
    files_other: 'pliku',
  };
  const texts = packed(polish);
  expect(texts).toEqual([
    'Zapisz',
    { one: 'plik', few: 'pliki', other: 'pliku' },
    'Tytuł',
    'Tekst',
  ]);
  expect(unpackTexts(texts, ENGLISH)).toMatchObject(Object.fromEntries(flatten(polish)));
});

test('texts that are missing, or that stand in the other file, are skipped', () => {
  const texts = packed({ save: 'Zapisz', page: { text: 'Tekst' } });
  expect(texts).toEqual(['Zapisz', 2, 'Tekst']);
  expect(unpackTexts(texts, ENGLISH)).toEqual({ save: 'Zapisz', 'page.text': 'Tekst' });
  const side = packed(ENGLISH, (stem) => stem.startsWith('page.'));
  expect(side).toEqual([2, 'Title', 'Text']);
  expect(unpackTexts(packed({}), ENGLISH)).toEqual({});
});

test('a browser without the plural rules of a language finds its only form', () => {
  const texts = unpackTexts(packed({ files_other: '文件' }), ENGLISH);
  expect(texts).toEqual({ files_other: '文件', files: '文件' });
});
