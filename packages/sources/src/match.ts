// Decides whether an upload is the wanted title. If in doubt, it isn't: a wrong movie is worse than none.
import { z } from 'zod';

export interface TargetTitle {
  readonly title: string;
  readonly year: number;
  readonly imdbId?: string | undefined;
  readonly kind: 'movie' | 'show';
}

export interface Upload {
  readonly title: string;
  readonly year?: number | undefined;
  /** The IMDb IDs that the uploader has given. */
  readonly imdbIds?: readonly string[];
  /** Director and creator. Titles often end with their names. */
  readonly people?: readonly string[];
}

type TitleMatch =
  | {
      readonly matches: true;
      readonly by: 'imdb' | 'title';
      /** False only for a match by IMDb ID. The runtime must then match. */
      readonly isTitleEqual: boolean;
      readonly isExactYear: boolean;
    }
  | { readonly matches: false; readonly reason: string };

type RuntimeFit = 'fits' | 'unknown' | 'off';

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

const FILLER_ENDINGS = [
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

/** Keeps the letters and digits of any script. Drops accents, case, punctuation and a leading article. */
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

/** Compares after removing endings that uploaders append: year, director, "full movie", "hd". */
export function isSameTitle(
  candidate: string,
  target: Pick<TargetTitle, 'title' | 'year'>,
  people: readonly string[] = [],
): boolean {
  const title = normaliseTitle(target.title);
  const years = [target.year - 1, target.year, target.year + 1].map(String);
  const endings = [...FILLER_ENDINGS, ...years, ...people.map(normaliseTitle).filter(Boolean)];
  let rest = normaliseTitle(candidate);
  while (title !== '' && rest !== title) {
    const ending = endings.find((each) => rest.endsWith(` ${each}`));
    if (ending === undefined) return false;
    rest = rest.slice(0, -ending.length - 1);
  }
  return title !== '';
}

/** Finds a word for something about the work, such as a trailer or a review. */
export function extraWord(
  text: string,
  target: Pick<TargetTitle, 'title' | 'kind'>,
): string | undefined {
  const titleWords = new Set(normaliseTitle(target.title).split(' '));
  return normaliseTitle(text)
    .split(' ')
    .find(
      (word) =>
        !titleWords.has(word) &&
        (NOT_THE_WORK.test(word) || (target.kind === 'movie' && EPISODE_WORD.test(word))),
    );
}

/** Tolerates a difference of one year, because archives' dates are imprecise, and a missing date. */
function yearFits(year: number | undefined, target: number): boolean {
  return year === undefined || Math.abs(year - target) <= 1;
}

/** `tolerance`: the allowed difference as a fraction of the runtime. */
export function runtimeFit(
  seconds: number | undefined,
  minutes: number | undefined,
  tolerance = 0.3,
): RuntimeFit {
  if (seconds === undefined || minutes === undefined) return 'unknown';
  const ratio = seconds / (minutes * 60);
  // 0.7 has no exact floating-point representation.
  return Math.abs(ratio - 1) <= tolerance + 1e-9 ? 'fits' : 'off';
}

export function matchUpload(candidate: Upload, target: TargetTitle): TitleMatch {
  const noise = extraWord(candidate.title, target);
  if (noise !== undefined) return { matches: false, reason: `is a ${noise}` };
  const isTitleEqual = isSameTitle(candidate.title, target, candidate.people);
  const isExactYear = candidate.year === target.year;
  const ids = new Set(candidate.imdbIds);
  if (target.kind === 'movie' && ids.size > 1) {
    return { matches: false, reason: 'is tagged as several titles' };
  }
  if (target.imdbId !== undefined && ids.size > 0) {
    return ids.has(target.imdbId)
      ? { matches: true, by: 'imdb', isTitleEqual, isExactYear }
      : { matches: false, reason: 'is tagged as a different title' };
  }
  if (!isTitleEqual) return { matches: false, reason: 'has a different title' };
  if (!yearFits(candidate.year, target.year)) {
    return { matches: false, reason: `is from ${candidate.year}` };
  }
  return { matches: true, by: 'title', isTitleEqual, isExactYear };
}

/** Facts from the catalog. Clients name the title to search for, but only the catalog decides about rights. */
export interface TitleMetadata {
  /** The localized and the original title. */
  readonly titles: readonly string[];
  readonly year: number;
  readonly imdbId?: string | undefined;
}

/** Undefined if TMDB has no such movie. */
export type GetMetadata = (
  tmdbId: string,
  signal: AbortSignal,
) => Promise<TitleMetadata | undefined>;

/** TMDB's movie details. */
const Details = z.object({
  title: z.string(),
  original_title: z.string().optional(),
  release_date: z.string().regex(/^\d{4}-/),
  imdb_id: z.string().nullish(),
});

export function parseMetadata(details: unknown): TitleMetadata | undefined {
  const { data } = Details.safeParse(details);
  if (!data) return undefined;
  const { title, original_title: original = title, release_date, imdb_id } = data;
  const titles = [...new Set([title, original])];
  return { titles, year: Number(release_date.slice(0, 4)), imdbId: imdb_id ?? undefined };
}

/** Returns the year of publication if the IMDb ID, or title and exact year, prove that the upload is this movie. */
export function verifiedYear(
  upload: Upload,
  { titles, year, imdbId }: TitleMetadata,
): number | undefined {
  const isVerified = titles.some((title) => {
    const match = matchUpload(upload, { kind: 'movie', title, year, imdbId });
    return match.matches && (match.by === 'imdb' || match.isExactYear);
  });
  return isVerified ? year : undefined;
}
