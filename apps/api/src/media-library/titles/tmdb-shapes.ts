// Titles of the operator's folders in TMDB's response formats, field for field.
import { localId } from '@matinee/shared/media/media';
import { genresNamed } from '#catalog/genre-names.ts';
import type { FileRecord, TitleRecord } from './index/library-records.ts';
import type { TitleNotes } from './index/parsed-title.ts';

/** A title with the paths of its pictures. */
export interface TitleWithArtwork {
  readonly record: TitleRecord;
  readonly id: number;
  readonly addedAt: Date;
  readonly poster: string | null;
  readonly backdrop: string | null;
  readonly seasonPoster: (season: number) => string | null;
}

interface Episode {
  readonly season: number;
  readonly number: number;
  /** '' if the episode has no name. */
  readonly name: string;
  readonly overview: string;
}

/** Returns a day that is in the year in every time zone. Clients need a year, so a missing one is invented. */
const firstDay = ({ record, addedAt }: TitleWithArtwork): string =>
  `${record.year ?? addedAt.getUTCFullYear()}-01-02`;

function common(title: TitleWithArtwork) {
  const { overview, rating } = title.record;
  return {
    adult: false,
    backdrop_path: title.backdrop,
    id: title.id,
    original_language: 'en',
    overview,
    popularity: 0,
    poster_path: title.poster,
    vote_average: rating ?? 0,
    vote_count: 0,
  };
}

function namesOf(title: TitleWithArtwork) {
  const { kind, title: name, originalTitle } = title.record;
  const original = originalTitle ?? name;
  if (kind === 'movie')
    return {
      original_title: original,
      release_date: firstDay(title),
      title: name,
      video: false,
    };
  return {
    first_air_date: firstDay(title),
    name,
    origin_country: [],
    original_name: original,
  };
}

export function searchItem(title: TitleWithArtwork) {
  return {
    ...common(title),
    genre_ids: title.record.genreIds,
    ...namesOf(title),
    media_type: title.record.kind,
  };
}

function detailsCommon(title: TitleWithArtwork) {
  const { kind, genreIds } = title.record;
  return {
    ...common(title),
    genres: genresNamed(kind, genreIds),
    homepage: '',
    ...namesOf(title),
    production_companies: [],
    production_countries: [],
    spoken_languages: [],
    status: kind === 'movie' ? 'Released' : 'Ended',
    tagline: '',
  };
}

/** Facts from notes and folders. They override TMDB's. */
export interface LibraryMetadata {
  readonly record: TitleRecord;
  /** Null if the folders have none. */
  readonly backdrop: string | null;
}

/**
 * Returns TMDB's item or details with the operator's texts and background. Keeps TMDB's poster, because bookmarks and
 * progress store its URL. Other clients and servers show it, so it must not expire.
 */
export function withLibraryMetadata(item: object, { record, backdrop }: LibraryMetadata): object {
  // An administrator's correction overrides notes.
  const noted = record.correction === null && record.notes ? notedFields(record.notes, record) : {};
  const own = Object.entries({ ...noted, backdrop_path: backdrop });
  const fields = new Map<string, unknown>(Object.entries(item));
  for (const [field, value] of own)
    if (fields.has(field) && value !== null) fields.set(field, value);
  return Object.fromEntries(fields);
}

function notedFields(notes: TitleNotes, { kind }: TitleRecord) {
  const [title, originalTitle] = kind === 'movie' ? MOVIE_FIELDS : SHOW_FIELDS;
  const { genreIds, runtime } = notes;
  return {
    [title]: notes.title,
    [originalTitle]: notes.originalTitle,
    overview: notes.overview,
    vote_average: notes.rating,
    runtime,
    episode_run_time: runtime === null ? null : [runtime],
    genre_ids: genreIds,
    genres: genreIds === null ? null : genresNamed(kind, genreIds),
  };
}

const MOVIE_FIELDS = ['title', 'original_title'] as const;
const SHOW_FIELDS = ['name', 'original_name'] as const;

/** `parts`: the names in `append_to_response`. */
export function libraryMovieDetails(title: TitleWithArtwork, parts: string | undefined) {
  const { imdbId, runtime } = title.record;
  return {
    ...detailsCommon(title),
    belongs_to_collection: null,
    budget: 0,
    imdb_id: imdbId,
    revenue: 0,
    runtime: runtime ?? 0,
    ...appended(title, parts),
  };
}

/** `files`: the files of all episodes. */
export function libraryShowDetails(
  title: TitleWithArtwork,
  files: readonly FileRecord[],
  parts: string | undefined,
) {
  const episodes = episodesOf(files);
  const seasons = Map.groupBy(episodes, ({ season }) => season);
  const { runtime } = title.record;
  return {
    ...detailsCommon(title),
    created_by: [],
    episode_run_time: runtime === null ? [] : [runtime],
    in_production: false,
    languages: [],
    last_air_date: null,
    last_episode_to_air: null,
    networks: [],
    next_episode_to_air: null,
    number_of_episodes: episodes.length,
    number_of_seasons: seasons.size,
    seasons: [...seasons].map(([season, some]) => ({
      ...seasonItem(title, season),
      episode_count: some.length,
    })),
    type: 'Scripted',
    ...appended(title, parts),
  };
}

/** Undefined if no file belongs to this season. */
export function librarySeasonDetails(
  title: TitleWithArtwork,
  files: readonly FileRecord[],
  season: number,
) {
  const episodes = episodesOf(files).filter((each) => each.season === season);
  if (episodes.length === 0) return undefined;
  const item = seasonItem(title, season);
  return {
    ...item,
    _id: String(item.id),
    episodes: episodes.map(({ number, name, overview }) => ({
      air_date: null,
      crew: [],
      episode_number: number,
      episode_type: 'standard',
      guest_stars: [],
      id: localId(`tv ${title.record.id} ${season} ${number}`),
      name,
      overview,
      production_code: '',
      runtime: title.record.runtime,
      season_number: season,
      show_id: title.id,
      still_path: null,
      vote_average: 0,
      vote_count: 0,
    })),
    networks: [],
  };
}

function seasonItem(title: TitleWithArtwork, season: number) {
  return {
    air_date: null,
    id: localId(`tv ${title.record.id} ${season}`),
    name: '',
    overview: '',
    poster_path: title.seasonPoster(season),
    season_number: season,
    vote_average: 0,
  };
}

/** Returns the episodes in order. A file may contain several episodes, and an episode may have several files. */
export function episodesOf(files: readonly FileRecord[]): readonly Episode[] {
  const all = files.flatMap(({ season, episodes, episodeName, episodeOverview }) =>
    season === null
      ? []
      : episodes.map((number) => ({
          season,
          number,
          name: episodeName ?? '',
          overview: episodeOverview ?? '',
        })),
  );
  const named = all.toSorted((a, b) => Number(a.name !== '') - Number(b.name !== ''));
  const known = new Map(named.map((each) => [`${each.season} ${each.number}`, each]));
  return [...known.values()].toSorted((a, b) => a.season - b.season || a.number - b.number);
}

function appended({ record: { imdbId } }: TitleWithArtwork, parts: string | undefined): object {
  const known: Readonly<Record<string, object>> = {
    external_ids: { imdb_id: imdbId },
    credits: { cast: [], crew: [] },
    videos: { results: [] },
    similar: { page: 1, results: [], total_pages: 1, total_results: 0 },
  };
  const extras = (parts?.split(',') ?? []).flatMap((name) => {
    const part = known[name];
    return part ? [[name, part] as const] : [];
  });
  return Object.fromEntries(extras);
}
