import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from './languages.ts';
import en from './locales/en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true;
    resources: { translation: typeof en };
  }
}

/** Ready when it returns: English is part of the first load, other languages load on demand. */
export function startLanguages(): i18n {
  if (i18next.isInitialized) return i18next;
  i18next.on('languageChanged', setDocumentLanguage);
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
    // i18next would test each key for being a sentence.
    keySeparator: '.',
    nsSeparator: false,
    initAsync: false,
  });
  return i18next;
}

/** Rejects when the language cannot be loaded, and keeps the current one. Changes nothing after an abort. */
export async function changeLanguage({ base, load }: Language, signal: AbortSignal): Promise<void> {
  const languages = startLanguages();
  if (load && !languages.hasResourceBundle(base, 'translation')) {
    const texts = await load();
    languages.addResourceBundle(base, 'translation', texts.default);
  }
  if (!signal.aborted && languages.language !== base) await languages.changeLanguage(base);
}

/** Screen readers choose their voice by `lang`; `dir` lays out right-to-left languages. */
function setDocumentLanguage(language: string): void {
  // index.html is in English.
  if (typeof document === 'undefined' || document.documentElement.lang === language) return;
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
}
