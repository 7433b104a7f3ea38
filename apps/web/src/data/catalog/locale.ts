/** The language of titles, and the country for release dates and ratings. */
export interface CatalogLocale {
  /** In TMDB's form, such as `de-DE`. */
  readonly language: string;
  /** ISO 3166-1. */
  readonly region: string;
}

export const ENGLISH = 'en-US';

/** The language of the interface and the country of the browser. */
export function catalogLocale(
  language: string,
  spoken: string = globalThis.navigator?.language ?? ENGLISH,
): CatalogLocale {
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
