import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from './languages.ts';
import type en from './locales/en.json';
import { FIRST_TEXTS } from './first-texts.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true;
    resources: { translation: typeof en };
  }
}

/** Ready when it returns: the first English texts are part of the bundle, all others are fetched on demand. */
export function startLanguages(): i18n {
  if (i18next.isInitialized) return i18next;
  i18next.on('languageChanged', tellDocument);
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: FIRST_TEXTS } },
    interpolation: { escapeValue: false },
    // Said outright, or each key is looked at for whether it is a sentence.
    keySeparator: '.',
    nsSeparator: false,
    initAsync: false,
  });
  return i18next;
}

/** Rejects when the language cannot be loaded: then everything stays as it was. Nothing changes after an abort. */
export async function speak({ base, load }: Language, signal: AbortSignal): Promise<void> {
  const languages = startLanguages();
  if (load && !languages.hasResourceBundle(base, 'translation')) {
    const texts = await load();
    languages.addResourceBundle(base, 'translation', texts.default);
  }
  if (!signal.aborted && languages.language !== base) await languages.changeLanguage(base);
}

let isWhole = false;

/** Until then only what the first page says can be said, in English and where a language has gaps. */
export async function speakWhole(): Promise<void> {
  const languages = startLanguages();
  if (isWhole) return;
  // As text: as a module its first part, which is in the bundle, would bring all the others there.
  const { default: text } = await import('./locales/en.json?raw');
  const texts: object = JSON.parse(text);
  languages.addResourceBundle('en', 'translation', texts, true, true);
  isWhole = true;
}

/** Screen readers choose their voice by it, and right-to-left pages their direction. */
function tellDocument(language: string): void {
  // The page begins in English.
  if (typeof document === 'undefined' || document.documentElement.lang === language) return;
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
}
