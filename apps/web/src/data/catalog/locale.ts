/** In whose words titles are told, and what is shown in which country. */
export interface CatalogueLocale {
  /** As TMDB writes it: `de-DE`. */
  readonly language: string;
  /** ISO 3166-1. */
  readonly region: string;
}

export const ENGLISH = 'en-US';

/** The words are the interface's, the country is the browser's. */
export function catalogueLocale(
  language: string,
  spoken: string = globalThis.navigator?.language ?? ENGLISH,
): CatalogueLocale {
  const words = maximized(language);
  const isEnglish = words?.language === 'en' || !/^[a-z]{2}$/.test(words?.language ?? '');
  const home = countryOf(words);
  return {
    language: isEnglish || !words ? ENGLISH : [words.language, ...(home ? [home] : [])].join('-'),
    region: countryOf(maximized(spoken)) ?? 'US',
  };
}

function maximized(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}

/** Some regions are no countries: Latin America is 419. */
function countryOf(locale: Intl.Locale | undefined): string | undefined {
  const region = locale?.region;
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : undefined;
}
