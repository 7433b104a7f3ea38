const NAMED: Readonly<Record<string, string>> = {
  english: 'en',
  french: 'fr',
  german: 'de',
  spanish: 'es',
  italian: 'it',
  portuguese: 'pt',
  dutch: 'nl',
  russian: 'ru',
  japanese: 'ja',
  chinese: 'zh',
  swedish: 'sv',
  danish: 'da',
};

/** Returns the ISO 639-1 code for a tag (`en`, `pt-BR`), an ISO 639-2 code (`eng`, `ger`) or an English name. */
export function languageCode(text: string): string | undefined {
  const word = text.trim().toLowerCase();
  const named = NAMED[word];
  if (named !== undefined) return named;
  if (!/^[a-z]{2,3}(?:[-_][a-z\d]+)*$/.test(word)) return undefined;
  const [tag] = Intl.getCanonicalLocales(word.split(/[-_]/)[0]);
  return tag !== undefined && tag.length === 2 ? tag : undefined;
}
