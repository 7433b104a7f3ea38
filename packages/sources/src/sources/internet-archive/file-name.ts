/** What the name of a file says about the work inside it. */
import { compactTitle, normaliseTitle, sameTitle } from '#match.ts';

export type Claim =
  /** It bears the wanted title. */
  | 'same'
  /** It names nothing in particular: `VTS_01_1`, `ed_1024`, `Night`. */
  | 'open'
  /** It bears another title. */
  | 'another';

const TECHNICAL =
  /^(?:\d{3,4}[pi]?|\d+kb|4k|hd|hq|sd|dvd|dvdrip|ntsc|pal|xvid|divx|[xh]?26[45]|mpeg\d?|mp4|avi|surround|stereo|edit|ia|full|complete|final|restored|remastered)$/;
const GENERIC =
  /^(?:(?:vts|ts|video|movie|film|title|track|output|file|disc|disk|part|reel|main|feature)?\d*)$/;
/** `Topper Returns #1`: the first of a kind is no sequel. */
const FIRST = /^0?1$/;
const YEAR = /^(?:1[89]|20)\d\d$/;

/** `Dir/Night_512kb.mp4` and `Dir/Night.ia.mp4` are both made from `Dir/Night`. */
export function stemOf(name: string): string {
  return name.replace(/\.[a-z\d]{2,5}$/i, '').replace(/(?:\.ia|_\d+kb|_edit)$/i, '');
}

/** Takes a stem; folders say nothing. */
export function readableName(stem: string): string {
  return stem
    .replace(/^.*\//, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})((?:1[89]|20)\d\d)(?!\d)/gu, '$1 $2');
}

export function claimOf(
  stem: string,
  wanted: { readonly title: string; readonly year: number },
  alsoKnownAs: readonly string[] = [],
): Claim {
  const words = titleWords(stem);
  const claimed = words.join('');
  const titles = [wanted.title, ...alsoKnownAs];
  const text = words.join(' ');
  if (titles.some((title) => sameTitle(text, { ...wanted, title }))) return 'same';
  if (titles.some((title) => compactTitle(title) === claimed)) return 'same';
  const isOpen = claimed.length < 4 || titles.some((title) => hints(claimed, title));
  return isOpen ? 'open' : 'another';
}

/** The words before the year and before everything that only describes the encoding. */
function titleWords(stem: string): readonly string[] {
  const words = normaliseTitle(readableName(stem)).split(' ');
  const start = words.findIndex((word) => !GENERIC.test(word) && !TECHNICAL.test(word));
  if (start < 0) return [];
  const rest = words.slice(start);
  const end = rest.findIndex((word, at) => at > 0 && (YEAR.test(word) || TECHNICAL.test(word)));
  const title = end < 0 ? rest : rest.slice(0, end);
  return title.length > 1 && FIRST.test(title.at(-1) ?? '') ? title.slice(0, -1) : title;
}

/** `Night` or `notld` for Night of the Living Dead. */
function hints(claimed: string, title: string): boolean {
  const words = normaliseTitle(title).split(' ');
  const initials = words.map((word) => word.slice(0, 1)).join('');
  return words.join('').includes(claimed) || initials === claimed;
}
