// What a video is, judged by where it lies: its name, the folders around it and the NFO files beside it.
import type { TitleClaim } from './folder-library.ts';
import {
  looseEpisodeMark,
  seasonFolder,
  type EpisodeMark,
  type SeasonFolder,
} from './episode-name.ts';
import { compactTitle } from '#match.ts';
import { readVideoName, type VideoName } from './video-name.ts';

/** What a NFO file says. */
export interface NfoData {
  readonly kind: 'movie' | 'tvshow' | 'episode';
  readonly claim: TitleClaim;
  readonly season?: number | undefined;
  readonly numbers: readonly number[];
}

export interface ParentFolder {
  readonly name: string;
  /** From `tvshow.nfo` or `movie.nfo`. */
  readonly notes?: NfoData | undefined;
}

export interface VideoPath {
  /** The outermost first; the folder that the operator named is not among them. */
  readonly folders: readonly ParentFolder[];
  /** Without its ending. */
  readonly name: string;
  /** From the NFO file that bears the same name. */
  readonly notes?: NfoData | undefined;
}

interface Version {
  readonly claim: TitleClaim;
  readonly height: number | undefined;
  readonly edition: string | undefined;
}

export type ParsedVideo =
  | ({ readonly kind: 'film' } & Version)
  | ({
      readonly kind: 'episode';
      readonly season: number;
      readonly numbers: readonly number[];
    } & Version)
  /** An operator should know. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It comes with a film, and nobody will miss it. */
  | { readonly kind: 'extra' };

/** Folders that only sort. */
const GENERIC =
  /^(?:tv|tv[ ._-]?(?:shows?|series)|shows?|series|serien|séries|anime|cartoons?|movies?|films?|filme|videos?|media|library|downloads?|complete[d]?|kids|documentar(?:y|ies)|4k|uhd|hd|sd|\d{3,4}p|[a-z#]|\d|0-9|[a-z]-[a-z])$/i;

export function parsePath(place: VideoPath): ParsedVideo {
  const name = readVideoName(place.name);
  if (name.isExtra) return { kind: 'extra' };
  const around = place.folders.filter(
    ({ name: each, notes }) => notes !== undefined || !GENERIC.test(each.trim()),
  );
  const parent = around.at(-1);
  const season = parent && seasonFolder(parent.name);
  const mark = episodeOf(place, name, season);
  if (mark) return readEpisode({ name, mark, season, around, notes: place.notes });
  if (name.isNamedByDate) return refused('it is named by the day it was shown, not by its number');
  if (season) return refused('its name has no episode number');
  if (name.isPart) return refused('it is a part of a film; only whole films can be played');
  return readFilm(name, parent, place.notes);
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

interface EpisodePlace {
  readonly name: VideoName;
  readonly mark: EpisodeMark;
  readonly season: SeasonFolder | undefined;
  readonly around: readonly ParentFolder[];
  readonly notes: NfoData | undefined;
}

function readEpisode({ name, mark, season, around, notes }: EpisodePlace): ParsedVideo {
  const number = mark.season ?? season?.season;
  if (number === undefined) return refused('neither its name nor its folder tells the season');
  const folder = season ? around.at(-2) : around.at(-1);
  const claim = folder ? claimOfFolder(folder) : claimOfName(seasonTitled(name, season));
  const titles = [...claim.titles, ...(notes?.kind === 'episode' ? notes.claim.titles : [])];
  if (titles.length === 0) return refused('nothing tells the title of its series');
  const { height, edition } = name;
  const { numbers } = mark;
  return {
    kind: 'episode',
    season: number,
    numbers,
    claim: { ...claim, titles: unique(titles) },
    height,
    edition,
  };
}

/** `Dragnet - Season 1/S01E01.mp4`: the folder of the season names the series. */
function seasonTitled(name: VideoName, season: SeasonFolder | undefined): VideoName {
  if (name.title !== '' || !season || season.series === '') return name;
  return readVideoName(season.series);
}

function readFilm(
  name: VideoName,
  parent: ParentFolder | undefined,
  notes: NfoData | undefined,
): ParsedVideo {
  const own = claimOfName(name);
  const noted = [notes, parent?.notes].find((it) => it?.kind === 'movie')?.claim;
  const folder = parent && claimOfName(readVideoName(parent.name));
  const claim = folder && isItsFolder(own, folder) ? joined(own, folder) : own;
  const whole = noted ? joined(noted, claim) : claim;
  if (whole.titles.length === 0) return refused('neither its name nor its folder tells the title');
  return { kind: 'film', claim: whole, height: name.height, edition: name.edition };
}

/** A folder may hold one film or many; it speaks for a file that says nothing else. */
function isItsFolder(own: TitleClaim, folder: TitleClaim): boolean {
  const isTold = folder.year !== undefined || hasIds(folder);
  if (!isTold || hasIds(own)) return false;
  if (own.year === undefined || own.titles.length === 0) return true;
  const names = folder.titles.map(compactTitle);
  const isSame = own.titles.some((title) => names.includes(compactTitle(title)));
  return isSame && (folder.year === undefined || folder.year === own.year);
}

const hasIds = ({ ids }: TitleClaim): boolean => ids.tmdb !== undefined || ids.imdb !== undefined;

/** Of the first all, and of the second what the first leaves open. */
function joined(first: TitleClaim, second: TitleClaim): TitleClaim {
  const isOpen = first.year === undefined && !hasIds(first);
  return {
    // Where the folder has to tell the year, the file's own name may be anything.
    titles: unique(isOpen ? [...second.titles] : [...first.titles, ...second.titles]),
    year: first.year ?? second.year,
    undatedTitle: first.undatedTitle,
    ids: { ...second.ids, ...first.ids },
  };
}

function claimOfFolder({ name, notes }: ParentFolder): TitleClaim {
  const claim = claimOfName(readVideoName(name));
  return notes?.kind === 'tvshow' ? joined(notes.claim, claim) : claim;
}

function claimOfName({ title, wholeTitle, year, ids }: VideoName): TitleClaim {
  return { titles: title === '' ? [] : [title], year, undatedTitle: wholeTitle, ids };
}

const refused = (reason: string): ParsedVideo => ({ kind: 'refused', reason });
const unique = (titles: readonly string[]): readonly string[] => [...new Set(titles)];
