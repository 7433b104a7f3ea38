// The services' names for languages: ISO 639-1, both kinds of 639-2, BCP 47, and their own.

/** Codes that `Intl` does not know or misreads. */
const SPECIAL_CODES: Readonly<Record<string, string>> = {
  pob: 'pt-BR',
  pb: 'pt-BR',
  br_pt: 'pt-BR',
  pom: 'pt-MZ',
  ze: 'zh',
  zhe: 'zh',
  zht: 'zh-TW',
  zh_bg: 'zh-TW',
  zhc: 'zh-HK',
  yue: 'zh-HK',
  big_code: 'zh-TW',
  chi: 'zh',
  scc: 'sr',
  scr: 'hr',
  mne: 'sr-ME',
  cnr: 'sr-ME',
  spl: 'es-419',
  ea: 'es-419',
  spn: 'es-ES',
  sp: 'es-ES',
};

export interface SubtitleLanguage {
  /** ISO 639-1. */
  readonly code: string;
  /** In English, with the variant: `Portuguese (Brazil)`. */
  readonly name: string;
}

const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** Undefined where ISO 639-1 has no code for it. */
export function languageOf(text: string): SubtitleLanguage | undefined {
  const word = text.trim().toLowerCase();
  const tag = SPECIAL_CODES[word] ?? canonical(word);
  const code = tag?.split('-')[0];
  if (tag === undefined || code?.length !== 2) return undefined;
  const name = names.of(tag);
  return name === undefined || name === tag ? undefined : { code, name };
}

function canonical(word: string): string | undefined {
  // Files with two languages are tagged `en_de`; use the first.
  const tag = word.replace(/_.*$/, '');
  return /^[a-z]{2,3}(?:-[a-z\d]{2,8})?$/.test(tag) ? Intl.getCanonicalLocales(tag)[0] : undefined;
}
