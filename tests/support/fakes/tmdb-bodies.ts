import type { FakeMovie, FakeSeason, FakeSeries, FakeTitle } from './tmdb-titles.ts';

/** TMDB's wire format, field for field. */

export const GENRES: Readonly<Record<number, string>> = {
  14: 'Fantasy',
  16: 'Animation',
  18: 'Drama',
  27: 'Horror',
  35: 'Comedy',
  36: 'History',
  53: 'Thriller',
  9648: 'Mystery',
  10749: 'Romance',
};

const votes = { vote_average: 7.6, vote_count: 1234 };

export function listItem(title: FakeTitle) {
  const common = {
    adult: false,
    backdrop_path: (title.kind === 'movie' ? title.backdrop : undefined) ?? null,
    genre_ids: title.genreIds,
    id: title.id,
    original_language: 'en',
    overview: `What happens in ${title.title}.`,
    popularity: 12.345,
    poster_path: title.poster,
    ...votes,
  };
  return title.kind === 'movie'
    ? {
        ...common,
        original_title: title.title,
        release_date: title.date,
        title: title.title,
        video: false,
      }
    : {
        ...common,
        first_air_date: title.date,
        name: title.title,
        origin_country: ['US'],
        original_name: title.title,
      };
}

export function collection(id: number) {
  return { id, name: 'The Collection', poster_path: null, backdrop_path: null };
}

/** `search/multi` includes people; a client has to leave them out. */
export const PERSON = {
  adult: false,
  gender: 2,
  id: 14999,
  known_for: [],
  known_for_department: 'Directing',
  media_type: 'person',
  name: 'George A. Romero',
  original_name: 'George A. Romero',
  popularity: 9.1,
  profile_path: null,
};

const TRANSLATED_GENRES: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  ar: { 27: 'رعب', 35: 'كوميديا', 53: 'إثارة' },
  de: { 27: 'Horror', 35: 'Komödie', 53: 'Thriller' },
  hi: { 27: 'डरावनी', 35: 'कॉमेडी', 53: 'थ्रिलर' },
  ja: { 27: 'ホラー', 35: 'コメディ', 53: 'スリラー' },
};

/** In a language without names here, the name is one that no text of the interface has: `«fr 27»`. */
export function genre(id: number, language = 'en') {
  const english = GENRES[id] ?? 'Other';
  if (language === 'en') return { id, name: english };
  return { id, name: TRANSLATED_GENRES[language]?.[id] ?? `«${language} ${id}»` };
}

function detailsCommon(title: FakeTitle) {
  const { genre_ids: _, ...item } = listItem(title);
  return {
    ...item,
    genres: title.genreIds.map((id) => genre(id)),
    homepage: '',
    origin_country: ['US'],
    production_companies: [{ id: 8149, logo_path: null, name: 'Image Ten', origin_country: 'US' }],
    production_countries: [{ iso_3166_1: 'US', name: 'United States of America' }],
    spoken_languages: [{ english_name: 'English', iso_639_1: 'en', name: 'English' }],
    tagline: '',
  };
}

/** Values of `append_to_response` besides the ids. */
function appended(title: FakeTitle, extras: readonly string[], titles: readonly FakeTitle[]) {
  const similar = titles.filter(({ kind, id }) => kind === title.kind && id !== title.id);
  return {
    ...(extras.includes('credits') && {
      credits: { cast: [actor('Judith O’Dea', 'Barbra'), actor('Duane Jones', 'Ben')], crew: [] },
    }),
    ...(extras.includes('videos') && { videos: { results: [video(title)] } }),
    ...(extras.includes('similar') && {
      similar: {
        page: 1,
        results: similar.map(listItem),
        total_pages: 1,
        total_results: similar.length,
      },
    }),
  };
}

function actor(name: string, character: string) {
  return {
    adult: false,
    cast_id: 1,
    character,
    credit_id: '52fe43b9c3a36847f8068c05',
    gender: 0,
    id: 14997,
    known_for_department: 'Acting',
    name,
    order: 0,
    original_name: name,
    popularity: 1.2,
    profile_path: null,
  };
}

function video({ title }: FakeTitle) {
  return {
    id: '533ec654c3a36854480003eb',
    iso_3166_1: 'US',
    iso_639_1: 'en',
    key: 'trailerKey1',
    name: `${title}: the trailer`,
    official: true,
    published_at: '2014-01-01T00:00:00.000Z',
    site: 'YouTube',
    size: 1080,
    type: 'Trailer',
  };
}

const socialIds = { facebook_id: null, instagram_id: null, twitter_id: null, wikidata_id: null };

export function movieDetails(
  title: FakeMovie,
  extras: readonly string[],
  titles: readonly FakeTitle[] = [],
) {
  return {
    ...detailsCommon(title),
    belongs_to_collection: title.collection === undefined ? null : collection(title.collection),
    budget: 114_000,
    imdb_id: title.imdbId,
    revenue: 0,
    runtime: title.runtime,
    status: 'Released',
    ...appended(title, extras, titles),
    ...(extras.includes('external_ids') && {
      external_ids: { imdb_id: title.imdbId, ...socialIds },
    }),
  };
}

export function seriesDetails(
  title: FakeSeries,
  extras: readonly string[],
  titles: readonly FakeTitle[] = [],
) {
  return {
    ...detailsCommon(title),
    created_by: [],
    episode_run_time: [25],
    in_production: false,
    languages: ['en'],
    last_air_date: '1971-03-23',
    last_episode_to_air: null,
    networks: [{ id: 16, logo_path: null, name: 'CBS', origin_country: 'US' }],
    next_episode_to_air: null,
    number_of_episodes: title.seasons.reduce((sum, { episodes }) => sum + episodes.length, 0),
    number_of_seasons: title.seasons.filter(({ number }) => number > 0).length,
    seasons: title.seasons.map(({ episodes, id, name, number, poster = null }) => ({
      air_date: episodes[0]?.date ?? null,
      episode_count: episodes.length,
      id,
      name,
      overview: '',
      poster_path: poster,
      season_number: number,
      vote_average: 7,
    })),
    status: 'Ended',
    type: 'Scripted',
    ...appended(title, extras, titles),
    ...(extras.includes('external_ids') && {
      external_ids: {
        imdb_id: title.imdbId,
        freebase_mid: null,
        freebase_id: null,
        tvdb_id: 71471,
        tvrage_id: null,
        ...socialIds,
      },
    }),
  };
}

export function seasonDetails(title: FakeSeries, season: FakeSeason) {
  return {
    _id: `5256c3${season.id}`,
    air_date: season.episodes[0]?.date ?? null,
    episodes: season.episodes.map(({ date, id, name, still = null }, index) => ({
      air_date: date,
      crew: [],
      episode_number: index + 1,
      episode_type: 'standard',
      guest_stars: [],
      id,
      name,
      overview: '',
      production_code: '',
      runtime: 25,
      season_number: season.number,
      show_id: title.id,
      still_path: still,
      ...votes,
    })),
    id: season.id,
    name: season.name,
    networks: [],
    overview: '',
    poster_path: season.poster ?? null,
    season_number: season.number,
    vote_average: 7,
  };
}
