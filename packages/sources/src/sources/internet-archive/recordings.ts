import type { ItemFile } from './archive-api.ts';
import { compactTitle, normaliseTitle, isSameTitle, extraWord, runtimeFit } from '#match.ts';
import type { SearchTarget } from './search-target.ts';

export interface PlayableFile {
  readonly name: string;
  readonly format: string;
  readonly seconds: number | undefined;
  readonly height: number | undefined;
  readonly bytes: number | undefined;
}

/** A recording and all files derived from it. */
export interface Recording {
  /** The original file's name without suffix. */
  readonly root: string;
  readonly files: readonly PlayableFile[];
  readonly seconds: number | undefined;
}

/** MP4 formats that browsers play, most compatible first. */
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
const MAX_HOPS = 10;
/** Derivatives may differ by a few frames. */
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

/** Follows `original`. It may be missing, so files are also grouped by stem. */
export function rootOf(name: string, files: readonly ItemFile[]): string {
  let root = name;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
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

/** Combines uploads of the same recording, such as 720p and 1080p. */
function mergeRecordings(recordings: readonly Recording[]): Recording | undefined {
  const [first] = recordings;
  return first && { ...first, files: recordings.flatMap(({ files }) => files) };
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

type Claim =
  /** The recording has the wanted title. */
  | 'same'
  /** The recording has no clear title: `VTS_01_1`, `ed_1024`, `Night`. */
  | 'open'
  /** The recording has another title. */
  | 'another';

const TECHNICAL =
  /^(?:\d{3,4}[pi]?|\d+kb|4k|hd|hq|sd|dvd|dvdrip|ntsc|pal|xvid|divx|[xh]?26[45]|mpeg\d?|mp4|avi|surround|stereo|edit|ia|full|complete|final|restored|remastered)$/;
const GENERIC =
  /^(?:(?:vts|ts|video|movie|film|title|track|output|file|disc|disk|part|reel|main|feature)?\d*)$/;
/** `Topper Returns #1` isn't a sequel. */
const FIRST = /^0?1$/;
const YEAR = /^(?:1[89]|20)\d\d$/;

/** Returns the stem: `Dir/Night` for both `Dir/Night_512kb.mp4` and `Dir/Night.ia.mp4`. */
export function stemOf(name: string): string {
  return name.replace(/\.[a-z\d]{2,5}$/i, '').replace(/(?:\.ia|_\d+kb|_edit)$/i, '');
}

/** Returns a stem without folders as words. */
function readableName(stem: string): string {
  return stem
    .replace(/^.*\//, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})((?:1[89]|20)\d\d)(?!\d)/gu, '$1 $2');
}

export function claimOf(
  stem: string,
  target: { readonly title: string; readonly year: number },
  alsoKnownAs: readonly string[] = [],
): Claim {
  const words = titleWords(stem);
  const name = words.join('');
  const titles = [target.title, ...alsoKnownAs];
  const text = words.join(' ');
  if (titles.some((title) => isSameTitle(text, { ...target, title }))) return 'same';
  if (titles.some((title) => compactTitle(title) === name)) return 'same';
  const isOpen = name.length < 4 || titles.some((title) => abbreviates(name, title));
  return isOpen ? 'open' : 'another';
}

/** Returns the words before the year and before words about the encoding. */
function titleWords(stem: string): readonly string[] {
  const words = normaliseTitle(readableName(stem)).split(' ');
  const start = words.findIndex((word) => !GENERIC.test(word) && !TECHNICAL.test(word));
  if (start < 0) return [];
  const rest = words.slice(start);
  const end = rest.findIndex((word, at) => at > 0 && (YEAR.test(word) || TECHNICAL.test(word)));
  const title = end < 0 ? rest : rest.slice(0, end);
  return title.length > 1 && FIRST.test(title.at(-1) ?? '') ? title.slice(0, -1) : title;
}

/** Returns true for `Night` and `notld` as names of Night of the Living Dead. */
function abbreviates(name: string, title: string): boolean {
  const words = normaliseTitle(title).split(' ');
  const initials = words.map((word) => word.slice(0, 1)).join('');
  return words.join('').includes(name) || initials === name;
}

export type RecordingChoice =
  | { readonly recording: Recording }
  /** The reason for the user. */
  | { readonly reason: string };

/** A movie is this many times longer than any of its extras. */
const DOMINANT = 1.5;

/** Chooses the recording of the wanted movie. */
export function chooseMovie(
  recordings: readonly Recording[],
  target: SearchTarget,
  alsoKnownAs: readonly string[] = [],
): RecordingChoice {
  const named = recordings
    .filter(({ root }) => extraWord(readableName(root), target) === undefined)
    .map((recording) => ({ recording, claim: claimOf(recording.root, target, alsoKnownAs) }))
    .filter(({ claim }) => claim !== 'another');
  if (named.length === 0) return { reason: 'its files have a different title' };
  const fitting = named.filter(
    ({ recording }) => runtimeFit(recording.seconds, target.runtimeMin) !== 'off',
  );
  if (fitting.length === 0) {
    return {
      reason: isInParts(named, target)
        ? 'it comes only in parts'
        : 'its files have a different length',
    };
  }
  return chooseAmong(fitting);
}

/** Chooses the only recording, several with the same length, or one that is much longer than the rest. */
function chooseAmong(
  fitting: readonly { readonly recording: Recording; readonly claim: Claim }[],
): RecordingChoice {
  const titled = fitting.filter(({ claim }) => claim === 'same');
  const pool = (titled.length > 0 ? titled : fitting)
    .map(({ recording }) => recording)
    .toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0));
  const [longest] = pool;
  if (!longest) return { reason: 'no playable file' };
  const sameLength = pool.filter(
    (recording) => recording === longest || areSameLength(recording, longest),
  );
  const next = pool.find((recording) => !sameLength.includes(recording));
  const isDominant = !next || (longest.seconds ?? 0) >= DOMINANT * (next.seconds ?? Infinity);
  // Recordings with the same length are the same movie only if their names match.
  const isOneMovie = sameLength.length === 1 || titled.length > 0;
  const recording = isDominant && isOneMovie ? mergeRecordings(sameLength) : undefined;
  return recording ? { recording } : { reason: 'it contains several movies' };
}

function isInParts(
  named: readonly { readonly recording: Recording }[],
  target: SearchTarget,
): boolean {
  const total = named.reduce((sum, { recording }) => sum + (recording.seconds ?? 0), 0);
  return named.length > 1 && runtimeFit(total, target.runtimeMin) === 'fits';
}

/** An item contains one episode, or a pack of many. */
type ItemHolds = 'episode' | 'pack' | 'other';

interface EpisodeTag {
  readonly season: number;
  readonly episode: number;
}

const PACK = /^(?:complete )?(?:series|show|all episodes|episodes)?(?: complete)?$/;
const SEASON_PACK = /^(?:complete )?(?:season|series) 0?(\d{1,2})(?: complete)?$/;

/** Reads `S01E02`, `S01-E19`, `S01 E01`, `S1E3` and `2x05`. */
export function episodeTag(text: string): EpisodeTag | undefined {
  const found =
    /(?:(?<![A-Za-z\d])[sS]|(?<=[a-z])S)(\d{1,2})[\s._-]*[eE](\d{1,3})(?!\d)/.exec(text) ??
    /(?<!\d)(\d{1,2})x(\d{2,3})(?!\d)/i.exec(text);
  return found ? { season: Number(found[1]), episode: Number(found[2]) } : undefined;
}

export function itemHolds(title: string, target: SearchTarget, isOfSeries = false): ItemHolds {
  const series = normaliseTitle(target.title);
  const text = normaliseTitle(title);
  const bearsName = text === series || text.startsWith(`${series} `);
  if (!bearsName && !isOfSeries) return 'other';
  const tag = episodeTag(title);
  if (tag) return isTarget(tag, target) ? 'episode' : 'other';
  const rest = bearsName ? text.slice(series.length).trim() : text;
  if (isEpisodeTitle(rest, target)) return 'episode';
  const season = SEASON_PACK.exec(rest)?.[1];
  if (season !== undefined) return Number(season) === target.season ? 'pack' : 'other';
  const bare = rest.replace(/\b(?:1[89]|20)\d\d\b/g, '').trim();
  return PACK.test(bare) ? 'pack' : 'other';
}

/** Chooses the recording of the wanted episode. */
export function chooseEpisode(
  recordings: readonly Recording[],
  target: SearchTarget,
  holds: ItemHolds,
): RecordingChoice {
  const usable = recordings.filter(
    ({ root }) => extraWord(readableName(root), target) === undefined,
  );
  const tagged = usable.filter(({ root }) => episodeTag(root) !== undefined);
  const byTag = tagged.filter(({ root }) => {
    const tag = episodeTag(root);
    return tag !== undefined && isTarget(tag, target);
  });
  const byTitle = usable.filter(({ root }) =>
    isEpisodeTitle(nameAfterSeries(root, target), target),
  );
  const named = byTag.length > 0 ? byTag : byTitle;
  if (named.length > 0) return onlyOne(named, target);
  if (holds === 'episode' && tagged.length === 0) {
    return chooseMovie(usable, { ...target, title: target.episodeTitle ?? target.title }, [
      target.title,
    ]);
  }
  return { reason: "it doesn't contain this episode" };
}

function onlyOne(named: readonly Recording[], target: SearchTarget): RecordingChoice {
  const fitting = named.filter(
    (recording) => runtimeFit(recording.seconds, target.runtimeMin) !== 'off',
  );
  const [first, ...others] = fitting;
  if (!first) return { reason: 'its files have a different length' };
  if (!others.every((other) => areSameLength(first, other))) {
    return { reason: 'several files could be this episode' };
  }
  const recording = mergeRecordings(fitting);
  return recording ? { recording } : { reason: 'no playable file' };
}

function isTarget(tag: EpisodeTag, target: SearchTarget): boolean {
  return tag.season === target.season && tag.episode === target.episode;
}

/** Returns true for the title alone or after a number, as in `Ep06 Trick or Treat`. */
function isEpisodeTitle(text: string, { episodeTitle }: SearchTarget): boolean {
  const title = normaliseTitle(episodeTitle ?? '').replaceAll(' ', '');
  const rest = normaliseTitle(text.replace(/^(?:episode |ep )?[a-z]{0,3}\d{1,3} /, ''));
  const spellings = [normaliseTitle(text), rest].map((each) => each.replaceAll(' ', ''));
  return title !== '' && spellings.includes(title);
}

function nameAfterSeries(root: string, target: SearchTarget): string {
  const name = normaliseTitle(readableName(root)).replace(/ (?:hd|hq|sd|\d{3,4}p)$/, '');
  const series = normaliseTitle(target.title);
  return name.startsWith(`${series} `) ? name.slice(series.length + 1) : name;
}
