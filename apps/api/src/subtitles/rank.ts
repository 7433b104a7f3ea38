import type { SubtitleSource } from '@matinee/shared/contract/subtitles';
import { matchesEpisode } from './parse-episode-numbers.ts';
import type { Episode, FoundSubtitle } from './service.ts';

/** A found subtitle with a normalized language. */
export interface SubtitleCandidate extends Omit<FoundSubtitle, 'language'> {
  readonly source: SubtitleSource;
  readonly language: SubtitleLanguage;
}

export interface SubtitlePreferences {
  /** ISO 639-1 codes, preferred first. Empty: all languages. */
  readonly languages: readonly string[];
  readonly release?: string | undefined;
}

/** The order for ties: services with better metadata first. */
const SOURCES: readonly SubtitleSource[] = [
  'opensubtitles',
  'subdl',
  'wyzie',
  'opensubtitles-legacy',
  'opensubtitles-v3',
];
const MAX_ADDRESS_LENGTH = 2_000;

/**
 * Undefined if the language is unknown, the episode differs, or the URL is too long for a token.
 */
export function toCandidate(
  found: FoundSubtitle,
  source: SubtitleSource,
  episode: Episode | undefined,
): SubtitleCandidate | undefined {
  const language = languageOf(found.language);
  if (!language || found.at.length > MAX_ADDRESS_LENGTH) return undefined;
  const names = found.names.map((name) => name.trim()).filter((name) => name !== '');
  return matchesEpisode(names, episode) ? { ...found, names, source, language } : undefined;
}

/** Returns the best first, and each file once. */
export function rankSubtitles(
  candidates: readonly SubtitleCandidate[],
  preferences: SubtitlePreferences,
): SubtitleCandidate[] {
  const { languages } = preferences;
  const wanted = wordsOf(preferences.release ?? '');
  const scored = candidates
    .filter(({ language }) => languages.length === 0 || languages.includes(language.code))
    .map((candidate) => ({ candidate, score: scoreOf(candidate, languages, wanted) }))
    .toSorted((a, b) => compare(a.score, b.score));
  return withoutRepeats(scored.map(({ candidate }) => candidate));
}

/** Returns scores. Smaller is better, and the first difference decides. */
function scoreOf(
  candidate: SubtitleCandidate,
  languages: readonly string[],
  wanted: ReadonlySet<string>,
): readonly number[] {
  const { language, machineTranslated, names, isTrusted, downloads = 0, source } = candidate;
  return [
    languages.indexOf(language.code),
    Number(machineTranslated ?? false),
    -likeness(names, wanted),
    -Number(isTrusted ?? false),
    -downloads,
    SOURCES.indexOf(source),
  ];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Returns the share of the release's words in the most similar name, in tenths. */
function likeness(names: readonly string[], wanted: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  const shared = names.map((name) => [...wordsOf(name)].filter((word) => wanted.has(word)).length);
  return Math.round((10 * Math.max(0, ...shared)) / wanted.size);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

/** If several services list the same file, keeps the one with better metadata. */
function withoutRepeats(candidates: readonly SubtitleCandidate[]): SubtitleCandidate[] {
  const seen = new Set<string>();
  return candidates.filter((candidate) => {
    const keys = keysOf(candidate);
    const isNew = !keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
}

function keysOf({
  source,
  id,
  at,
  originalFile,
  names,
  language,
  hearingImpaired,
}: SubtitleCandidate) {
  const [name] = names;
  return [
    `${source} ${id}`,
    `${source} ${at}`,
    ...(originalFile === undefined ? [] : [`file ${originalFile}`]),
    ...(name === undefined
      ? []
      : [`name ${language.name} ${hearingImpaired} ${[...wordsOf(name)].join(' ')}`]),
  ];
}

/** Codes that `Intl` doesn't know or misinterprets. */
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
  /** The English name, with the variant: `Portuguese (Brazil)`. */
  readonly name: string;
}

const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** Undefined if ISO 639-1 has no code for the language. */
export function languageOf(text: string): SubtitleLanguage | undefined {
  const word = text.trim().toLowerCase();
  const tag = SPECIAL_CODES[word] ?? canonical(word);
  const code = tag?.split('-')[0];
  if (tag === undefined || code?.length !== 2) return undefined;
  const name = names.of(tag);
  return name === undefined || name === tag ? undefined : { code, name };
}

function canonical(word: string): string | undefined {
  // Use the first language of files with two, which are tagged `en_de`.
  const tag = word.replace(/_.*$/, '');
  return /^[a-z]{2,3}(?:-[a-z\d]{2,8})?$/.test(tag) ? Intl.getCanonicalLocales(tag)[0] : undefined;
}
