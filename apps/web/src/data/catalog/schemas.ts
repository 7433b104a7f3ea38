// Schemas of TMDB's responses. Fields are optional if TMDB omits, empties or nulls them. The schemas are lazy, because
// building all of them would delay the first page.
import { z } from 'zod';

const text = () => z.string().nullish();

const movieItem = () =>
  z.object({
    id: z.number(),
    title: z.string(),
    original_title: text(),
    original_language: text(),
    release_date: text(),
    poster_path: text(),
  });

const tvItem = () =>
  z.object({
    id: z.number(),
    name: z.string(),
    original_name: text(),
    original_language: text(),
    first_air_date: text(),
    poster_path: text(),
  });

export const MovieItem = z.lazy(() =>
  movieItem().transform((item) => ({ ...item, media_type: 'movie' as const })),
);
export type MovieItem = z.infer<typeof MovieItem>;
export const TvItem = z.lazy(() =>
  tvItem().transform((item) => ({ ...item, media_type: 'tv' as const })),
);
export type TvItem = z.infer<typeof TvItem>;
export type TitleItem = MovieItem | TvItem;

const FoundTitle = z.lazy(() =>
  z.discriminatedUnion('media_type', [
    movieItem().extend({ media_type: z.literal('movie') }),
    tvItem().extend({ media_type: z.literal('tv') }),
  ]),
);

/** Drops people, collections and invalid items. */
export const MultiResults = z.lazy(() =>
  z.object({
    results: z.array(z.unknown()).transform((items) =>
      items.flatMap((item): TitleItem[] => {
        const found = FoundTitle.safeParse(item);
        return found.success ? [found.data] : [];
      }),
    ),
  }),
);

/** Matinee's: the id in the open collection, which old URLs and progress contain. */
const starterId = () => z.number().nullish();

const externalIds = () => z.object({ imdb_id: text() }).nullish();

export const MovieDetails = z.lazy(() =>
  movieItem().extend({
    overview: text(),
    runtime: z.number().nullish(),
    external_ids: externalIds(),
  }),
);
export type MovieDetails = z.infer<typeof MovieDetails>;

export const ShowDetails = z.lazy(() =>
  tvItem().extend({
    overview: text(),
    episode_run_time: z.array(z.number()).nullish(),
    external_ids: externalIds(),
    seasons: z
      .array(
        z.object({
          id: z.number(),
          own_id: starterId(),
          season_number: z.number(),
          name: text(),
          poster_path: text(),
        }),
      )
      .nullish()
      .transform((seasons) =>
        (seasons ?? []).toSorted((one, other) => one.season_number - other.season_number),
      ),
  }),
);
export type ShowDetails = z.infer<typeof ShowDetails>;

export const SeasonDetails = z.lazy(() =>
  z.object({
    id: z.number(),
    own_id: starterId(),
    season_number: z.number(),
    name: text(),
    episodes: z
      .array(
        z.object({
          id: z.number(),
          own_id: starterId(),
          episode_number: z.number(),
          name: text(),
          air_date: text(),
          still_path: text(),
          runtime: z.number().nullish(),
        }),
      )
      .nullish()
      .transform((episodes) =>
        (episodes ?? []).toSorted((one, other) => one.episode_number - other.episode_number),
      ),
  }),
);
export type SeasonDetails = z.infer<typeof SeasonDetails>;
