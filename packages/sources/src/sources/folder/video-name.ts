// Parses names of video files: release names with dots, and names in the style of media libraries.
import { airDateMark, episodeMark, type EpisodeMark } from './episode-name.ts';

export interface VideoName {
  /** Empty if the name has none. */
  readonly title: string;
  readonly year: number | undefined;
  /** Title and year together, because `Wonder Woman 1984` isn't from 1984. */
  readonly wholeTitle: string | undefined;
  readonly ids: TitleIds;
  /** `Director's Cut`, from a tag or after the year. */
  readonly edition: string | undefined;
  /** Pixels. */
  readonly height: number | undefined;
  readonly episode: EpisodeMark | undefined;
  readonly isNamedByDate: boolean;
  /** Whether the file is one of several of a movie. */
  readonly isPart: boolean;
  /** Whether the file is a trailer, a sample or similar. */
  readonly isExtra: boolean;
}

const EXTRA =
  /-(?:trailer|sample|scene|clip|interview|behindthescenes|deleted|deletedscene|featurette|short|other|extra)s?\d*$|[._ ](?:trailer|sample)\d*$|^(?:trailer|sample)s?\d*$/i;
const PART = /[ ._-]+(?:(?:cd|dvd|dis[ck])[ ._-]?\d|(?:part|pt)[ ._-]?(?:\d{1,2}|[a-d]))$/i;
const DISC = /[ ._-]+(?:cd|dis[ck])[ ._-]?\d$/i;
const LINES =
  /(?<![a-z\d])(?:(?:\d{3,4}x)?(2160|1440|1080|720|576|540|480|360)(?:p|i)\d{0,2}|\d{3,4}x(\d{3,4})|(4k|uhd|2160))(?![a-z\d])/i;
const RELEASE =
  /(?<![a-z\d])(?:(?:2160|1440|1080|720|576|540|480|360)[pi]\d{0,2}|\d{3,4}x\d{3,4}|4k|uhd|blu-?ray|b[dr]-?rip|bdremux|remux|dvd-?(?:rip|scr|r)|web-?(?:dl|rip)|hd-?(?:tv|rip)|[xh][ .]?26[45]|hevc|xvid|divx|av1|10bit)(?![a-z\d])/i;
const YEAR_IN_BRACKETS = /[([{]\s*((?:18|19|20)\d\d)(?:\s*[-–]\s*(?:(?:19|20)\d\d)?)?\s*[)\]}]/g;
const BARE_YEAR = /(?<=[ ._-])((?:18|19|20)\d\d)(?=[ ._,-]|$)/g;
const LEADING_GROUP = /^\s*\[[^\]]*\]\s*(?=\S)/;

/** Parses a name without extension. */
export function readVideoName(name: string): VideoName {
  const { ids, edition, rest } = takeTags(name);
  const text = rest.replace(LEADING_GROUP, '');
  const episode = episodeMark(text);
  const dateAt = episode ? undefined : airDateMark(text);
  const before = text.slice(0, episode?.at ?? dateAt);
  const isEpisode = episode !== undefined || dateAt !== undefined;
  const { title, year, wholeTitle, after } = titleAndYear(before);
  return {
    title,
    year,
    wholeTitle,
    ids,
    edition: edition ?? (isEpisode ? undefined : labelOf(after)),
    height: heightOf(text),
    episode,
    isNamedByDate: dateAt !== undefined,
    isPart: !isEpisode && (DISC.test(text) || PART.test(after)),
    isExtra: EXTRA.test(text),
  };
}

interface Titled {
  readonly title: string;
  readonly year: number | undefined;
  readonly wholeTitle: string | undefined;
  /** The text after the year. */
  readonly after: string;
}

function titleAndYear(text: string): Titled {
  const bracketed = [...text.matchAll(YEAR_IN_BRACKETS)].at(-1);
  if (bracketed) {
    const after = text.slice(bracketed.index + bracketed[0].length);
    const title = readable(text.slice(0, bracketed.index)) || readable(untilRelease(after));
    return { title, year: Number(bracketed[1]), wholeTitle: undefined, after };
  }
  const main = untilRelease(text);
  const bare = [...main.matchAll(BARE_YEAR)].at(-1);
  const title = readable(bare ? main.slice(0, bare.index) : main);
  if (!bare || title === '') {
    return { title: readable(main), year: undefined, wholeTitle: undefined, after: '' };
  }
  const after = text.slice(bare.index + bare[0].length);
  const isLast = readable(main.slice(bare.index + bare[0].length)) === '';
  const wholeTitle = isLast ? readable(main) : undefined;
  return { title, year: Number(bare[1]), wholeTitle, after };
}

const untilRelease = (text: string): string => text.slice(0, RELEASE.exec(text)?.index);

function readable(text: string): string {
  return text
    .replaceAll(/[._]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s\-–,]+|[\s\-–,([{]+$/g, '');
}

/** Reads `Final Cut` from ` - Final Cut`. Ignores words about the encoding. */
function labelOf(after: string): string | undefined {
  const label = /^\s*-\s*(.+)$/.exec(after)?.[1] ?? /^\s*[([]([^)\]]+)[)\]]/.exec(after)?.[1];
  if (label === undefined || RELEASE.test(label) || PART.test(after)) return undefined;
  return readable(label) || undefined;
}

function heightOf(text: string): number | undefined {
  const [found, named, measured, word] = LINES.exec(text) ?? [];
  if (found === undefined) return undefined;
  return word === undefined ? Number(named ?? measured) : 2160;
}

// Bracketed tags of Jellyfin, Plex, Emby and Kodi: IDs and edition.

export interface TitleIds {
  /** Decimal text. */
  readonly tmdb?: string;
  /** `tt` and digits. */
  readonly imdb?: string;
}

interface Tagged {
  readonly ids: TitleIds;
  readonly edition: string | undefined;
  /** The name without its tags. */
  readonly rest: string;
}

const TAG = /[[{(]\s*(tmdb|imdb|tvdb)(?:id)?\s*[-=:]\s*([a-z]*\d+)\s*[\]})]/gi;
const EDITION = /\{\s*edition\s*-\s*([^}]+?)\s*\}/i;
const BARE_IMDB = /(?<![a-z\d])tt\d{7,9}(?![a-z\d])/i;

export function takeTags(name: string): Tagged {
  const tags = [...name.matchAll(TAG)].map(([, kind = '', value = '']) => ({
    kind: kind.toLowerCase(),
    value: value.toLowerCase(),
  }));
  const valueOf = (kind: string, shape: RegExp): string | undefined =>
    tags.find((tag) => tag.kind === kind && shape.test(tag.value))?.value;
  const tmdb = valueOf('tmdb', /^\d+$/);
  const imdb = valueOf('imdb', /^tt\d+$/) ?? BARE_IMDB.exec(name)?.[0].toLowerCase();
  return {
    ids: { ...(tmdb !== undefined && { tmdb: String(Number(tmdb)) }), ...(imdb && { imdb }) },
    edition: EDITION.exec(name)?.[1],
    rest: name
      .replaceAll(TAG, ' ')
      .replace(EDITION, ' ')
      .replace(BARE_IMDB, ' ')
      .replaceAll(/[[({]\s*[\])}]/g, ' ')
      .trim(),
  };
}
