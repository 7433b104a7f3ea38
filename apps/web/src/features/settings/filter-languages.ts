import { LANGUAGES, type Language } from '#i18n/languages.ts';

export interface NamedLanguage extends Language {
  /** In the language that is spoken now. */
  readonly name: string;
}

/** Those of which a name, in their own language or in that of the page, or the code has what is looked for. */
export function languagesFound(
  text: string,
  spoken: string,
  all: readonly Language[] = LANGUAGES,
): NamedLanguage[] {
  const names = new Intl.DisplayNames([spoken, 'en'], { type: 'language' });
  const wanted = plain(text);
  return all
    .map((one) => ({ ...one, name: names.of(one.base) ?? one.nativeName }))
    .filter(({ name, nativeName, code }) =>
      [name, nativeName, code].some((known) => plain(known).includes(wanted)),
    );
}

/** Nobody has to find the accents. */
const plain = (text: string): string =>
  text.trim().normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
