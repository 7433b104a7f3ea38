import { expect, test } from 'vitest';
import { languageCode } from './caption-language.ts';

test.each([
  ['en', 'en'],
  ['pt-BR', 'pt'],
  ['eng', 'en'],
  ['ger', 'de'],
  ['deu', 'de'],
  ['English', 'en'],
  [' fre ', 'fr'],
  ['tlh', undefined],
  ['no linguistic content', undefined],
  ['../en', undefined],
  ['', undefined],
])('"%s" is %s', (text, code) => {
  expect(languageCode(text)).toBe(code);
});
