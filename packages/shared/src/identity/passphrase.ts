// Generates passphrases, normalizes typed ones, and checks them with suggestions.
import { entropyToMnemonic, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { PASSPHRASE_WORDS } from './passphrase-length.ts';

const ENTROPY_BYTES = 16;
/** The first four letters identify each word in the English list. */
const UNIQUE_PREFIX_LENGTH = 4;

const known: ReadonlySet<string> = new Set(wordlist);

type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;

/** Also available on plain HTTP pages. */
const secureRandom: RandomBytes = (bytes) => crypto.getRandomValues(bytes);

export function generatePassphrase(random = secureRandom): string {
  return entropyToMnemonic(random(new Uint8Array(ENTROPY_BYTES)), wordlist);
}

/** Removes capital letters of phone keyboards, list numbers and line breaks. */
export function normalisePassphrase(text: string): string {
  return wordsOf(text).join(' ');
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[\s\p{Cf},;]+/u)
    .map((word) => word.replace(/^\p{Nd}+[.):]?/u, '').replace(/\.$/, ''))
    .filter((word) => word !== '');
}

/** A word that isn't in the list, with its 0-based index and similar words. */
export interface UnknownWord {
  readonly index: number;
  readonly word: string;
  readonly suggestions: readonly string[];
}

export type PassphraseCheck =
  | { readonly is: 'complete'; readonly passphrase: string }
  | { readonly is: 'tooShort' | 'tooLong'; readonly count: number }
  | { readonly is: 'misspelt'; readonly unknown: readonly UnknownWord[] }
  /** Twelve valid words with a wrong checksum. */
  | { readonly is: 'mistaken' };

export function checkPassphrase(text: string): PassphraseCheck {
  const words = wordsOf(text);
  const unknown = words.flatMap((word, index) =>
    known.has(word) ? [] : [{ index, word, suggestions: similarWords(word) }],
  );
  if (unknown.length > 0) return { is: 'misspelt', unknown };
  const count = words.length;
  if (count !== PASSPHRASE_WORDS)
    return { is: count < PASSPHRASE_WORDS ? 'tooShort' : 'tooLong', count };
  const passphrase = words.join(' ');
  return validateMnemonic(passphrase, wordlist)
    ? { is: 'complete', passphrase }
    : { is: 'mistaken' };
}

/** Returns words with this prefix. Empty for a complete word that no other word extends. */
export function completeWord(start: string, limit = 5): string[] {
  const prefix = start.normalize('NFKD').trim().toLowerCase();
  if (prefix === '') return [];
  const found = wordlist.filter((word) => word.startsWith(prefix)).slice(0, limit);
  return found.length === 1 && found[0] === prefix ? [] : found;
}

const MAX_DISTANCE = 2;
const SUGGESTIONS = 3;

function similarWords(word: string): string[] {
  const start = word.slice(0, UNIQUE_PREFIX_LENGTH);
  return wordlist
    .map((candidate) => ({
      candidate,
      distance: candidate.startsWith(start) ? 0 : editDistance(word, candidate),
      // The first letter is rarely wrong.
      penalty: candidate[0] === word[0] ? 0 : 1,
    }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .toSorted((one, other) => one.distance + one.penalty - other.distance - other.penalty)
    .slice(0, SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** Levenshtein distance, inexact above MAX_DISTANCE. */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_DISTANCE) return MAX_DISTANCE + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [column, expected] of Array.from(other).entries()) {
      const changed = (row[column] ?? 0) + (letter === expected ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
