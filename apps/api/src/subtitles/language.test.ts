import { expect, test } from 'vitest';
import { languageOf } from './rank.ts';

test.each([
  ['en', 'en', 'English'],
  ['EN', 'en', 'English'],
  ['eng', 'en', 'English'],
  ['ger', 'de', 'German'],
  ['deu', 'de', 'German'],
  ['cze', 'cs', 'Czech'],
  ['fre', 'fr', 'French'],
  ['ron', 'ro', 'Romanian'],
  ['rum', 'ro', 'Romanian'],
  ['ell', 'el', 'Greek'],
  ['chi', 'zh', 'Chinese'],
  ['zht', 'zh', 'Chinese (Taiwan)'],
  ['pob', 'pt', 'Portuguese (Brazil)'],
  ['pt-BR', 'pt', 'Portuguese (Brazil)'],
  ['BR_PT', 'pt', 'Portuguese (Brazil)'],
  ['pt-pt', 'pt', 'Portuguese (Portugal)'],
  ['ZH_BG', 'zh', 'Chinese (Taiwan)'],
  ['EN_DE', 'en', 'English'],
  ['scc', 'sr', 'Serbian'],
  ['spl', 'es', 'Spanish (Latin America)'],
])('%s is %s', (text, code, name) => {
  expect(languageOf(text)).toEqual({ code, name });
});

test.each(['', 'all', 'ast', 'q', 'zz', 'x-klingon', '<b>', 'undefined'])(
  '"%s" is not a language with a two-letter code',
  (text) => {
    expect(languageOf(text)).toBeUndefined();
  },
);
