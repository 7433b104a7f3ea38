// Converts American to British English, word by word.
import { NO_WORDS, type Texts } from './texts.ts';

/** Texts that can't be converted word by word. */
const WHOLE: Readonly<Record<string, string>> = {
  'discover.kinds.tv': 'Series',
  'library.sections.shows': 'Series',
  'media.types.show': 'Series',
};

/** Names, placeholders and nested keys keep their spelling. */
const NAMES = new RegExp(`The Movie Database|${NO_WORDS.source}`, 'g');

const WORDS: readonly (readonly [american: RegExp, british: string])[] = [
  [/\b(movies?) (and|or) shows?\b/gi, '$1 $2 series'],
  [/\bshows (and|or) movies\b/gi, 'series $1 movies'],
  [/\bmovies, shows and\b/gi, 'movies, series and'],
  [/\bshow's title\b/g, 'series title'],
  [/\b(this|that|each|every|a|your) show\b/gi, '$1 series'],
  [/\btheaters\b/g, 'cinemas'],
  [/\bmovie/g, 'film'],
  [/\bMovie/g, 'Film'],
  [/\b(c)olor/gi, '$1olour'],
  [/\b(gr)ay\b/gi, '$1ey'],
  [/\b(catalog)(s?)\b/gi, '$1ue$2'],
  [/\b(fav)orite/gi, '$1ourite'],
  [/\b(cancel)ed\b/gi, '$1led'],
  [/\b(capital|organ|custom|(?:un)?recogn|synchron)iz/gi, '$1is'],
  [/\bafterward\b/g, 'afterwards'],
];

function toBritish(text: string): string {
  const names: string[] = [];
  const hidden = text.replaceAll(NAMES, (name) => {
    names.push(name);
    return '\0';
  });
  const british = WORDS.reduce((now, [american, word]) => now.replaceAll(american, word), hidden);
  return british.replaceAll('\0', () => names.shift() ?? '');
}

/** Returns only the texts that differ. */
export function britishTexts(english: Texts): Texts {
  const all = [...english].map(([key, text]) => [key, WHOLE[key] ?? toBritish(text)] as const);
  return new Map(all.filter(([key, text]) => text !== english.get(key)));
}

export function britishFaults(british: Texts, english: Texts): readonly string[] {
  const expected = britishTexts(english);
  return [...new Set([...expected.keys(), ...british.keys()])]
    .filter((key) => english.has(key) && british.get(key) !== expected.get(key))
    .map((key) => `${key} does not follow English: run npm run locales:british`);
}
