// The languages that this product speaks whole. Only English is part of the bundle.
export interface Language {
  /** The code that movie-web clients store. */
  readonly code: string;
  /** Its file, and what `Intl` is asked with. */
  readonly base: string;
  readonly nativeName: string;
  readonly load?: () => Promise<{ readonly default: object }>;
}

const ENGLISH: Language = { code: 'en-US', base: 'en', nativeName: 'English' };

/** In the order in which they are offered. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  {
    code: 'de-DE',
    base: 'de',
    nativeName: 'Deutsch',
    load: () => import('./locales/de.json'),
  },
  {
    code: 'he-IL',
    base: 'he',
    nativeName: 'עברית',
    load: () => import('./locales/he.json'),
  },
];

/**
 * The choice decides, also when it is a language that is not spoken here: then it is English. Without a choice it is the
 * first of the browser's languages that is spoken.
 */
export function pickLanguage(chosen: string | null, preferred: readonly string[]): Language {
  const wanted = chosen === null ? preferred : [chosen];
  for (const code of wanted) {
    const base = baseOf(code);
    const language = LANGUAGES.find((one) => one.base === base);
    if (language) return language;
  }
  return ENGLISH;
}

/** `iw`, as old phones say it, is `he`; what is no language tag at all is none of ours. */
function baseOf(code: string): string | undefined {
  try {
    return new Intl.Locale(code.replaceAll('_', '-')).language;
  } catch {
    return undefined;
  }
}
