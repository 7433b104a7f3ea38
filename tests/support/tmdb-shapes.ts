import { z } from 'zod';

/** Strict schemas of TMDB's responses: responses of the open collection and of the fake must both pass. */

const path = z.string().startsWith('/').nullable();
const day = z.string().regex(/^(?:\d{4}-\d{2}-\d{2})?$/);
const votes = { vote_average: z.number(), vote_count: z.number() };

const common = {
  adult: z.boolean(),
  backdrop_path: path,
  id: z.number().int().positive(),
  original_language: z.string().length(2),
  overview: z.string(),
  popularity: z.number(),
  poster_path: path,
  ...votes,
};
const movieNames = {
  original_title: z.string(),
  release_date: day,
  title: z.string().min(1),
  video: z.boolean(),
};
const seriesNames = {
  first_air_date: day,
  name: z.string().min(1),
  origin_country: z.array(z.string().length(2)),
  original_name: z.string(),
};
const genre_ids = z.array(z.number());
const genres = z.array(z.strictObject({ id: z.number(), name: z.string() }));

const MovieItem = z.strictObject({ ...common, ...movieNames, genre_ids });
const SeriesItem = z.strictObject({ ...common, ...seriesNames, genre_ids });
const Person = z.looseObject({ id: z.number(), media_type: z.literal('person'), name: z.string() });
const MixedItem = z.discriminatedUnion('media_type', [
  MovieItem.extend({ media_type: z.literal('movie') }),
  SeriesItem.extend({ media_type: z.literal('tv') }),
  Person,
]);

function pageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({
    page: z.number().int().positive(),
    results: z.array(item).max(20),
    total_pages: z.number().int().positive(),
    total_results: z.number().int().nonnegative(),
  });
}

const social = {
  wikidata_id: z.string().nullable(),
  facebook_id: z.string().nullable(),
  instagram_id: z.string().nullable(),
  twitter_id: z.string().nullable(),
};
const imdb_id = z
  .string()
  .regex(/^tt\d+$/)
  .nullable();

const detailsCommon = {
  ...common,
  genres,
  homepage: z.string().nullable(),
  origin_country: z.array(z.string().length(2)),
  production_companies: z.array(z.looseObject({ id: z.number(), name: z.string() })),
  production_countries: z.array(z.strictObject({ iso_3166_1: z.string(), name: z.string() })),
  spoken_languages: z.array(z.looseObject({ iso_639_1: z.string(), name: z.string() })),
  tagline: z.string(),
  credits: z
    .strictObject({
      cast: z.array(z.looseObject({ id: z.number(), name: z.string() })),
      crew: z.array(z.looseObject({ job: z.string(), department: z.string(), name: z.string() })),
    })
    .optional(),
  videos: z.strictObject({ results: z.array(z.looseObject({ key: z.string() })) }).optional(),
};

const Episode = z.looseObject({
  air_date: day.nullable(),
  episode_number: z.number().int(),
  episode_type: z.string(),
  id: z.number().int(),
  name: z.string(),
  overview: z.string(),
  runtime: z.number().nullable(),
  season_number: z.number().int(),
  show_id: z.number().int(),
  still_path: path,
  ...votes,
});

const SeasonItem = z.strictObject({
  air_date: day.nullable(),
  episode_count: z.number().int(),
  id: z.number().int(),
  name: z.string(),
  overview: z.string(),
  poster_path: path,
  season_number: z.number().int(),
  vote_average: z.number(),
  /** Ours: see `catalog/own-ids.ts`. */
  own_id: z.number().int().optional(),
});

export const shapes = {
  search: pageOf(MixedItem),
  movies: pageOf(MovieItem),
  series: pageOf(SeriesItem),
  trending: pageOf(MixedItem),
  nowPlaying: pageOf(MovieItem).extend({ dates: z.strictObject({ maximum: day, minimum: day }) }),
  genres: z.strictObject({ genres }),
  providers: z.strictObject({ results: z.array(z.looseObject({ provider_id: z.number() })) }),
  find: z.strictObject({
    movie_results: z.array(MixedItem),
    person_results: z.array(Person),
    tv_results: z.array(MixedItem),
    tv_episode_results: z.array(Episode),
    tv_season_results: z.array(SeasonItem),
  }),
  movie: z.strictObject({
    ...detailsCommon,
    ...movieNames,
    belongs_to_collection: z.looseObject({ id: z.number() }).nullable(),
    budget: z.number(),
    imdb_id,
    revenue: z.number(),
    runtime: z.number(),
    status: z.string(),
    external_ids: z.strictObject({ imdb_id, ...social }).optional(),
    similar: pageOf(MovieItem).optional(),
  }),
  show: z.strictObject({
    ...detailsCommon,
    ...seriesNames,
    created_by: z.array(z.looseObject({ id: z.number() })),
    episode_run_time: z.array(z.number()),
    in_production: z.boolean(),
    languages: z.array(z.string()),
    last_air_date: day.nullable(),
    last_episode_to_air: Episode.nullable(),
    networks: z.array(z.looseObject({ id: z.number() })),
    next_episode_to_air: Episode.nullable(),
    number_of_episodes: z.number().int(),
    number_of_seasons: z.number().int(),
    seasons: z.array(SeasonItem),
    status: z.string(),
    type: z.string(),
    external_ids: z
      .strictObject({
        imdb_id,
        freebase_mid: z.string().nullable(),
        freebase_id: z.string().nullable(),
        tvdb_id: z.number().nullable(),
        tvrage_id: z.number().nullable(),
        ...social,
      })
      .optional(),
    similar: pageOf(SeriesItem).optional(),
  }),
  season: z.strictObject({
    _id: z.string(),
    air_date: day.nullable(),
    episodes: z.array(Episode),
    id: z.number().int(),
    name: z.string(),
    networks: z.array(z.looseObject({ id: z.number() })),
    overview: z.string(),
    poster_path: path,
    season_number: z.number().int(),
    vote_average: z.number(),
  }),
  failure: z.strictObject({
    success: z.literal(false),
    status_code: z.number().int(),
    status_message: z.string().min(1),
  }),
};

export type ShapeName = keyof typeof shapes;
