// A passphrase while it is typed: all words but the last are finished.
import {
  checkPassphrase,
  completeWord,
  normalisePassphrase,
  type UnknownWord,
} from '@matinee/shared/identity/passphrase';

const WORDS = 12;

const isBetweenWords = (text: string): boolean => /[\s,;]$/.test(text);

/** Words that the one being typed may become. */
export function completions(text: string): string[] {
  if (isBetweenWords(text)) return [];
  return completeWord(normalisePassphrase(text).split(' ').at(-1) ?? '');
}

/** Instead of the last, unfinished word; a space invites the next. */
export function completeLast(text: string, word: string): string {
  const words = normalisePassphrase(text).split(' ').slice(0, -1);
  return [...words, word].join(' ') + (words.length + 1 < WORDS ? ' ' : '');
}

/** The finished words that are none of the list. */
export function unknownWords(text: string): readonly UnknownWord[] {
  const words = normalisePassphrase(text).split(' ');
  const isLastOpen = !isBetweenWords(text) && words.length < WORDS;
  const finished = isLastOpen ? words.slice(0, -1) : words;
  const check = checkPassphrase(finished.join(' '));
  return finished.join('') !== '' && check.is === 'misspelt' ? check.unknown : [];
}

export function replaceWord(text: string, index: number, word: string): string {
  return (
    normalisePassphrase(text).split(' ').with(index, word).join(' ') +
    (isBetweenWords(text) ? ' ' : '')
  );
}

export function countWords(text: string): number {
  const words = normalisePassphrase(text);
  return words === '' ? 0 : words.split(' ').length;
}
