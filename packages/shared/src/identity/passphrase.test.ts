import { describe, expect, test } from 'vitest';
import {
  checkPassphrase,
  completeWord,
  generatePassphrase,
  normalisePassphrase,
} from './passphrase.ts';

const TWELVE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

describe('a new passphrase', () => {
  test('has twelve words that a login accepts, and differs each time', () => {
    const [one, other] = [generatePassphrase(), generatePassphrase()];
    expect(checkPassphrase(one)).toEqual({ is: 'complete', passphrase: one });
    expect(one.split(' ')).toHaveLength(12);
    expect(other).not.toBe(one);
  });

  test('depends on its random bytes only', () => {
    expect(generatePassphrase((bytes) => bytes)).toBe(`${'abandon '.repeat(11)}about`);
  });
});

describe('typed text', () => {
  test.each([
    ['with spaces around', `  ${TWELVE} \n`],
    ['in capitals', TWELVE.toUpperCase()],
    ['over several lines', TWELVE.replaceAll(' ', '\r\n\t')],
    [
      'numbered',
      TWELVE.split(' ')
        .map((word, index) => `${index + 1}. ${word}`)
        .join('\n'),
    ],
    ['numbered in Persian', TWELVE.split(' ').join('\n۱. ')],
    ['with commas', TWELVE.replaceAll(' ', ', ')],
    ['with a byte order mark and hard spaces', `\uFEFF${TWELVE.replaceAll(' ', '\u00A0')}`],
    ['in full-width letters', TWELVE.replace('year', 'ｙｅａｒ')],
    ['with a full stop', `${TWELVE}.`],
  ])('%s is the same passphrase', (_how, text) => {
    expect(normalisePassphrase(text)).toBe(TWELVE);
    expect(checkPassphrase(text)).toEqual({ is: 'complete', passphrase: TWELVE });
  });

  test('has an error with the number of words', () => {
    expect(checkPassphrase('')).toEqual({ is: 'tooShort', count: 0 });
    expect(checkPassphrase('legal winner')).toEqual({ is: 'tooShort', count: 2 });
    expect(checkPassphrase(`${TWELVE} year`)).toEqual({ is: 'tooLong', count: 13 });
  });

  test('has an error with the misspelt word, and suggestions', () => {
    expect(checkPassphrase(TWELVE.replace('year', 'yaer').replace('sausage', 'sausagge'))).toEqual({
      is: 'misspelt',
      unknown: [
        { index: 3, word: 'yaer', suggestions: expect.arrayContaining(['year']) },
        { index: 5, word: 'sausagge', suggestions: ['sausage'] },
      ],
    });
    const check = checkPassphrase('physicl');
    expect(check).toMatchObject({ unknown: [{ suggestions: ['physical'] }] });
    expect(checkPassphrase('zzzzzzzz')).toMatchObject({ unknown: [{ suggestions: [] }] });
  });

  test('has an error when words are missing or in another order', () => {
    expect(checkPassphrase(TWELVE.split(' ').toReversed().join(' '))).toEqual({ is: 'mistaken' });
    expect(checkPassphrase('abandon '.repeat(12))).toEqual({ is: 'mistaken' });
  });
});

test('an incomplete word is completed', () => {
  expect(completeWord('phys')).toEqual(['physical']);
  expect(completeWord(' CAN', 3)).toEqual(['can', 'canal', 'cancel']);
  expect(completeWord('physical')).toEqual([]);
  expect(completeWord('')).toEqual([]);
  expect(completeWord('qqq')).toEqual([]);
});
