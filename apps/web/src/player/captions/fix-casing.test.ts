import { expect, test } from 'vitest';

import { fixCase } from './fix-casing.ts';
import { wordsOf } from './cue.ts';

const fixed = (text: string, language: string) =>
  wordsOf(fixCase([{ kind: 'text', text }], language));

test.each([
  ['HELLO THERE. WHO ARE YOU?', 'en', 'Hello there. Who are you?'],
  ["I THINK I'M LATE.", 'en', "I think I'm late."],
  ['MAMA I TATA', 'pl', 'Mama i tata'],
  ['- WAIT! - WHY?', 'en', '- Wait! - Why?'],
  ['ISPARTA ILIK', 'tr', 'Isparta ılık'],
  ['ПРИВЕТ. КАК ДЕЛА?', 'ru', 'Привет. Как дела?'],
  ['ÉTÉ… ENFIN', 'not a language', 'Été… Enfin'],
  ['', 'en', ''],
])('%s in %s is %s', (loud, language, calm) => {
  expect(fixed(loud, language)).toBe(calm);
});

test('a mark in the middle of a sentence does not start another one', () => {
  const nodes = fixCase(
    [
      { kind: 'text', text: 'IT IS ' },
      { kind: 'mark', tag: 'i', children: [{ kind: 'text', text: 'VERY' }] },
      { kind: 'text', text: ' LATE' },
    ],
    'en',
  );
  expect(wordsOf(nodes)).toBe('It is very late');
  expect(nodes[1]).toMatchObject({ kind: 'mark', tag: 'i' });
});
