import { expect, test } from 'vitest';
import { flatten, packTexts, unpackTexts } from './packed-texts.ts';

const ENGLISH = {
  save: 'Save',
  files_one: '{{count}} file',
  files_other: '{{count}} files',
  page: { title: 'Title', text: 'Text' },
};
const english = new Map(flatten(ENGLISH));
const packed = (texts: object) => packTexts(new Map(flatten(texts)), english);

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

test('texts that are missing are skipped, and those of another part left out', () => {
  const texts = packed({ save: 'Zapisz', page: { text: 'Tekst' } });
  expect(texts).toEqual(['Zapisz', 2, 'Tekst']);
  expect(unpackTexts(texts, ENGLISH)).toEqual({ save: 'Zapisz', 'page.text': 'Tekst' });
  const page = { page: ENGLISH.page };
  const all = new Map(flatten(ENGLISH));
  expect(packTexts(all, new Map(flatten(page)))).toEqual(['Title', 'Text']);
  expect(unpackTexts(packed({}), ENGLISH)).toEqual({});
});

test('a browser without the plural rules of a language finds its only form', () => {
  const texts = unpackTexts(packed({ files_other: '文件' }), ENGLISH);
  expect(texts).toEqual({ files_other: '文件', files: '文件' });
});
