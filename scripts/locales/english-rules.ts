// Rules for the English texts only.
import { mayOmitCount, spacing } from './translation-rules.ts';
import { pluralForm } from '../../apps/web/src/i18n/packed-texts.ts';
import { NO_WORDS, placeholders, type Texts } from './texts.ts';

/** A word that the glossary forbids, with the keys of texts that may use it. */
export interface ForbiddenTerm {
  readonly term: RegExp;
  readonly use: string;
  readonly allowed?: readonly string[];
}

/** Checks that counts choose a plural form, and that every form for several numbers shows the count. */
function countFaults(english: Texts): readonly string[] {
  return [...english].flatMap(([key, text]) => {
    const form = pluralForm(key, english);
    const hasCount = placeholders(text).includes('count');
    if (!form) return hasCount ? [`${key} has {{count}}, but no plural forms`] : [];
    const isNeeded = !mayOmitCount('en', form.category);
    return isNeeded && !hasCount ? [`${key} lacks {{count}}`] : [];
  });
}

/** Matches complete words in any case. */
export function glossaryFaults(english: Texts, terms: readonly ForbiddenTerm[]): readonly string[] {
  return terms.flatMap(({ term, use, allowed = [] }) =>
    [...english].flatMap(([key, text]) => {
      const word = term.exec(text.replaceAll(NO_WORDS, ''))?.[0];
      if (word === undefined || allowed.includes(key)) return [];
      return [`${key} says “${word}” (${use})`];
    }),
  );
}

/** Checks that every description belongs to a key, to the stem of plural forms, or to a group of keys. */
export function descriptionFaults(descriptions: Texts, english: Texts): readonly string[] {
  const isKnown = (key: string): boolean =>
    english.has(key) ||
    english.has(`${key}_other`) ||
    [...english.keys()].some((one) => one.startsWith(`${key}.`));
  return [...descriptions.keys()].flatMap((key) =>
    isKnown(key) ? [] : [`the description of ${key} has no text in English`],
  );
}

export function englishFaults(english: Texts): readonly string[] {
  return [...countFaults(english), ...spacing(english)];
}
