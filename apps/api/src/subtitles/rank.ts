import type { SubtitleSource } from '@matinee/shared/contract/subtitles';
import { agreeWith } from './parse-episode-numbers.ts';
import { languageOf, type Language } from './language.ts';
import type { Episode, Found } from './service.ts';

/** What a service has, in the words of all. */
export interface Candidate extends Omit<Found, 'language'> {
  readonly source: SubtitleSource;
  readonly language: Language;
}

export interface Wish {
  /** ISO 639-1, dearest first; empty for all. */
  readonly languages: readonly string[];
  readonly release?: string | undefined;
}

/** Whose word counts more where nothing else tells them apart. */
const SOURCES: readonly SubtitleSource[] = [
  'opensubtitles',
  'subdl',
  'wyzie',
  'opensubtitles-legacy',
  'opensubtitles-v3',
];
const LONGEST_ADDRESS = 2_000;

/** Without what is in no language, for another episode, or too long for a ticket. */
export function candidateOf(
  found: Found,
  source: SubtitleSource,
  episode: Episode | undefined,
): Candidate | undefined {
  const language = languageOf(found.language);
  if (!language || found.at.length > LONGEST_ADDRESS) return undefined;
  const names = found.names.map((name) => name.trim()).filter((name) => name !== '');
  return agreeWith(names, episode) ? { ...found, names, source, language } : undefined;
}

/** Best first, each file once. */
export function ranked(candidates: readonly Candidate[], wish: Wish): Candidate[] {
  const { languages } = wish;
  const wanted = wordsOf(wish.release ?? '');
  const scored = candidates
    .filter(({ language }) => languages.length === 0 || languages.includes(language.code))
    .map((candidate) => ({ candidate, score: scoreOf(candidate, languages, wanted) }))
    .toSorted((a, b) => compare(a.score, b.score));
  return withoutRepeats(scored.map(({ candidate }) => candidate));
}

/** Smaller is better; the first difference decides. */
function scoreOf(
  candidate: Candidate,
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

/** In tenths: how many of the release's words the closest name has. */
function likeness(names: readonly string[], wanted: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  const shared = names.map((name) => [...wordsOf(name)].filter((word) => wanted.has(word)).length);
  return Math.round((10 * Math.max(0, ...shared)) / wanted.size);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

/** Several services hand out the same file; the better described one stays. */
function withoutRepeats(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter((candidate) => {
    const keys = keysOf(candidate);
    const isNew = !keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
}

function keysOf({ source, id, at, originalFile, names, language, hearingImpaired }: Candidate) {
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
