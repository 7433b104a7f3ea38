import i18next, { type FormatterModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { numberText, percentText } from './formats.ts';
import { firstEnglish, loadEnglish } from './english.ts';
import { documentLanguage, type Language } from './languages.ts';
import { loadFormats, loadTexts } from './load-texts.ts';
import type en from './locales/en.json';
import { unpackTexts, type TextsPart } from './packed-texts.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true;
    resources: { translation: typeof en };
  }
}

/**
 * Writes each number in a text in the digits and with the separators of the language, and
 * `{{share, percent}}` as a percentage. In right-to-left languages, titles and names keep their own
 * direction: "9 to 5" would be shown as "to 5 9".
 */
const values: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, format, locale = 'en') => {
    if (typeof value !== 'number') return i18next.dir(locale) === 'rtl' ? isolated(value) : value;
    return format === 'percent' ? percentText(value, locale) : numberText(value, locale);
  },
};

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

const isolated = (value: string): string =>
  value === '' ? value : `${FIRST_STRONG_ISOLATE}${value}${POP_DIRECTIONAL_ISOLATE}`;

/** i18next is ready when this returns: English is part of the first load, other languages load on demand. */
export function startLanguages(): i18n {
  if (i18next.isInitialized) return i18next;
  i18next.on('languageChanged', setDocumentLanguage);
  void i18next
    .use(initReactI18next)
    .use(values)
    .init({
      lng: 'en',
      fallbackLng: 'en',
      // i18next adds later texts to the object that it gets.
      resources: { en: { translation: structuredClone(firstEnglish) } },
      interpolation: { escapeValue: false, alwaysFormat: true },
      // Otherwise, i18next would test whether each key is a sentence.
      keySeparator: '.',
      nsSeparator: false,
      initAsync: false,
    });
  return i18next;
}

/** The texts that have been added, as `de main`. */
const added = new Set<string>();
/** The texts that the pages so far need. */
const parts = new Set<TextsPart>(['main']);
let wanted: Language | undefined;

/** Rejects when the language cannot be loaded, and keeps the current one. Changes nothing after an abort. */
export async function changeLanguage(language: Language, signal: AbortSignal): Promise<void> {
  wanted = language;
  if (missingParts(language).length > 0) await addTexts(language);
  const { locale } = language;
  if (!signal.aborted && i18next.language !== locale) await i18next.changeLanguage(locale);
}

/**
 * Loads the texts that a page needs beyond the first load. Rejects only when English fails: a page in English is better
 * than none.
 */
export async function loadPageTexts(...needed: readonly TextsPart[]): Promise<void> {
  for (const part of needed) parts.add(part);
  await Promise.all([...needed.map(addEnglish), wanted && addTexts(wanted).catch(() => undefined)]);
}

async function addEnglish(part: TextsPart): Promise<void> {
  const texts = await loadEnglish(part);
  startLanguages().addResourceBundle('en', 'translation', texts, true);
}

const missingParts = ({ locale }: Language): TextsPart[] =>
  [...parts].filter((part) => !added.has(`${locale} ${part}`));

async function addTexts(language: Language): Promise<void> {
  const languages = startLanguages();
  const { locale, file } = language;
  await Promise.all([
    loadFormats(locale),
    ...missingParts(language).map(async (part) => {
      const [english, texts] = await Promise.all([loadEnglish(part), loadTexts(file, part)]);
      languages.addResources(locale, 'translation', unpackTexts(texts, english));
      added.add(`${locale} ${part}`);
    }),
  ]);
}

/** Screen readers choose their voice by `lang`; `dir` lays out right-to-left languages. */
function setDocumentLanguage(locale: string): void {
  const lang = documentLanguage(locale);
  // index.html is in English.
  if (typeof document === 'undefined' || document.documentElement.lang === lang) return;
  document.documentElement.lang = lang;
  document.documentElement.dir = i18next.dir(locale);
}
