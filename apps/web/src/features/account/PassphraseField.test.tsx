import { expect, test } from 'vitest';
import {
  completeLast,
  completions,
  countWords,
  replaceWord,
  unknownWords,
} from './PassphraseField.tsx';

test('only the unfinished word is completed', () => {
  expect(completions('abandon aba')).toEqual(['abandon']);
  expect(completions('abandon ')).toEqual([]);
  expect(completions('')).toEqual([]);
  expect(completeLast('zoo  Aba', 'abandon')).toBe('zoo abandon ');
});

test('no space follows the twelfth word', () => {
  const eleven = 'abandon '.repeat(11);
  expect(completeLast(`${eleven}abo`, 'about')).toBe(`${eleven}about`);
});

test('a word is checked as soon as the next begins', () => {
  expect(unknownWords('')).toEqual([]);
  expect(unknownWords('abandn')).toEqual([]);
  expect(unknownWords('abandn zoo')).toMatchObject([{ index: 0, word: 'abandn' }]);
  expect(unknownWords('zoo abandn ')).toMatchObject([{ index: 1, suggestions: ['abandon'] }]);
});

test('the twelfth word is finished without a trailing space', () => {
  expect(unknownWords(`${'abandon '.repeat(11)}abot`)).toMatchObject([{ index: 11 }]);
});

test('a suggestion replaces only its word', () => {
  expect(replaceWord('Zoo  abandn about', 1, 'abandon')).toBe('zoo abandon about');
  expect(replaceWord('abandn ', 0, 'abandon')).toBe('abandon ');
});

test('words are counted with any separators', () => {
  expect(countWords('  ')).toBe(0);
  expect(countWords('1. zoo\n2. abandon,about')).toBe(3);
});
