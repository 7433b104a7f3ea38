// The languages of the interface. Only English is part of the bundle.
export interface Language {
  /** The code that movie-web clients store. */
  readonly code: string;
  /** The tag for i18next and `Intl`. Invented languages are private variants of English, such as `en-x-pirate`. */
  readonly locale: string;
  /** The `lang` attribute, if it differs from the locale. */
  readonly lang?: string;
  /** The name of its file in `locales`. */
  readonly file: string;
  /** Set if `Intl` has none: browsers lack some languages. */
  readonly nativeName?: string;
}

const language = (code: string, file = code, more: Partial<Language> = {}): Language => ({
  code,
  locale: file,
  file,
  ...more,
});

const ENGLISH = language('en-US', 'en');

/** Languages in the order of the settings page. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  language('en-GB'),
  language('ca-AD', 'ca'),
  language('ca-ES', 'ca-ES', { locale: 'ca-valencia', nativeName: 'Valencià' }),
  language('cs-CZ', 'cs'),
  language('da'),
  language('de-DE', 'de'),
  language('fr-FR', 'fr'),
  language('it-IT', 'it'),
  language('nl-NL', 'nl'),
  language('pl-PL', 'pl'),
  language('tr-TR', 'tr'),
  language('vi-VN', 'vi'),
  language('zh-CN', 'zh', { nativeName: '简体中文' }),
  language('he-IL', 'he'),
  language('sv-SE', 'sv'),
  language('pirate', 'pirate', { locale: 'en-x-pirate', nativeName: 'Pirate' }),
  language('minion', 'minion', { locale: 'en-x-minion', nativeName: 'Minion' }),
  language('lv-LV', 'lv'),
  language('th-TH', 'th'),
  language('ne-NP', 'ne', { nativeName: 'नेपाली' }),
  language('ar-SA', 'ar'),
  language('es-ES', 'es'),
  language('et-EE', 'et'),
  language('tok', 'tok', { locale: 'en-x-tok', lang: 'tok', nativeName: 'toki pona' }),
  language('hi'),
  language('pt-BR'),
  language('pt-PT'),
  language('uk'),
  language('bg-BG', 'bg'),
  language('bn-BD', 'bn'),
  language('el-GR', 'el'),
  language('fa-IR', 'fa'),
  language('gu-IN', 'gu'),
  language('id-ID', 'id', { nativeName: 'Bahasa Indonesia' }),
  language('ja-JP', 'ja'),
  language('ko-KR', 'ko'),
  language('sl-SI', 'sl'),
  language('ta-LK', 'ta'),
  language('zh-Hant'),
  language('is', 'is', { nativeName: 'Íslenska' }),
  language('ru-RU', 'ru'),
  language('gl-ES', 'gl', { nativeName: 'Galego' }),
  language('pa'),
  language('ro'),
  language('fi'),
  language('km', 'km', { nativeName: 'ខ្មែរ' }),
  language('hu'),
  language('uwu', 'uwu', { locale: 'en-x-uwu', nativeName: 'UwU' }),
];

/** An invented language of one movie-web client. As a language tag, it is an old code of Catalan. */
const KITTY = 'cat';

/** A choice without a translation becomes English. Without a choice, picks the first translated browser language. */
export function pickLanguage(
  chosen: string | null,
  preferred: readonly string[],
  all: readonly Language[] = LANGUAGES,
): Language {
  const stored = all.find(({ code, file }) => code === chosen || file === chosen);
  if (stored) return stored;
  if (chosen === KITTY) return ENGLISH;
  for (const tag of chosen === null ? preferred : [chosen]) {
    const language = findLanguage(tag, all);
    if (language) return language;
  }
  return ENGLISH;
}

/**
 * Finds a language by tag, then by script and region, then by script, then by language alone: zh-TW and zh-HK are
 * zh-Hant.
 */
function findLanguage(tag: string, all: readonly Language[]): Language | undefined {
  const wanted = maximized(tag.replaceAll('_', '-'));
  if (!wanted) return undefined;
  const sameLanguage = all.filter(
    ({ locale }) => !isInvented(locale) && maximized(locale)?.language === wanted.language,
  );
  const sameScript = sameLanguage.filter(
    ({ locale }) => maximized(locale)?.script === wanted.script,
  );
  return (
    sameLanguage.find(({ locale }) => maximized(locale)?.baseName === wanted.baseName) ??
    sameScript.find(({ locale }) => maximized(locale)?.region === wanted.region) ??
    sameScript[0] ??
    sameLanguage[0]
  );
}

export const isInvented = (locale: string): boolean => locale.includes('-x-');

/** Turns `iw` of old phones into `he`, and `pt` into `pt-Latn-BR`; undefined for text that is not a language tag. */
function maximized(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}

/** Returns the name as its speakers write it at the beginning of a line. */
export function nativeName({ locale, nativeName: own }: Language): string {
  const name = own ?? new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** The value of `lang` for a locale of i18next. */
export function documentLanguage(locale: string, all: readonly Language[] = LANGUAGES): string {
  return all.find((one) => one.locale === locale)?.lang ?? locale;
}

/** Chromium has the name of Punjabi, but neither its months (`1970 M01 1`) nor its lists, so this checks lists. */
export const lacksFormats = (locale: string): boolean =>
  Intl.ListFormat.supportedLocalesOf(locale).length === 0;

/**
 * The locale for `Intl`: the regional variant that the browser prefers, such as en-GB for en. A locale with a region
 * keeps it. `Intl` would format languages that it lacks like the browser's language, so they use English formats.
 */
export function formatLocale(
  locale: string,
  preferred: readonly string[] = globalThis.navigator?.languages ?? [],
): string {
  const { language, script } = maximized(locale) ?? {};
  const isRegional = new Intl.Locale(locale).region !== undefined;
  const spoken = preferred.find((tag) => {
    const one = maximized(tag);
    return one?.language === language && one?.script === script;
  });
  const wanted = isRegional ? locale : (spoken ?? locale);
  return lacksFormats(wanted) ? ENGLISH.locale : wanted;
}
