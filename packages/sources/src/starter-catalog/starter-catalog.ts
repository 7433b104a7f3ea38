import { type TmdbKind, localId } from '@matinee/shared/media/media';
import rows from './starter-catalog.json' with { type: 'json' };
import {
  StarterFile,
  type StarterEpisodeRow,
  type MovieRow,
  type SeriesRow,
  type StarterLocation,
  type StarterMovie,
  type StarterRow,
  type StarterSeason,
  type StarterSeries,
  type StarterTitle,
} from './starter-title.ts';

let loaded: readonly StarterTitle[] | undefined;

/** Returns free movies and shows, which are available without a TMDB key. Parses them on the first call. */
export function loadStarter(): readonly StarterTitle[] {
  loaded ??= StarterFile.parse(rows).items.map((row) =>
    row.type === 'movie' ? movie(row) : series(row),
  );
  return loaded;
}

export function findStarter(kind: 'movie', id: number): StarterMovie | undefined;
export function findStarter(kind: 'tv', id: number): StarterSeries | undefined;
export function findStarter(kind: TmdbKind, id: number): StarterTitle | undefined;
export function findStarter(kind: TmdbKind, id: number): StarterTitle | undefined {
  return loadStarter().find((title) => title.kind === kind && title.id === id);
}

export function findStarterByImdb(imdbId: string): StarterTitle | undefined {
  return loadStarter().find((title) => title.imdbId === imdbId);
}

function movie(row: MovieRow): StarterMovie {
  const streams = row.streams.map(location);
  return { ...common(row, movieKey(row)), kind: 'movie', streams };
}

function series(row: SeriesRow): StarterSeries {
  const key = row.imdbId ?? `${row.title} ${row.year}`;
  const bySeason = Map.groupBy(row.episodes, (episode) => episode.season);
  const seasons = [...bySeason]
    .toSorted(([a], [b]) => a - b)
    .map(([number, episodes]) => season(key, number, episodes));
  return { ...common(row, key), kind: 'tv', seasons };
}

function season(
  showKey: string,
  number: number,
  rows: readonly StarterEpisodeRow[],
): StarterSeason {
  const key = `${showKey}:s${number}`;
  const episodes = rows
    .toSorted((a, b) => a.episode - b.episode)
    .map(({ episode, title, airDate, identifier, file }) => ({
      id: localId(`${key}e${episode}`),
      number: episode,
      title,
      identifier,
      ...(airDate ? { airDate } : {}),
      ...(file ? { file } : {}),
    }));
  return { id: localId(key), number, name: `Season ${number}`, episodes };
}

function movieKey(row: MovieRow): string {
  const [first] = row.streams.map(location);
  return row.imdbId ?? (first ? locationKey(first) : `${row.title} ${row.year}`);
}

function locationKey(place: StarterLocation): string {
  switch (place.source) {
    case 'archive.org':
      return place.identifier;
    case 'peertube':
      return place.video;
    case 'peertube-file':
      return place.url;
  }
}

function location(row: MovieRow['streams'][number]): StarterLocation {
  switch (row.source) {
    case 'archive.org': {
      const { source, identifier, file } = row;
      return { source, identifier, ...(file ? { file } : {}) };
    }
    case 'peertube': {
      const { source, host, webVideoHeight } = row;
      const video = row.uuid ?? row.shortUUID ?? '';
      return { source, host, video, ...(webVideoHeight ? { webVideoHeight } : {}) };
    }
    case 'peertube-file':
      return row;
  }
}

function common(row: StarterRow, key: string) {
  return {
    id: row.tmdbId ?? localId(key),
    title: row.title,
    year: row.year,
    genreIds: row.genreIds,
    openGenre: row.openGenre,
    directors: row.directors,
    cast: row.cast,
    overview: row.overview,
    rights: row.rights,
    ...(row.imdbId ? { imdbId: row.imdbId } : {}),
    ...(row.originalTitle ? { originalTitle: row.originalTitle } : {}),
    ...(row.runtimeMin ? { runtimeMin: row.runtimeMin } : {}),
    ...(row.posterPath ? { posterPath: row.posterPath } : {}),
    ...(row.backdropPath ? { backdropPath: row.backdropPath } : {}),
  };
}
