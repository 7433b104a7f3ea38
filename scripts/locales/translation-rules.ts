// Compares a translation with English.
import { pluralForm } from '../../apps/web/src/i18n/packed-texts.ts';
import { NO_WORDS, placeholders, type Texts } from './texts.ts';

export interface Translation {
  /** The tag for `Intl.PluralRules`. */
  readonly locale: string;
  readonly texts: Texts;
  /** Whether the file contains only texts that differ from English. */
  readonly isPartial: boolean;
  /** The number of texts that may be missing. Such a language may also have texts that English no longer has. */
  readonly mayLack: number;
  /** Further keys, without plural endings, that may be missing. */
  readonly untranslated: ReadonlySet<string>;
}

type Rule = (translation: Translation, english: Texts) => readonly string[];

/** Returns the keys of a complete translation. i18next prefers the form `zero` for 0 in any language. */
function expectedKeys(locale: string, english: Texts): ReadonlySet<string> {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  return new Set(
    [...english.keys()].flatMap((key) => {
      const form = pluralForm(key, english);
      if (!form || form.category === 'zero') return [key];
      return pluralCategories.map((category) => `${form.stem}_${category}`);
    }),
  );
}

/** Returns the keys of a complete translation that `texts` lacks. */
export function missingTexts(locale: string, texts: Texts, english: Texts): readonly string[] {
  return [...expectedKeys(locale, english)].filter((key) => !texts.has(key));
}

const missing: Rule = ({ locale, texts, isPartial, mayLack, untranslated }, english) => {
  const keys = (isPartial ? [] : missingTexts(locale, texts, english)).filter(
    (key) => !untranslated.has(pluralForm(key, english)?.stem ?? key),
  );
  return keys.length > mayLack ? keys.map((key) => `${key} is missing`) : [];
};

const surplus: Rule = ({ locale, texts, mayLack }, english) => {
  if (mayLack > 0) return [];
  const expected = expectedKeys(locale, english);
  return [...texts.keys()]
    .filter((key) => !expected.has(key))
    .map((key) => `${key} is not in English, or not a plural form of this language`);
};

/** The numbers to check for whether a plural form applies to a single number. */
const MANY = 1_000;

/** Returns whether a form applies to a single number, such as the Hebrew `two`. It may then spell the number out. */
export function mayOmitCount(locale: string, category: string): boolean {
  const rules = new Intl.PluralRules(locale);
  const numbers = Array.from({ length: MANY + 1 }, (_, number) => number);
  return category === 'zero' || numbers.filter((n) => rules.select(n) === category).length <= 1;
}

const samePlaceholders: Rule = ({ locale, texts }, english) =>
  [...texts].flatMap(([key, text]) => {
    const form = pluralForm(key, english) ?? pluralForm(key, texts);
    const original = form ? english.get(`${form.stem}_other`) : english.get(key);
    if (original === undefined) return [];
    const wanted = placeholders(original);
    const found = placeholders(text);
    const isOptional = (name: string): boolean =>
      name === 'count' && form !== undefined && mayOmitCount(locale, form.category);
    const lacks = wanted.filter((name) => !found.includes(name) && !isOptional(name));
    const adds = found.filter((name) => !wanted.includes(name));
    return [
      ...lacks.map((name) => `${key} lacks the placeholder {{${name}}}`),
      ...adds.map((name) => `${key} has the unknown placeholder {{${name}}}`),
    ];
  });

const HAS_WORD = /\p{L}{2}/u;

const equals = (texts: Texts, english: Texts): readonly (readonly [key: string, text: string])[] =>
  [...texts].filter(([key, text]) => text === english.get(key));

/** Words that may be equal to English. */
export interface SameTexts {
  /** Words that are the same in every language. */
  readonly names: readonly string[];
  /** Words that are the same in this language. */
  readonly shared: readonly string[];
}

const hasWord = (text: string): boolean => HAS_WORD.test(text.replaceAll(NO_WORDS, ''));

export function untranslated(
  { texts, isPartial }: Translation,
  english: Texts,
  { names, shared }: SameTexts,
): readonly string[] {
  return equals(texts, english).flatMap(([key, text]) => {
    if (isPartial) return [`${key} is equal to English, so leave it out`];
    const isAllowed = names.includes(text) || shared.includes(text) || !hasWord(text);
    return isAllowed ? [] : [`${key} is not translated: ${text}`];
  });
}

/** Returns useless entries of a language's list: names, texts without a word, texts that differ. */
function unusedSameTexts(
  { texts }: Translation,
  english: Texts,
  { names, shared }: SameTexts,
): readonly string[] {
  const equal = new Set(equals(texts, english).map(([, text]) => text));
  return shared
    .filter(
      (text, index) =>
        !equal.has(text) ||
        !hasWord(text) ||
        names.includes(text) ||
        shared.indexOf(text) !== index,
    )
    .map((text) => `its list of equal texts has “${text}”, which allows nothing`);
}

/** Matches `MP4` and `0123-4567-89AB`. Numbers in names and codes have the same digits in all languages. */
const LATIN_NAME = /[\w.-]*[A-Za-z][\w.-]*/g;

/** Requires the digits of `Intl` in texts, because values have them. */
const otherDigits: Rule = ({ locale, texts }) => {
  const own = new Intl.NumberFormat(locale, { useGrouping: false }).format(1234567890);
  if (own === '1234567890') return [];
  return [...texts]
    .filter(([, text]) => /[0-9]/.test(text.replaceAll(NO_WORDS, '').replaceAll(LATIN_NAME, '')))
    .map(([key]) => `${key} has other digits than ${own}`);
};

/** Finds outer spaces. Code doesn't join sentences, so texts need none. */
export function spacing(texts: Texts): readonly string[] {
  return [...texts].flatMap(([key, text]) => [
    ...(text.trim() === text ? [] : [`${key} begins or ends with a space`]),
    ...(/ {2}|\n|\t/.test(text) ? [`${key} has two spaces, a tab or a line break`] : []),
    ...(text === '' ? [`${key} is empty`] : []),
  ]);
}

export function translationFaults(
  translation: Translation,
  english: Texts,
  same: SameTexts,
): readonly string[] {
  return [
    ...missing(translation, english),
    ...surplus(translation, english),
    ...samePlaceholders(translation, english),
    ...otherDigits(translation, english),
    ...untranslated(translation, english, same),
    ...unusedSameTexts(translation, english, same),
    ...spacing(translation.texts),
  ];
}
