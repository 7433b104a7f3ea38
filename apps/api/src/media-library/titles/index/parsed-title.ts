// Determines the title of a video file from its name, folders and notes.
import type { TmdbKind } from '@matinee/shared/media/media';
import { compactTitle } from '@matinee/sources/match';
import type { NfoTexts, TitleClaim } from '@matinee/sources/sources/folder/folder-library';
import { genreIdsNamed } from '#catalog/genre-names.ts';
import { stem } from '#media-library/folder/extensions.ts';
import { shownName } from '#media-library/folder/file-names.ts';
import type { PlayableReading } from '#media-library/folder/scan-directory.ts';

/** Facts about a title from file names and NFO files. */
export interface ParsedTitle {
  readonly kind: TmdbKind;
  /** Equal for all files of the title. */
  readonly key: string;
  readonly title: string;
  readonly originalTitle: string | null;
  readonly year: number | null;
  /** True if only the file's name tells the title. */
  readonly isVideo: boolean;
  readonly tmdbId: number | null;
  readonly imdbId: string | null;
  /** The set of movies that notes name. */
  readonly setName: string | null;
  /** Directors and actors. */
  readonly people: readonly string[];
  readonly notes: TitleNotes | null;
}

/** Facts from an NFO file. They override the catalog. */
export interface TitleNotes {
  /** The store and the path of the video that the notes belong to. */
  readonly file: string;
  readonly title: string | null;
  readonly originalTitle: string | null;
  readonly year: number | null;
  readonly overview: string | null;
  readonly genreIds: readonly number[] | null;
  /** 0 to 10. */
  readonly rating: number | null;
  /** Minutes. */
  readonly runtime: number | null;
}

/** `file`: the store and the path, because home videos in two folders may have the same name. */
export function parsedTitle(
  { kind, claim }: Pick<PlayableReading, 'kind' | 'claim'>,
  file: string,
): ParsedTitle {
  const { titles, year, ids } = claim;
  const [title = '', originalTitle = null] = titles;
  const isVideo =
    kind === 'movie' && year === undefined && ids.tmdb === undefined && ids.imdb === undefined;
  return {
    kind: kind === 'movie' ? 'movie' : 'tv',
    key: isVideo ? fileKey(file) : keyOf(claim),
    title: validText(title),
    originalTitle: validTextOrNull(originalTitle),
    year: year ?? null,
    isVideo,
    tmdbId: ids.tmdb === undefined ? null : Number(ids.tmdb),
    imdbId: ids.imdb ?? null,
    setName: validTextOrNull(claim.set),
    people: validPeople(claim.people ?? []),
    notes: claim.texts ? titleNotes(kind, claim.texts, file) : null,
  };
}

function titleNotes(
  kind: PlayableReading['kind'],
  { title, originalTitle, year, overview, genres, rating, runtime }: NfoTexts,
  file: string,
): TitleNotes {
  const genreIds = genreIdsNamed(kind === 'movie' ? 'movie' : 'tv', genres ?? []);
  return {
    file,
    title: validTextOrNull(title),
    originalTitle: validTextOrNull(originalTitle),
    year: year ?? null,
    overview: validTextOrNull(overview, MAX_OVERVIEW),
    genreIds: genreIds.length > 0 ? genreIds : null,
    rating: rating ?? null,
    runtime: runtime ?? null,
  };
}

/** Uses the file name of a video as its title. */
export function unnamedTitle(file: string): ParsedTitle {
  return videoTitle(file, shownName(stem(file.split('/').at(-1) ?? file)).replaceAll('_', ' '));
}

/** A video that is neither a movie nor an episode. */
export function videoTitle(file: string, name: string): ParsedTitle {
  return {
    kind: 'movie',
    key: fileKey(file),
    title: validText(name),
    originalTitle: null,
    year: null,
    isVideo: true,
    tmdbId: null,
    imdbId: null,
    setName: null,
    people: [],
    notes: null,
  };
}

/** Makes a text storable. PostgreSQL rejects NUL and lone surrogates, and a name may be as long as its file. */
export const validText = (text: string, maxLength = MAX_TITLE): string =>
  text
    .slice(0, maxLength)
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim();

export const validTextOrNull = (
  text: string | null | undefined,
  maxLength?: number,
): string | null => validText(text ?? '', maxLength) || null;

const MAX_TITLE = 300;
export const MAX_OVERVIEW = 3_000;

const MAX_PEOPLE = 20;
const MAX_NAME = 80;

export const validPeople = (names: readonly string[]): readonly string[] => {
  const validNames = names.slice(0, 2 * MAX_PEOPLE).map((name) => validText(name, MAX_NAME));
  return [...new Set(validNames)].filter((name) => name !== '').slice(0, MAX_PEOPLE);
};

const fileKey = (file: string): string => `file ${file}`;

function keyOf({ titles, year, ids }: TitleClaim): string {
  if (ids.tmdb !== undefined) return `tmdb ${ids.tmdb}`;
  if (ids.imdb !== undefined) return `imdb ${ids.imdb}`;
  return nameKey(titles[0] ?? '', year ?? null);
}

const nameKey = (title: string, year: number | null): string =>
  `title ${compactTitle(title)} ${year ?? ''}`;

/** Returns the keys of files of the same title whose names and notes contain less. */
export function fallbackKeys({
  key,
  title,
  year,
  imdbId,
  isVideo,
}: ParsedTitle): readonly string[] {
  if (isVideo || key.startsWith('title ')) return [];
  const keys = [imdbId === null ? undefined : `imdb ${imdbId}`, nameKey(title, year)];
  return keys.flatMap((each) => (each === undefined || each === key ? [] : [each]));
}
