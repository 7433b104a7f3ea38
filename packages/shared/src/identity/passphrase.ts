// The twelve words that an account is: made, read as people type them, and told what is wrong with them.
import { entropyToMnemonic, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const WORDS = 12;
const ENTROPY_BYTES = 16;
/** In the English list no two words share their first four letters. */
const TELLING_LETTERS = 4;

const known: ReadonlySet<string> = new Set(wordlist);

export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;

/** `crypto.getRandomValues` is there on plain-http addresses, too. */
const strong: RandomBytes = (bytes) => crypto.getRandomValues(bytes);

export function generatePassphrase(random = strong): string {
  return entropyToMnemonic(random(new Uint8Array(ENTROPY_BYTES)), wordlist);
}

/** As it was generated: what a telephone capitalises, a list numbers and a copy wraps is undone. */
export function normalisePassphrase(text: string): string {
  return wordsOf(text).join(' ');
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[\s\p{Cf},;]+/u)
    .map((word) => word.replace(/^\d+[.):]?/, '').replace(/\.$/, ''))
    .filter((word) => word !== '');
}

/** Where a word stands, counted from 0, that is none of the list; the nearest that are. */
export interface UnknownWord {
  readonly index: number;
  readonly word: string;
  readonly suggestions: readonly string[];
}

export type PassphraseCheck =
  | { readonly is: 'complete'; readonly passphrase: string }
  | { readonly is: 'tooShort' | 'tooLong'; readonly count: number }
  | { readonly is: 'misspelt'; readonly unknown: readonly UnknownWord[] }
  /** All twelve are words of the list, but not these in this order. */
  | { readonly is: 'mistaken' };

export function checkPassphrase(text: string): PassphraseCheck {
  const words = wordsOf(text);
  const unknown = words.flatMap((word, index) =>
    known.has(word) ? [] : [{ index, word, suggestions: similarWords(word) }],
  );
  if (unknown.length > 0) return { is: 'misspelt', unknown };
  const count = words.length;
  if (count !== WORDS) return { is: count < WORDS ? 'tooShort' : 'tooLong', count };
  const passphrase = words.join(' ');
  return validateMnemonic(passphrase, wordlist)
    ? { is: 'complete', passphrase }
    : { is: 'mistaken' };
}

/** Words that begin so; none for what is a whole word that begins no other. */
export function completeWord(start: string, limit = 5): string[] {
  const begun = start.normalize('NFKD').trim().toLowerCase();
  if (begun === '') return [];
  const found = wordlist.filter((word) => word.startsWith(begun)).slice(0, limit);
  return found.length === 1 && found[0] === begun ? [] : found;
}

const MAX_SLIPS = 2;
const SUGGESTIONS = 3;

function similarWords(word: string): string[] {
  const start = word.slice(0, TELLING_LETTERS);
  return wordlist
    .map((candidate) => ({
      candidate,
      slips: candidate.startsWith(start) ? 0 : slipsBetween(word, candidate),
      // The first letter is seldom the wrong one.
      doubt: candidate[0] === word[0] ? 0 : 1,
    }))
    .filter(({ slips }) => slips <= MAX_SLIPS)
    .toSorted((one, other) => one.slips + one.doubt - other.slips - other.doubt)
    .slice(0, SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** Letters to add, drop or change until one is the other; more than MAX_SLIPS are not counted out. */
function slipsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_SLIPS) return MAX_SLIPS + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [column, wanted] of Array.from(other).entries()) {
      const changed = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
