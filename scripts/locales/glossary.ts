// The glossary of each language. Each line has an English term, its translations and a note, separated by tabs.
import { existsSync, readFileSync } from 'node:fs';
import { NO_WORDS, type Texts } from './texts.ts';

const GLOSSARIES = 'apps/web/src/i18n/glossary';

export interface Term {
  readonly english: string;
  /** The alternatives. */
  readonly translations: readonly string[];
}

export function parseGlossary(text: string): readonly Term[] {
  return text.split('\n').flatMap((line) => {
    const [english = '', translation = ''] = line.split('\t');
    const translations = alternatives(translation);
    if (english === 'English' || translations.length === 0) return [];
    const isSame = SAME.test(translation.trim());
    // Skip single letters, which are spelling rules of an invented language.
    const words = alternatives(english).filter((term) => term.length > 1);
    return words.map((term) => ({
      english: term,
      translations: isSame ? [term] : translations,
    }));
  });
}

/** Glossaries of invented languages contain this for unchanged words. */
const SAME = /^same(?: as English)?$/;

/** Returns the alternatives without remarks in parentheses. */
function alternatives(cell: string): readonly string[] {
  const parts = cell.replaceAll(/\([^)]*\)/g, '').split(/[,/;،、]/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

export function readGlossary(file: string): readonly Term[] {
  const path = `${GLOSSARIES}/${file}.tsv`;
  return existsSync(path) ? parseGlossary(readFileSync(path, 'utf8')) : [];
}

/** Returns the first two thirds of the longest word, without case and accents, because the ends of words change. */
function stem(term: string): string {
  const words = plain(term).split(/\s+/);
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? '';
  return longest.slice(0, Math.max(2, Math.ceil((longest.length * 2) / 3)));
}

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

interface TermUse {
  readonly term: Term;
  /** The keys of texts with the term in English. */
  readonly keys: readonly string[];
  /** The keys of translations without any of the term's stems. */
  readonly deviating: readonly string[];
}

const asWord = (term: string): RegExp =>
  new RegExp(`(?<![\\w-])${escaped(term)}s?(?![\\w-])`, 'gi');
/** A name that contains a term and stays in English. */
const NAME = /The Movie Database/g;

function termUses(texts: Texts, english: Texts, terms: readonly Term[]): readonly TermUse[] {
  return terms.map((term) => {
    const longer = terms.filter((one) => one !== term && asWord(term.english).test(one.english));
    const keys = [...texts.keys()].filter((key) => {
      const original = english.get(key)?.replaceAll(NO_WORDS, '').replaceAll(NAME, '') ?? '';
      const rest = longer.reduce((text, one) => text.replaceAll(asWord(one.english), ''), original);
      return asWord(term.english).test(rest);
    });
    const deviating = keys.filter((key) => {
      const text = plain(texts.get(key) ?? '');
      return !term.translations.some((one) => text.includes(stem(one)));
    });
    return { term, keys, deviating };
  });
}

/**
 * Returns texts with a term in English but none of its stems in the translation. Only a hint, because words inflect.
 */
export function glossaryDeviations(
  texts: Texts,
  english: Texts,
  terms: readonly Term[],
): readonly string[] {
  return termUses(texts, english, terms).flatMap(({ term, deviating }) =>
    deviating.map(
      (key) => `${key}: ${term.english} → ${term.translations.join(', ')}: ${texts.get(key)}`,
    ),
  );
}

/** Inflection and words with two meanings, such as _show_, explain a smaller share. */
const MOST_DEVIATING = 2 / 3;
const FEWEST_TEXTS = 4;

/** Returns terms that two thirds of the texts translate differently. Either the texts or the glossary is wrong. */
export function unusedTerms(
  texts: Texts,
  english: Texts,
  terms: readonly Term[],
): readonly string[] {
  return termUses(texts, english, terms)
    .filter(
      ({ keys, deviating }) =>
        keys.length >= FEWEST_TEXTS && deviating.length > keys.length * MOST_DEVIATING,
    )
    .map(
      ({ term, keys, deviating }) =>
        `${deviating.length} of ${keys.length} texts lack the glossary’s “${term.translations.join(', ')}” for “${term.english}”, such as ${deviating[0]}`,
    );
}
