/** Is this upload that title? A wrong film is worse than none, so doubt means no. */

export interface WantedTitle {
  readonly title: string;
  readonly year: number;
  readonly imdbId?: string | undefined;
  readonly kind: 'movie' | 'show';
}

export interface Upload {
  readonly title: string;
  readonly year?: number | undefined;
  /** The IMDb ids that the upload says it is. */
  readonly imdbIds?: readonly string[];
  /** Director, uploader's "creator": names that titles often end with. */
  readonly people?: readonly string[];
}

export type TitleMatch =
  | {
      readonly matches: true;
      readonly by: 'imdb' | 'title';
      /** False only for a match by IMDb id: then the runtime must speak for it. */
      readonly isTitleEqual: boolean;
      readonly isExactYear: boolean;
    }
  | { readonly matches: false; readonly reason: string };

export type RuntimeFit = 'fits' | 'unknown' | 'off';

const SPELT_OUT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

const SAYS_NOTHING = [
  'full movie',
  'full film',
  'full length movie',
  'full length film',
  'complete movie',
  'complete film',
  'feature film',
  'public domain',
  'dvd quality',
  'high quality',
  'hd quality',
  'dvd',
  'hd',
  'hq',
  'sd',
  '4k',
  '2160p',
  '1080p',
  '720p',
  '480p',
];

const NOT_THE_WORK =
  /^(?:trailers?|teasers?|clips?|excerpts?|previews?|reviews?|commentary|rifftrax|mst3k|colou?ri[sz]ed|colou?ri[sz]ation|remix(?:ed)?|soundtracks?|compilations?|collections?)$/;
const EPISODE_WORD = /^episodes?$/;

/** Letters and digits of any script, in words; without accents, case, punctuation and leading article. */
export function normaliseTitle(text: string): string {
  return text
    .replace(/,\s*(?:the|an?)(?=\s*(?:$|[([]))/i, '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => SPELT_OUT[letter] ?? letter)
    .replace(/['’ʼ`]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the|an?) (?=.)/, '');
}

export function compactTitle(text: string): string {
  return normaliseTitle(text).replaceAll(' ', '');
}

/** Equal once the candidate has shed what uploaders append: its year, its director, "full movie", "hd". */
export function sameTitle(
  candidate: string,
  wanted: Pick<WantedTitle, 'title' | 'year'>,
  people: readonly string[] = [],
): boolean {
  const title = normaliseTitle(wanted.title);
  const years = [wanted.year - 1, wanted.year, wanted.year + 1].map(String);
  const endings = [...SAYS_NOTHING, ...years, ...people.map(normaliseTitle).filter(Boolean)];
  let rest = normaliseTitle(candidate);
  while (title !== '' && rest !== title) {
    const ending = endings.find((each) => rest.endsWith(` ${each}`));
    if (ending === undefined) return false;
    rest = rest.slice(0, -ending.length - 1);
  }
  return title !== '';
}

/** The word that says an upload is about the work (a trailer, a review) instead of being it. */
export function noiseWord(
  text: string,
  wanted: Pick<WantedTitle, 'title' | 'kind'>,
): string | undefined {
  const ownWords = new Set(normaliseTitle(wanted.title).split(' '));
  return normaliseTitle(text)
    .split(' ')
    .find(
      (word) =>
        !ownWords.has(word) &&
        (NOT_THE_WORK.test(word) || (wanted.kind === 'movie' && EPISODE_WORD.test(word))),
    );
}

/** Archive dates are sloppy by a year; no date is no contradiction. */
export function yearFits(year: number | undefined, wanted: number): boolean {
  return year === undefined || Math.abs(year - wanted) <= 1;
}

/** `tolerance` is the part of the runtime that a file may be shorter or longer. */
export function runtimeFit(
  seconds: number | undefined,
  minutes: number | undefined,
  tolerance = 0.3,
): RuntimeFit {
  if (seconds === undefined || minutes === undefined) return 'unknown';
  const ratio = seconds / (minutes * 60);
  // A hair of slack: 0.7 is not a number that a computer can write down.
  return Math.abs(ratio - 1) <= tolerance + 1e-9 ? 'fits' : 'off';
}

export function matchUpload(candidate: Upload, wanted: WantedTitle): TitleMatch {
  const noise = noiseWord(candidate.title, wanted);
  if (noise !== undefined) return { matches: false, reason: `is a ${noise}` };
  const isTitleEqual = sameTitle(candidate.title, wanted, candidate.people);
  const isExactYear = candidate.year === wanted.year;
  const ids = new Set(candidate.imdbIds);
  if (wanted.kind === 'movie' && ids.size > 1) {
    return { matches: false, reason: 'is tagged as several titles' };
  }
  if (wanted.imdbId !== undefined && ids.size > 0) {
    return ids.has(wanted.imdbId)
      ? { matches: true, by: 'imdb', isTitleEqual, isExactYear }
      : { matches: false, reason: 'is tagged as another title' };
  }
  if (!isTitleEqual) return { matches: false, reason: 'has another title' };
  if (!yearFits(candidate.year, wanted.year)) {
    return { matches: false, reason: `is from ${candidate.year}` };
  }
  return { matches: true, by: 'title', isTitleEqual, isExactYear };
}
