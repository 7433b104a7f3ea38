// Derives the title of a video from its file name, its folders and its NFO files.
import type { SkipReason } from '@matinee/shared/contract/library';
import type { NfoTexts, TitleClaim } from './folder-library.ts';
import {
  looseEpisodeMark,
  seasonFolder,
  type EpisodeMark,
  type SeasonFolder,
} from './episode-name.ts';
import { compactTitle } from '#match.ts';
import { readVideoName, type VideoName } from './video-name.ts';

export interface NfoData {
  readonly kind: 'movie' | 'tvshow' | 'episode';
  readonly claim: TitleClaim;
  readonly season?: number | undefined;
  readonly numbers: readonly number[];
  /** The episode's texts, if the file is about one. */
  readonly episodeTexts?: NfoTexts | undefined;
}

export interface ParentFolder {
  readonly name: string;
  /** The content of `tvshow.nfo` or `movie.nfo`. */
  readonly notes?: NfoData | undefined;
}

interface VideoPath {
  /** The folders below the configured one, outermost first. */
  readonly folders: readonly ParentFolder[];
  /** The file name without extension. */
  readonly name: string;
  /** The content of the NFO file with the same name. */
  readonly notes?: NfoData | undefined;
}

interface Version {
  readonly claim: TitleClaim;
  readonly height: number | undefined;
  readonly edition: string | undefined;
}

export type ParsedVideo =
  | ({ readonly kind: 'movie' } & Version)
  | ({
      readonly kind: 'episode';
      readonly season: number;
      readonly numbers: readonly number[];
      readonly texts?: NfoTexts | undefined;
    } & Version)
  /** Reported to the operator. */
  | { readonly kind: 'refused'; readonly reason: SkipReason }
  /** Ignored silently. */
  | { readonly kind: 'extra' };

/** Names of folders that only group titles. */
const GENERIC =
  /^(?:tv|tv[ ._-]?(?:shows?|series)|shows?|series|serien|séries|anime|cartoons?|movies?|films?|filme|videos?|media|library|downloads?|complete[d]?|kids|documentar(?:y|ies)|4k|uhd|hd|sd|\d{3,4}p|[a-z#]|\d|0-9|[a-z]-[a-z])$/i;

export const isGenericFolder = (name: string): boolean => GENERIC.test(name.trim());

export function parsePath(path: VideoPath): ParsedVideo {
  const name = readVideoName(path.name);
  if (name.isExtra) return { kind: 'extra' };
  const around = path.folders.filter(
    ({ name: each, notes }) => notes !== undefined || !isGenericFolder(each),
  );
  const parent = around.at(-1);
  const season = parent && seasonFolder(parent.name);
  const mark = episodeOf(path, name, season);
  if (mark) return parseEpisode({ name, mark, season, around, notes: path.notes });
  if (name.isNamedByDate) return refused('airDate');
  if (season) return refused('noEpisodeNumber');
  if (name.isPart) return refused('partOfMovie');
  return parseMovie(name, parent, path.notes);
}

function episodeOf(
  { name: text, notes }: VideoPath,
  name: VideoName,
  season: SeasonFolder | undefined,
): EpisodeMark | undefined {
  if (notes?.kind === 'episode' && notes.season !== undefined && notes.numbers.length > 0) {
    return { season: notes.season, numbers: notes.numbers, at: name.episode?.at ?? 0 };
  }
  return name.episode ?? (season && !name.isNamedByDate ? looseEpisodeMark(text) : undefined);
}

interface EpisodeParts {
  readonly name: VideoName;
  readonly mark: EpisodeMark;
  readonly season: SeasonFolder | undefined;
  readonly around: readonly ParentFolder[];
  readonly notes: NfoData | undefined;
}

function parseEpisode({ name, mark, season, around, notes }: EpisodeParts): ParsedVideo {
  const number = mark.season ?? season?.season;
  if (number === undefined) return refused('noSeason');
  const folder = season ? around.at(-2) : around.at(-1);
  const claim = folder ? claimOfFolder(folder) : claimOfName(seasonTitled(name, season));
  const titles = [...claim.titles, ...(notes?.kind === 'episode' ? notes.claim.titles : [])];
  if (titles.length === 0) return refused('noShowTitle');
  const { height, edition } = name;
  const { numbers } = mark;
  return {
    kind: 'episode',
    season: number,
    numbers,
    claim: { ...claim, titles: unique(titles) },
    height,
    edition,
    texts: notes?.episodeTexts,
  };
}

/** Reads the show's title from the season folder, as in `Dragnet - Season 1/S01E01.mp4`. */
function seasonTitled(name: VideoName, season: SeasonFolder | undefined): VideoName {
  if (name.title !== '' || !season || season.series === '') return name;
  return readVideoName(season.series);
}

function parseMovie(
  name: VideoName,
  parent: ParentFolder | undefined,
  notes: NfoData | undefined,
): ParsedVideo {
  const nameClaim = claimOfName(name);
  const noted = [notes, parent?.notes].find((it) => it?.kind === 'movie')?.claim;
  const folder = parent && claimOfName(readVideoName(parent.name));
  const claim = folder && isItsFolder(nameClaim, folder) ? joined(nameClaim, folder) : nameClaim;
  const complete = noted ? withNotes(noted, claim) : claim;
  if (complete.titles.length === 0) return refused('noTitle');
  return { kind: 'movie', claim: complete, height: name.height, edition: name.edition };
}

/** Returns true if the folder belongs to this movie alone: it has a year or an ID, and doesn't contradict the file. */
function isItsFolder(nameClaim: TitleClaim, folder: TitleClaim): boolean {
  const isSpecific = folder.year !== undefined || hasIds(folder);
  if (!isSpecific || hasIds(nameClaim)) return false;
  if (nameClaim.year === undefined || nameClaim.titles.length === 0) return true;
  const names = folder.titles.map(compactTitle);
  const isSame = nameClaim.titles.some((title) => names.includes(compactTitle(title)));
  return isSame && (folder.year === undefined || folder.year === nameClaim.year);
}

const hasIds = ({ ids }: TitleClaim): boolean => ids.tmdb !== undefined || ids.imdb !== undefined;

/** Fills gaps of the first claim from the second. */
function joined(first: TitleClaim, second: TitleClaim): TitleClaim {
  const isOpen = first.year === undefined && !hasIds(first);
  return {
    // If only the folder has a year, the file's name proves nothing.
    titles: unique(isOpen ? [...second.titles] : [...first.titles, ...second.titles]),
    year: first.year ?? second.year,
    undatedTitle: first.undatedTitle,
    ids: { ...second.ids, ...first.ids },
    set: first.set ?? second.set,
    people: first.people ?? second.people,
    texts: first.texts ?? second.texts,
  };
}

/** Prefers the title in the notes, even if they contain nothing else. */
const withNotes = (notes: TitleClaim, claim: TitleClaim): TitleClaim => ({
  ...joined(notes, claim),
  titles: unique([...notes.titles, ...claim.titles]),
});

function claimOfFolder({ name, notes }: ParentFolder): TitleClaim {
  const claim = claimOfName(readVideoName(name));
  return notes?.kind === 'tvshow' ? withNotes(notes.claim, claim) : claim;
}

function claimOfName({ title, wholeTitle, year, ids }: VideoName): TitleClaim {
  return { titles: title === '' ? [] : [title], year, undatedTitle: wholeTitle, ids };
}

const refused = (reason: SkipReason): ParsedVideo => ({ kind: 'refused', reason });
const unique = (titles: readonly string[]): readonly string[] => [...new Set(titles)];
