// The glossary of each language: one line per term, with the English term, its translations and a note, separated by tabs.
import { existsSync, readFileSync } from 'node:fs';
import { NO_WORDS, type Texts } from './texts.ts';

const GLOSSARIES = 'apps/web/src/i18n/glossary';

export interface Term {
  readonly english: string;
  /** Any of them will do. */
  readonly translations: readonly string[];
}

export function parseGlossary(text: string): readonly Term[] {
  return text.split('\n').flatMap((line) => {
    const [english = '', translation = ''] = line.split('\t');
    const isTerm = english.trim() !== '' && english !== 'English' && translation.trim() !== '';
    const translations = translation.split(/\s*[,/;،、]\s*/).filter((one) => one !== '');
    return isTerm ? [{ english: english.trim(), translations }] : [];
  });
}

export function readGlossary(file: string): readonly Term[] {
  const path = `${GLOSSARIES}/${file}.tsv`;
  return existsSync(path) ? parseGlossary(readFileSync(path, 'utf8')) : [];
}

/** Words change their ends: the first two thirds of the longest one decide, in any case and without accents. */
function stem(term: string): string {
  const words = plain(term).split(/\s+/);
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? '';
  return longest.slice(0, Math.max(2, Math.ceil((longest.length * 2) / 3)));
}

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Texts whose English has a term, and whose translation has none of its stems. A hint, because words inflect. */
export function glossaryDeviations(
  texts: Texts,
  english: Texts,
  terms: readonly Term[],
): readonly string[] {
  const found: string[] = [];
  for (const { english: term, translations } of terms) {
    const word = new RegExp(`(?<![\\w-])${escaped(term)}s?(?![\\w-])`, 'i');
    for (const [key, text] of texts) {
      const original = english.get(key)?.replaceAll(NO_WORDS, '') ?? '';
      const isKept = translations.some((one) => plain(text).includes(stem(one)));
      if (word.test(original) && !isKept)
        found.push(`${key}: ${term} → ${translations.join(', ')}: ${text}`);
    }
  }
  return found;
}
