// The records of the index of titles.
import type { ExtraKind, MediaFacts } from '@matinee/shared/contract/library-files';
import type { TmdbKind } from '@matinee/shared/media/media';
import { extraFolderKind } from '#media-library/folder/extra-files.ts';
import type { ParsedTitle } from './parsed-title.ts';

/** A row of `library_titles`. */
export interface TitleRecord extends ParsedTitle {
  /** A `localId`. */
  readonly id: number;
  readonly matchedAt: Date | null;
  readonly overview: string;
  readonly genreIds: readonly number[];
  /** 0 to 10. */
  readonly rating: number | null;
  /** Minutes. */
  readonly runtime: number | null;
  readonly poster: string | null;
  readonly backdrop: string | null;
  readonly posterFile: string | null;
  readonly backdropFile: string | null;
  /** The automatic match, if an administrator corrected it. */
  readonly correction: AutomaticTitle | null;
}

export type AutomaticTitle = Omit<
  TitleRecord,
  | 'kind'
  | 'id'
  | 'key'
  | 'setName'
  | 'people'
  | 'notes'
  | 'matchedAt'
  | 'posterFile'
  | 'backdropFile'
  | 'correction'
>;

/** The title of a file, and the file's place in the title. */
export type FilePlace = Pick<FileRecord, 'kind' | 'titleId' | 'season' | 'episodes'>;

/** A row of `library_files`. */
export interface FileRecord {
  readonly store: string;
  readonly path: string;
  readonly kind: TmdbKind;
  /** The `id` of a `TitleRecord`. */
  readonly titleId: number;
  readonly season: number | null;
  readonly episodes: readonly number[];
  readonly episodeName: string | null;
  readonly episodeOverview: string | null;
  readonly height: number | null;
  readonly isPlayable: boolean;
  readonly size: number | null;
  /** The time at which the file was written. Null if the source doesn't tell. */
  readonly modifiedAt: Date | null;
  readonly identity: string | null;
  readonly addedAt: Date;
  readonly missingSince: Date | null;
  /** Null for movies and episodes. */
  readonly extra: ExtraKind | null;
  /** Null until the file's header has been read. */
  readonly media: MediaFacts | null;
  /** The automatic season and episodes, if an administrator corrected them. */
  readonly pinned: FilePlace | null;
  /** Whether a frame of the video can serve as its poster. */
  readonly hasFrame: boolean;
  /** The path of its season's picture in the same store. */
  readonly seasonPoster: string | null;
}

/** A title as users see it: with its TMDB ID if known, and all files with that ID. */
export interface AvailableTitle {
  readonly record: TitleRecord;
  /** The TMDB ID, or else the record's. */
  readonly id: number;
  /** The existing files, at least one. */
  readonly files: readonly FileRecord[];
}

/** The details of a title that a source has in addition to its name. */
export interface TitleTexts {
  readonly overview: string;
  readonly genreIds: readonly number[];
  /** 0 to 10. */
  readonly rating: number | null;
  /** Minutes. */
  readonly runtime: number | null;
}

/** Returns the record with its notes. Notes override the catalog. An administrator's correction overrides both. */
export function withNotes(record: TitleRecord): TitleRecord {
  const { notes, correction } = record;
  if (!notes || correction) return record;
  return {
    ...record,
    title: notes.title ?? record.title,
    originalTitle: notes.originalTitle ?? record.originalTitle,
    year: notes.year ?? record.year,
    overview: notes.overview ?? record.overview,
    genreIds: notes.genreIds ?? record.genreIds,
    rating: notes.rating ?? record.rating,
    runtime: notes.runtime ?? record.runtime,
  };
}

/** Returns the folder of a file. '' is the store's root. An extra in a folder of extras belongs to the parent. */
export function folderOf({ path, extra }: Pick<FileRecord, 'path' | 'extra'>): string {
  const folder = parentOf(path);
  const isOfExtras =
    extra !== null && extraFolderKind(folder.split('/').at(-1) ?? '') !== undefined;
  return isOfExtras ? parentOf(folder) : folder;
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
