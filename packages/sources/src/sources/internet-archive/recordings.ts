import type { ItemFile } from './archive-api.ts';
import { compactTitle, normaliseTitle, sameTitle, noiseWord, runtimeFit } from '#match.ts';
import type { SearchTarget } from './search-target.ts';

export interface PlayableFile {
  readonly name: string;
  readonly format: string;
  readonly seconds: number | undefined;
  readonly height: number | undefined;
  readonly bytes: number | undefined;
}

/** One recording with all the files made from it. */
export interface Recording {
  /** The name of the file that the others were made from, without its suffix. */
  readonly root: string;
  readonly files: readonly PlayableFile[];
  readonly seconds: number | undefined;
}

/** The formats that a browser plays from an mp4 container, the surest first. */
export const FORMATS = [
  'h.264 ia',
  'h.264',
  'h.264 hd',
  'h.264 720p',
  'h.264 486p',
  'hires mpeg4',
  'mpeg4',
  '512kb mpeg4',
] as const;

const TOO_SMALL = /^(?:64|256)kb/;
const MOST_HOPS = 10;
/** Derivatives of one recording differ by a few frames. */
const SAME_LENGTH = 0.02;

export function recordingsOf(files: readonly ItemFile[]): readonly Recording[] {
  const playable = files.filter(isPlayable);
  const groups = Map.groupBy(playable, (file) => rootOf(file.name, files));
  return [...groups].map(([root, members]) => {
    const lengths = members.flatMap(({ length }) => length ?? []);
    const seconds = lengths.length > 0 ? Math.max(...lengths) : undefined;
    return { root, seconds, files: members.map(playableFile) };
  });
}

/** `original` is not always told, so files of one stem belong together too. */
export function rootOf(name: string, files: readonly ItemFile[]): string {
  let root = name;
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    const parent = files.find((file) => file.name === root)?.original;
    if (parent === undefined || parent === root) break;
    root = parent;
  }
  return stemOf(root);
}

export function areSameLength(a: Recording, b: Recording): boolean {
  if (a.seconds === undefined || b.seconds === undefined) return false;
  return Math.abs(a.seconds - b.seconds) <= SAME_LENGTH * Math.max(a.seconds, b.seconds);
}

/** Several uploads of one recording, a 720 and a 1080 say, become one work. */
export function mergeRecordings(works: readonly Recording[]): Recording | undefined {
  const [first] = works;
  return first && { ...first, files: works.flatMap(({ files }) => files) };
}

function isPlayable({ name, format }: ItemFile): boolean {
  const kind = (format ?? '').toLowerCase();
  const isMp4 = /\.(?:mp4|m4v)$/i.test(name);
  return isMp4 && !TOO_SMALL.test(kind);
}

function playableFile(file: ItemFile): PlayableFile {
  return {
    name: file.name,
    format: (file.format ?? '').toLowerCase(),
    seconds: file.length,
    height: file.height,
    bytes: file.size,
  };
}

/** What the name of a file says about the work inside it. */

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

export type Choice =
  | { readonly work: Recording }
  /** For the viewer: "doesn't have it, because …". */
  | { readonly reason: string };

/** How much longer than everything else a file must be to be the film among its extras. */
const DOMINANT = 1.5;

/** The one recording in an item that is the wanted film. */
export function chooseMovie(
  works: readonly Recording[],
  wanted: SearchTarget,
  alsoKnownAs: readonly string[] = [],
): Choice {
  const named = works
    .filter(({ root }) => noiseWord(readableName(root), wanted) === undefined)
    .map((work) => ({ work, claim: claimOf(work.root, wanted, alsoKnownAs) }))
    .filter(({ claim }) => claim !== 'another');
  if (named.length === 0) return { reason: 'its files bear another title' };
  const fitting = named.filter(({ work }) => runtimeFit(work.seconds, wanted.runtimeMin) !== 'off');
  if (fitting.length === 0) {
    return {
      reason: isInParts(named, wanted) ? 'only in parts' : 'its files are of another length',
    };
  }
  return chooseAmong(fitting);
}

/** One work, or several of one length; otherwise the one that dwarfs the rest. */
function chooseAmong(
  fitting: readonly { readonly work: Recording; readonly claim: Claim }[],
): Choice {
  const bearers = fitting.filter(({ claim }) => claim === 'same');
  const pool = (bearers.length > 0 ? bearers : fitting)
    .map(({ work }) => work)
    .toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0));
  const [longest] = pool;
  if (!longest) return { reason: 'no file that plays' };
  const twins = pool.filter((work) => work === longest || areSameLength(work, longest));
  const next = pool.find((work) => !twins.includes(work));
  const isDominant = !next || (longest.seconds ?? 0) >= DOMINANT * (next.seconds ?? Infinity);
  // Two recordings of one length are one film only when both say so by name.
  const isOneFilm = twins.length === 1 || bearers.length > 0;
  const work = isDominant && isOneFilm ? mergeRecordings(twins) : undefined;
  return work ? { work } : { reason: 'it holds several works' };
}

function isInParts(named: readonly { readonly work: Recording }[], wanted: SearchTarget): boolean {
  const total = named.reduce((sum, { work }) => sum + (work.seconds ?? 0), 0);
  return named.length > 1 && runtimeFit(total, wanted.runtimeMin) === 'fits';
}

/** Archives hold episodes one to an item, or many in a pack: which is it, and which file? */

export type ItemHolds = 'episode' | 'pack' | 'other';

interface EpisodeTag {
  readonly season: number;
  readonly episode: number;
}

const PACK = /^(?:complete )?(?:series|show|all episodes|episodes)?(?: complete)?$/;
const SEASON_PACK = /^(?:complete )?(?:season|series) 0?(\d{1,2})(?: complete)?$/;

/** `S01E02`, `S01-E19`, `S01 E01`, `S1E3`, `2x05`. */
export function episodeTag(text: string): EpisodeTag | undefined {
  const found =
    /(?:(?<![A-Za-z\d])[sS]|(?<=[a-z])S)(\d{1,2})[\s._-]*[eE](\d{1,3})(?!\d)/.exec(text) ??
    /(?<!\d)(\d{1,2})x(\d{2,3})(?!\d)/i.exec(text);
  return found ? { season: Number(found[1]), episode: Number(found[2]) } : undefined;
}

export function itemHolds(title: string, wanted: SearchTarget, isOfSeries = false): ItemHolds {
  const series = normaliseTitle(wanted.title);
  const text = normaliseTitle(title);
  const bearsName = text === series || text.startsWith(`${series} `);
  if (!bearsName && !isOfSeries) return 'other';
  const tag = episodeTag(title);
  if (tag) return isWanted(tag, wanted) ? 'episode' : 'other';
  const rest = bearsName ? text.slice(series.length).trim() : text;
  if (isEpisodeTitle(rest, wanted)) return 'episode';
  const season = SEASON_PACK.exec(rest)?.[1];
  if (season !== undefined) return Number(season) === wanted.season ? 'pack' : 'other';
  const bare = rest.replace(/\b(?:1[89]|20)\d\d\b/g, '').trim();
  return PACK.test(bare) ? 'pack' : 'other';
}

/** The one recording in an item that is the wanted episode. */
export function chooseEpisode(
  works: readonly Recording[],
  wanted: SearchTarget,
  holds: ItemHolds,
): Choice {
  const usable = works.filter(({ root }) => noiseWord(readableName(root), wanted) === undefined);
  const tagged = usable.filter(({ root }) => episodeTag(root) !== undefined);
  const byTag = tagged.filter(({ root }) => {
    const tag = episodeTag(root);
    return tag !== undefined && isWanted(tag, wanted);
  });
  const byTitle = usable.filter(({ root }) =>
    isEpisodeTitle(nameAfterSeries(root, wanted), wanted),
  );
  const named = byTag.length > 0 ? byTag : byTitle;
  if (named.length > 0) return onlyOne(named, wanted);
  if (holds === 'episode' && tagged.length === 0) {
    return chooseMovie(usable, { ...wanted, title: wanted.episodeTitle ?? wanted.title }, [
      wanted.title,
    ]);
  }
  return { reason: 'this episode is not in it' };
}

function onlyOne(named: readonly Recording[], wanted: SearchTarget): Choice {
  const fitting = named.filter((work) => runtimeFit(work.seconds, wanted.runtimeMin) !== 'off');
  const [first, ...others] = fitting;
  if (!first) return { reason: 'its files are of another length' };
  if (!others.every((other) => areSameLength(first, other))) {
    return { reason: 'several files claim to be this episode' };
  }
  const work = mergeRecordings(fitting);
  return work ? { work } : { reason: 'no file that plays' };
}

function isWanted(tag: EpisodeTag, wanted: SearchTarget): boolean {
  return tag.season === wanted.season && tag.episode === wanted.episode;
}

/** Exactly the title, perhaps after a running number: `Ep06 Trick or Treat`, `BH06 ...`. */
function isEpisodeTitle(text: string, { episodeTitle }: SearchTarget): boolean {
  const title = normaliseTitle(episodeTitle ?? '').replaceAll(' ', '');
  const rest = normaliseTitle(text.replace(/^(?:episode |ep )?[a-z]{0,3}\d{1,3} /, ''));
  const asked = [normaliseTitle(text), rest].map((each) => each.replaceAll(' ', ''));
  return title !== '' && asked.includes(title);
}

function nameAfterSeries(root: string, wanted: SearchTarget): string {
  const name = normaliseTitle(readableName(root)).replace(/ (?:hd|hq|sd|\d{3,4}p)$/, '');
  const series = normaliseTitle(wanted.title);
  return name.startsWith(`${series} `) ? name.slice(series.length + 1) : name;
}
