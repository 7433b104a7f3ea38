import { expect, test } from 'vitest';
import {
  completeLast,
  completions,
  countWords,
  replaceWord,
  unknownWords,
} from './PassphraseField.tsx';

test('only the word that is being typed is completed', () => {
  expect(completions('abandon aba')).toEqual(['abandon']);
  expect(completions('abandon ')).toEqual([]);
  expect(completions('')).toEqual([]);
  expect(completeLast('zoo  Aba', 'abandon')).toBe('zoo abandon ');
});

test('after the twelfth word there is no room for another', () => {
  const eleven = 'abandon '.repeat(11);
  expect(completeLast(`${eleven}abo`, 'about')).toBe(`${eleven}about`);
});

test('a word is not called wrong while it is typed, but as soon as the next begins', () => {
  expect(unknownWords('')).toEqual([]);
  expect(unknownWords('abandn')).toEqual([]);
  expect(unknownWords('abandn zoo')).toMatchObject([{ index: 0, word: 'abandn' }]);
  expect(unknownWords('zoo abandn ')).toMatchObject([{ index: 1, suggestions: ['abandon'] }]);
});

test('the twelfth word is finished without a space behind it', () => {
  expect(unknownWords(`${'abandon '.repeat(11)}abot`)).toMatchObject([{ index: 11 }]);
});

test('a suggestion takes the place of its word and leaves all others', () => {
  expect(replaceWord('Zoo  abandn about', 1, 'abandon')).toBe('zoo abandon about');
  expect(replaceWord('abandn ', 0, 'abandon')).toBe('abandon ');
});

test('words are counted as they are read, whatever stands between them', () => {
  expect(countWords('  ')).toBe(0);
  expect(countWords('1. zoo\n2. abandon,about')).toBe(3);
});
