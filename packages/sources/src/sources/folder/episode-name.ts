// Finds season and episode numbers in file and folder names.

export interface EpisodeMark {
  /** Undefined if only the folder names the season. */
  readonly season?: number | undefined;
  readonly numbers: readonly number[];
  /** The index of the mark in the name. The show's title precedes it. */
  readonly at: number;
}

const LONGEST_RUN = 30;

/** Patterns to try in order. Groups: season, first episode, further episodes. */
const MARKS: readonly RegExp[] = [
  // S01E02, s1.e2, S01E01-E02, S01E01E02, S01E01-02, S01E01-S01E02
  /(?<![a-z\d])s(\d{1,4})[ ._-]{0,3}e(\d{1,4})(?!\d)((?:[ ._]?-?[ ._]?(?:s\d{1,4}[ ._]?)?e\d{1,4}(?!\d)|-\d{1,3}(?![\dpi]))*)/i,
  // 1x02, 01x02-03, 1x01-1x02, but not 640x360
  /(?<![a-z\d])(\d{1,2})x(\d{2,3})(?!\d)((?:[ ._]?-[ ._]?\d{1,2}x\d{2,3}(?!\d)|-\d{2,3}(?![\dpi]))*)/i,
  // Season 1 Episode 2
  /(?<![a-z\d])season[ ._]?(\d{1,4})[ ._,-]{0,3}episode[ ._]?(\d{1,4})(?!\d)()/i,
];

/** Patterns for season folders only. */
const LOOSE_MARKS: readonly RegExp[] = [
  /(?<![a-z\d])()(?:e|ep|episode|folge|épisode|episodio)[ ._]{0,2}(\d{1,3})(?!\d)((?:-?e\d{1,3}|-\d{1,3}(?![\dpi]))*)/i,
  /^()(\d{1,3})(?=[ ._-]|$)((?:-\d{1,3}(?![\dpi]))?)/,
  / -()[ ._]?(\d{1,3})(?=[ ._]|$)((?:-\d{1,3}(?![\dpi]))?)/,
];

const DATE = /(?<!\d)(?:19|20)\d\d[-._ ](?:0[1-9]|1[0-2])[-._ ](?:0[1-9]|[12]\d|3[01])(?!\d)/;
const SEASON_WORDS =
  /^(.*?)[ ._-]*(?<![a-z\d])(?:season|series|staffel|saison|temporada|stagione|seizoen|sæson|säsong|sezon|s)[ ._-]{0,3}(\d{1,4})(?![\da-z])/i;
const SPECIALS = /^(?:specials?|season[ ._-]?0+)$/i;

export function episodeMark(name: string): EpisodeMark | undefined {
  return firstMark(name, MARKS);
}

export function looseEpisodeMark(name: string): EpisodeMark | undefined {
  return firstMark(name, LOOSE_MARKS);
}

/** Returns the index of an air date in the name. */
export function airDateMark(name: string): number | undefined {
  return DATE.exec(name)?.index;
}

export interface SeasonFolder {
  readonly season: number;
  /** `Dragnet` in `Dragnet - Season 1`. Usually empty. */
  readonly series: string;
}

export function seasonFolder(name: string): SeasonFolder | undefined {
  if (SPECIALS.test(name.trim())) return { season: 0, series: '' };
  const [, series = '', season] = SEASON_WORDS.exec(name.trim()) ?? [];
  return season === undefined ? undefined : { season: Number(season), series };
}

function firstMark(name: string, marks: readonly RegExp[]): EpisodeMark | undefined {
  for (const mark of marks) {
    const found = mark.exec(name);
    if (!found) continue;
    const [, season = '', first = '', more = ''] = found;
    return {
      season: season === '' ? undefined : Number(season),
      numbers: run(Number(first), more),
      at: found.index,
    };
  }
  return undefined;
}

/** Expands `E01E02` and `E01-E03` to all episodes in the range. */
function run(first: number, more: string): readonly number[] {
  const last = Math.max(
    first,
    ...[...more.matchAll(/(\d+)(?!\d|x)(?:$|[ ._-]|e|s)/gi)].map(digitsOf),
  );
  const isRun = last - first <= LONGEST_RUN;
  return isRun ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : [first];
}

function digitsOf([, digits]: RegExpExecArray): number {
  return Number(digits);
}
